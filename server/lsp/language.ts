// The requests every editor knows: hover, completion, definition, outline, folding, formatting, quick fixes, inlay hints.
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  type Connection,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InlayHint,
  type Location,
  MarkupKind,
  type TextEdit,
} from 'vscode-languageserver';
import { type Answers, questionsOf } from '../features/answers.ts';
import { completions } from '../features/completion.ts';
import { definitionAt } from '../features/definition.ts';
import { diagnostics } from '../features/diagnostics.ts';
import { foldings } from '../features/folding.ts';
import { hover } from '../features/hover.ts';
import { outline } from '../features/outline.ts';
import { formatEdits } from '../syntax/format.ts';
import type { Document, Workspace } from '../workspace.ts';
import { toCompletion, toDiagnostic, toEdit, toLocation, toRange, toSymbol } from './convert.ts';
import { guarded } from './guard.ts';

export function registerLanguageFeatures(connection: Connection, workspace: Workspace, answers: Answers): void {
  const documentOf = (params: { textDocument: { uri: string } }): Document | undefined =>
    workspace.document(params.textDocument.uri);

  connection.onHover(
    guarded<[Parameters<Parameters<Connection['onHover']>[0]>[0]], Hover | null>(
      connection,
      'hover',
      null,
      (params) => {
        const document = documentOf(params);
        if (!document) return null;
        const found = hover(workspace, document.uri, document.lines.offsetAt(params.position));
        if (!found) return null;
        return { range: toRange(document, found), contents: { kind: MarkupKind.Markdown, value: found.markdown } };
      },
    ),
  );

  connection.onCompletion(
    guarded<[Parameters<Parameters<Connection['onCompletion']>[0]>[0]], CompletionItem[]>(
      connection,
      'completion',
      [],
      (params) => {
        const document = documentOf(params);
        if (!document) return [];
        const offset = document.lines.offsetAt(params.position);
        return completions(workspace, document.uri, offset).map((item) => toCompletion(document, item));
      },
    ),
  );

  connection.onDefinition(
    guarded<[Parameters<Parameters<Connection['onDefinition']>[0]>[0]], Location | null>(
      connection,
      'definition',
      null,
      (params) => {
        const document = documentOf(params);
        const source = document && definitionAt(workspace, document.uri, document.lines.offsetAt(params.position));
        return (source && toLocation(workspace, source)) ?? null;
      },
    ),
  );

  connection.onDocumentSymbol(
    guarded<[{ textDocument: { uri: string } }], DocumentSymbol[]>(connection, 'outline', [], (params) => {
      const document = documentOf(params);
      return document ? outline(document.tree).map((symbol) => toSymbol(document, symbol)) : [];
    }),
  );

  connection.onFoldingRanges(
    guarded<[{ textDocument: { uri: string } }], FoldingRange[]>(connection, 'folding', [], (params) => {
      const document = documentOf(params);
      if (!document) return [];
      return foldings(document.tree).map((span) => {
        const { start, end } = toRange(document, span);
        return { startLine: start.line, endLine: end.line };
      });
    }),
  );

  connection.onDocumentFormatting(
    guarded<[{ textDocument: { uri: string } }], TextEdit[]>(connection, 'formatting', [], (params) => {
      const document = documentOf(params);
      return document ? formatEdits(document.text).map((edit) => toEdit(document, edit)) : [];
    }),
  );

  connection.onCodeAction(
    guarded<[Parameters<Parameters<Connection['onCodeAction']>[0]>[0]], CodeAction[]>(
      connection,
      'quick fix',
      [],
      (params) => {
        const document = documentOf(params);
        if (!document) return [];
        const { only } = params.context;
        if (only && !only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix)) return [];
        const from = document.lines.offsetAt(params.range.start);
        const to = document.lines.offsetAt(params.range.end);
        return diagnostics(workspace, document.uri)
          .filter((finding) => finding.start <= to && finding.end >= from)
          .flatMap((finding) =>
            (finding.fixes ?? []).map((fix) => ({
              title: fix.title,
              kind: CodeActionKind.QuickFix,
              diagnostics: [toDiagnostic(workspace, document, finding)],
              edit: { changes: { [document.uri]: fix.edits.map((edit) => toEdit(document, edit)) } },
            })),
          );
      },
    ),
  );

  connection.languages.inlayHint.on(async (params, token) => {
    const hints = guarded<[], InlayHint[]>(connection, 'answers', [], async () => {
      const document = documentOf(params);
      const file = document && workspace.semantics(document.uri);
      if (!document || !file) return [];
      const found: InlayHint[] = [];
      for (const asked of questionsOf(file)) {
        const line = document.lines.positionAt(asked.question.source.end).line;
        if (line < params.range.start.line || line > params.range.end.line || !asked.template.sound) continue;
        await new Promise<void>((done) => setImmediate(done)); // typing goes first
        if (token.isCancellationRequested || workspace.document(document.uri) !== document) return [];
        const { text } = answers.answer(file, asked, () => token.isCancellationRequested);
        if (text === '') continue;
        const position = document.lines.positionAt(asked.question.source.end);
        found.push({ position, label: ` ${text}`, paddingLeft: true });
      }
      return found;
    });
    return hints();
  });
}
