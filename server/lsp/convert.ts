// Offsets and plain data to what the protocol says, and back.
import {
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentSymbol,
  type Location,
  type Range,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver';
import type { Source } from '../semantics/hardware.ts';
import type * as Syntax from '../syntax/finding.ts';
import type { Document, Workspace } from '../workspace.ts';

export function toRange(document: Document, { start, end }: Syntax.Span): Range {
  return { start: document.lines.positionAt(start), end: document.lines.positionAt(end) };
}

export function toEdit(document: Document, edit: Syntax.TextEdit): TextEdit {
  return { range: toRange(document, edit), newText: edit.text };
}

/** Undefined where the file is gone. */
export function toLocation(workspace: Workspace, source: Source): Location | undefined {
  const document = workspace.document(source.uri);
  return document && { uri: source.uri, range: toRange(document, source) };
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

export function toDiagnostic(workspace: Workspace, document: Document, finding: Syntax.Finding): Diagnostic {
  const related = (finding.related ?? []).flatMap(({ uri = document.uri, start, end, message }) => {
    const location = toLocation(workspace, { uri, start, end });
    return location ? [{ location, message }] : [];
  });
  return {
    range: toRange(document, finding),
    severity: severities[finding.severity],
    code: finding.code,
    source: 'topo',
    message: finding.message,
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    ...(finding.code.endsWith('.unused') ? { tags: [DiagnosticTag.Unnecessary] } : {}),
  };
}
