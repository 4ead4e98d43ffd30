// Fixes that cost more than finding the fault: they are worked out when somebody asks for them, and offered only where a
// trial shows that nothing else is wrong then. And the fixes that may be applied all at once.
import * as l10n from '@vscode/l10n';
import { nearest } from '../semantics/nearest.ts';
import type { Finding, Fix, TextEdit } from '../syntax/finding.ts';
import { insertion, replacement } from '../syntax/fixes.ts';
import type { CableExpr, Expr, SourceFile } from '../syntax/tree.ts';
import { isBody } from '../syntax/walk.ts';
import type { Document, Workspace } from '../workspace.ts';
import { linksBetween } from './completion.ts';
import { importEdit, pathBetween } from './importing.ts';

/** No more files are looked at closely. */
const mostTrials = 5;

/** All fixes of a finding, those that its finder knew first. */
export function fixesOf(workspace: Workspace, document: Document, finding: Finding): readonly Fix[] {
  const known = finding.fixes ?? [];
  switch (finding.code) {
    case 'name.unknown':
      return [...known, ...importsOf(workspace, document, finding)];
    case 'import.missing':
      return [...known, ...pathsOf(workspace, document, finding)];
    case 'text.medium':
      return [...known, ...linksOf(workspace, document, finding)];
    default:
      return known;
  }
}

/** An import of each file of the workspace that defines the unknown name. */
function importsOf(workspace: Workspace, document: Document, finding: Finding): Fix[] {
  const name = document.text.slice(finding.start, finding.end);
  if (!/^\w+$/.test(name)) return [];
  const defines = new RegExp(`\\b(?:let|link|device|node|cluster|model)\\s+${name}\\b`);
  const files = workspace.importable(document.uri).filter((uri) => defines.test(workspace.text(uri) ?? ''));
  return files
    .slice(0, mostTrials)
    .filter((uri) => definesName(workspace.document(uri)?.tree, name))
    .map((uri) => {
      const path = pathBetween(document.uri, uri);
      return { title: l10n.t('Import `{0}`', path), edits: [importEdit(document, path)] };
    })
    .filter((fix) => isRight(workspace, document, finding, fix));
}

const definesName = (tree: SourceFile | undefined, name: string): boolean =>
  tree?.definitions.some((definition) => definition.kind !== 'import' && definition.name.text === name) ?? false;

/** The path to a file of the workspace that is called so, or nearly. */
function pathsOf(workspace: Workspace, document: Document, finding: Finding): Fix[] {
  const written = document.text.slice(finding.start + 1, finding.end - 1);
  const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const paths = workspace.importable(document.uri).map((uri) => pathBetween(document.uri, uri));
  const near = nearest(fileOf(written), new Set(paths.map(fileOf)));
  const wanted = paths.some((path) => fileOf(path) === fileOf(written)) ? fileOf(written) : near;
  return paths
    .filter((path) => fileOf(path) === wanted)
    .slice(0, mostTrials)
    .map((path) => replacement(finding, `"${path}"`))
    .filter((fix) => isRight(workspace, document, finding, fix));
}

/** The links that both ends have a port for. */
function linksOf(workspace: Workspace, document: Document, finding: Finding): Fix[] {
  const file = workspace.semantics(document.uri);
  const cable = cableAt(document.tree, finding);
  if (!file || !cable) return [];
  return linksBetween(file, [namesOf(cable.left), namesOf(cable.right)], cable.start)
    .slice(0, mostTrials)
    .map((link) => insertion(finding.end, ` : ${link}`))
    .filter((fix) => isRight(workspace, document, finding, fix));
}

function cableAt({ definitions }: SourceFile, { start, end }: Finding): CableExpr | undefined {
  for (const definition of definitions)
    if (isBody(definition) && definition.start <= start && end <= definition.end)
      for (const statement of definition.body?.statements ?? [])
        if (statement.kind === 'connection' && statement.start === start) return statement.cable;
  return undefined;
}

/** `dgx`, `nic` of `dgx[n].nic[r]`. */
function namesOf(expr: Expr): string[] {
  if (expr.kind === 'name') return [expr.name.text];
  if (expr.kind === 'index') return namesOf(expr.of);
  return expr.kind === 'member' ? [...namesOf(expr.of), expr.name.text] : [];
}

/** Whether the finding is gone with the fix, and fewer errors are left than there were. */
function isRight(workspace: Workspace, document: Document, finding: Finding, { edits }: Fix): boolean {
  const before = [...document.findings, ...(workspace.semantics(document.uri)?.findings() ?? [])];
  const after = workspace.suppose(document.uri, withEdits(document.text, edits));
  const errors = (all: readonly Finding[]): number => all.filter(({ severity }) => severity === 'error').length;
  const same = (all: readonly Finding[]): number =>
    all.filter(({ code, message }) => code === finding.code && message === finding.message).length;
  return same(after) < same(before) && errors(after) < errors(before);
}

function withEdits(text: string, edits: readonly TextEdit[]): string {
  let out = text;
  for (const { start, end, text: put } of [...edits].sort((a, b) => b.start - a.start))
    out = out.slice(0, start) + put + out.slice(end);
  return out;
}

/** Of these no reader could mean anything else: other spellings of the same thing. */
const plain: ReadonlySet<string> = new Set(['text.assign', 'text.separator', 'text.character', 'quantity.unit']);

/** The edits of all findings that have one fix and whose fix leaves nothing to decide; those that overlap are left for later. */
export function editsOfAll(findings: readonly Finding[]): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { code, fixes } of [...findings].sort((a, b) => a.start - b.start)) {
    if (!plain.has(code) || fixes?.length !== 1) continue;
    const [fix] = fixes;
    const from = edits.at(-1)?.end ?? 0;
    if (fix.edits.every(({ start }) => start >= from)) edits.push(...fix.edits);
  }
  return edits;
}
