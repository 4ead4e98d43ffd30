// The requests every editor knows: hover, completion, definition, outline, folding, formatting, quick fixes, inlay hints.
import * as l10n from '@vscode/l10n';
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CompletionItem,
  type CompletionParams,
  type Connection,
  type DocumentRangeFormattingParams,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InlayHint,
  type InlayHintParams,
  type Location,
  MarkupKind,
  type Position,
  type TextEdit,
} from 'vscode-languageserver';
import { allowCompletions } from '../features/allowCompletion.ts';
import { allowings } from '../features/allowing.ts';
import { type Answers, questionsOf } from '../features/answers.ts';
import { completions } from '../features/completion.ts';
import { definitionAt } from '../features/definition.ts';
import { foldings } from '../features/folding.ts';
import { hover } from '../features/hover.ts';
import { editsOfAll, fixesOf } from '../features/mending.ts';
import { outline } from '../features/outline.ts';
import type { Told } from '../features/steering.ts';
import type { Fix } from '../syntax/finding.ts';
import { formatEdits, formatRange } from '../syntax/format.ts';
import type { Document, Workspace } from '../workspace.ts';
import type { Checker } from './checker.ts';
import { toCompletion, toDiagnostic, toEdit, toLocation, toRange, toSymbol } from './convert.ts';
import { guarded } from './guard.ts';
import { idle } from './idle.ts';
import { hoverSeconds, patience } from './patience.ts';
import type { Settings } from './settings.ts';

/** What the parameters of all these requests have in common. */
interface OfDocument {
  readonly textDocument: { readonly uri: string };
}
interface OfPlace extends OfDocument {
  readonly position: Position;
}

export function registerLanguageFeatures(
  connection: Connection,
  workspace: Workspace,
  answers: Answers,
  checker: Checker,
  settings: Settings,
): void {
  /** A handler that is asked only about documents there are; `safe` is the answer for others. */
  const on = <Params extends OfDocument, Result>(
    name: string,
    safe: () => Result,
    handler: (document: Document, params: Params, token: CancellationToken) => Result | Promise<Result>,
  ) =>
    guarded<[Params, CancellationToken], Result>(connection, name, safe, (params, token) => {
      const document = workspace.document(params.textDocument.uri);
      return document ? handler(document, params, token) : safe();
    });
  const nothing = (): null => null;
  const none = (): never[] => [];

  connection.onHover(
    on<OfPlace, Hover | null>('hover', nothing, (document, params, token) => {
      const { isOver } = patience(hoverSeconds);
      return hoverAt(workspace, document, params, () => isOver() || token.isCancellationRequested);
    }),
  );
  connection.onCompletion(
    on<CompletionParams, CompletionItem[]>('completion', none, (document, { position, context }) => {
      const offset = document.lines.offsetAt(position);
      // A blank asks only in comments that allow: anywhere else it parts words.
      if (context?.triggerCharacter === ' ' && !allowCompletions(document.text, offset)) return [];
      return completions(workspace, document.uri, offset).map((item) => toCompletion(document, item));
    }),
  );
  connection.onDefinition(
    on<OfPlace, Location | null>('definition', nothing, (document, { position }) => {
      const source = definitionAt(workspace, document.uri, document.lines.offsetAt(position));
      return (source && toLocation(workspace, source)) ?? null;
    }),
  );
  connection.onDocumentSymbol(
    on<OfDocument, DocumentSymbol[]>('outline', none, (document) =>
      outline(document.tree).map((symbol) => toSymbol(document, symbol)),
    ),
  );
  connection.onFoldingRanges(on<OfDocument, FoldingRange[]>('folding', none, foldingRanges));
  connection.onDocumentFormatting(
    on<OfDocument, TextEdit[]>('formatting', none, (document) =>
      formatEdits(document.text).map((edit) => toEdit(document, edit)),
    ),
  );
  connection.onDocumentRangeFormatting(
    on<DocumentRangeFormattingParams, TextEdit[]>('formatting', none, (document, { range }) => {
      const { lines, text } = document;
      const edits = formatRange(text, lines.offsetAt(range.start), lines.offsetAt(range.end));
      return edits.map((edit) => toEdit(document, edit));
    }),
  );
  connection.onCodeAction(
    on<CodeActionParams, CodeAction[]>('quick fix', none, (document, params) =>
      quickFixes(workspace, checker.told(document), settings.explanations, document, params),
    ),
  );
  connection.languages.inlayHint.on(
    on<InlayHintParams, InlayHint[]>('answers', none, (...asked) => answerHints(workspace, answers, ...asked)),
  );
}

function hoverAt(
  workspace: Workspace,
  document: Document,
  { position }: OfPlace,
  cancelled: () => boolean,
): Hover | null {
  const found = hover(workspace, document.uri, document.lines.offsetAt(position), cancelled);
  if (!found) return null;
  return { range: toRange(document, found), contents: { kind: MarkupKind.Markdown, value: found.markdown } };
}

function foldingRanges(document: Document): FoldingRange[] {
  return foldings(document.tree).map((fold) => {
    const { start, end } = toRange(document, fold);
    return { startLine: start.line, endLine: end.line };
  });
}

/** Everything at once that leaves nothing to decide, as on saving. */
function fixAll(document: Document, told: readonly Told[]): CodeAction[] {
  const edits = editsOfAll(told).map((edit) => toEdit(document, edit));
  if (edits.length === 0) return [];
  const title = l10n.t('Mend what can be mended without a choice');
  return [{ title, kind: CodeActionKind.SourceFixAll, edit: { changes: { [document.uri]: edits } } }];
}

/** What mends a finding, then what lets it be. */
function quickFixes(
  workspace: Workspace,
  told: readonly Told[],
  explanations: string | undefined,
  document: Document,
  { context, range }: CodeActionParams,
): CodeAction[] {
  const { only } = context;
  if (only?.some((kind) => kind === CodeActionKind.SourceFixAll)) return fixAll(document, told);
  if (only && !only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix)) return [];
  const from = document.lines.offsetAt(range.start);
  const to = document.lines.offsetAt(range.end);
  const here = told.filter(({ start, end }) => start <= to && end >= from);
  const action = (finding: Told, { title, edits }: Fix): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(workspace, document, finding, explanations)],
    edit: { changes: { [document.uri]: edits.map((edit) => toEdit(document, edit)) } },
  });
  const allowable = here.filter((finding) => finding.allowable);
  return [
    ...here.flatMap((finding) => fixesOf(workspace, document, finding).map((fix) => action(finding, fix))),
    ...allowings(document, allowable).map((fix, i) => action(allowable[i], fix)),
  ];
}

/** Answers at the ends of their lines; none where the text has changed before all of them were found. */
async function answerHints(
  workspace: Workspace,
  answers: Answers,
  document: Document,
  { range }: InlayHintParams,
  token: CancellationToken,
): Promise<InlayHint[]> {
  const file = workspace.semantics(document.uri);
  if (!file) return [];
  const hints: InlayHint[] = [];
  for (const asked of questionsOf(file)) {
    const position = document.lines.positionAt(asked.question.source.end);
    if (position.line < range.start.line || position.line > range.end.line || !asked.template.sound) continue;
    await idle();
    if (token.isCancellationRequested || workspace.document(document.uri) !== document) return [];
    const { text } = answers.answer(file, asked, () => token.isCancellationRequested, patience());
    if (text !== '') hints.push({ position, label: ` ${text}`, paddingLeft: true });
  }
  return hints;
}
