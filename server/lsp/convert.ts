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
import type { Completion } from '../features/completion.ts';
import type { OutlineSymbol } from '../features/outline.ts';
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
  return document && { uri: document.uri, range: toRange(document, source) };
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

/** `explanations`: the address of what explains a code, see StartOptions. */
export function toDiagnostic(
  workspace: Workspace,
  document: Document,
  finding: Syntax.Finding,
  explanations?: string,
): Diagnostic {
  const related = (finding.related ?? []).flatMap(({ uri = document.uri, start, end, message }) => {
    const location = toLocation(workspace, { uri, start, end });
    return location ? [{ location, message }] : [];
  });
  return {
    range: toRange(document, finding),
    severity: severities[finding.severity],
    code: finding.code,
    ...(explanations === undefined
      ? {}
      : { codeDescription: { href: explanations.replaceAll('{code}', encodeURIComponent(finding.code)) } }),
    source: 'topo',
    message: finding.message,
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    ...(finding.code.endsWith('.unused') ? { tags: [DiagnosticTag.Unnecessary] } : {}),
  };
}

const symbolKinds: Record<OutlineSymbol['kind'], SymbolKind> = {
  import: SymbolKind.Module,
  constant: SymbolKind.Constant,
  link: SymbolKind.Interface,
  device: SymbolKind.Class,
  model: SymbolKind.Struct,
  node: SymbolKind.Package,
  cluster: SymbolKind.Namespace,
  part: SymbolKind.Field,
  plan: SymbolKind.Object,
  question: SymbolKind.Event,
};

export function toSymbol(document: Document, symbol: OutlineSymbol): DocumentSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: symbolKinds[symbol.kind],
    range: toRange(document, symbol.range),
    selectionRange: toRange(document, symbol.selection),
    children: symbol.children.map((child) => toSymbol(document, child)),
  };
}

const completionKinds: Record<Completion['sort'], CompletionItemKind> = {
  keyword: CompletionItemKind.Keyword,
  link: CompletionItemKind.Interface,
  device: CompletionItemKind.Class,
  node: CompletionItemKind.Module,
  cluster: CompletionItemKind.Module,
  model: CompletionItemKind.Struct,
  kind: CompletionItemKind.TypeParameter,
  part: CompletionItemKind.Field,
  plan: CompletionItemKind.Value,
  constant: CompletionItemKind.Constant,
  parameter: CompletionItemKind.Variable,
  question: CompletionItemKind.Function,
  property: CompletionItemKind.Property,
  word: CompletionItemKind.EnumMember,
  unit: CompletionItemKind.Unit,
};

export function toCompletion(document: Document, item: Completion): CompletionItem {
  return {
    label: item.label,
    kind: completionKinds[item.sort],
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(item.doc === undefined ? {} : { documentation: item.doc }),
    sortText: `${item.rank}${item.label}`,
    textEdit: { range: toRange(document, item.replace), newText: item.insert },
  };
}
