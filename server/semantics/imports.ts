// What is wrong with a file's names as a whole: imports, names given twice, names that hide the library's, names nobody uses.
import * as l10n from '@vscode/l10n';
import type { Finding, Fix, Span } from '../syntax/finding.ts';
import { removal, replacement, statementRemoval } from '../syntax/fixes.ts';
import type {
  BodyDefinition,
  Definition,
  ImportDefinition,
  Name,
  NamedDefinition,
  SourceFile,
} from '../syntax/tree.ts';
import { isBody, namesUsedBy } from '../syntax/walk.ts';
import { library, type Program } from './program.ts';
import { isGiven, usesOf } from './renaming.ts';
import type { FileScope } from './scope.ts';

export function checkNames(program: Program): Finding[] {
  const { root } = program;
  const used = new Set<string>();
  for (const definition of root.tree.definitions)
    namesUsedBy(definition).forEach((name) => {
      used.add(name);
    });
  return [
    ...root.tree.definitions.flatMap((definition) =>
      definition.kind === 'import' ? checkImport(definition, program, used) : checkName(definition, root),
    ),
    ...ambiguities(root),
    ...root.tree.definitions.flatMap((definition) => unused(definition, used, root.tree)),
  ];
}

function checkImport(definition: ImportDefinition, program: Program, used: ReadonlySet<string>): Finding[] {
  const at = definition.pathSpan;
  // The parser has told where a path is missing or lacks its quotes.
  if (program.root.tree.text[at.start] !== '"') return [];
  const found = program.imported(program.root, definition);
  if (!found) return [missing(definition)];
  const fixes = [statementRemoval(program.root.tree.text, definition, l10n.t('Remove the line'))];
  const around = circle(program, found);
  if (around) {
    const message = l10n.t('this file imports itself: {0}.', around.map((scope) => baseName(scope.uri)).join(' > '));
    return [{ code: 'import.circular', severity: 'error', ...spanOf(at), message, fixes }];
  }
  const first = program.root.surroundings.seen.find(({ scope }) => scope === found)?.by;
  if (first === definition && [...found.own.keys()].some((name) => used.has(name))) return [];
  const message =
    first === definition
      ? l10n.t('nothing of `{0}` is used.', definition.path)
      : l10n.t('`{0}` is imported above already.', definition.path);
  return [{ code: 'name.unused', severity: 'hint', ...spanOf(at), message, fixes }];
}

function missing({ path, pathSpan: at }: ImportDefinition): Finding {
  const isForeign = path.includes('\\');
  const message = isForeign
    ? l10n.t('a path is written with `/`, on Windows too.')
    : l10n.t('there is no file `{0}` here that can be read.', path);
  const fixes = isForeign ? [replacement(at, `"${path.replaceAll('\\', '/')}"`)] : [];
  return { code: 'import.missing', severity: 'error', ...spanOf(at), message, ...(fixes.length > 0 && { fixes }) };
}

const spanOf = ({ start, end }: { start: number; end: number }): { start: number; end: number } => ({ start, end });

const baseName = (uri: string): string =>
  decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)).replace(/\.topo$/, '');

/** The imports that lead from the root through `from` back to the root. */
function circle(program: Program, from: FileScope): FileScope[] | undefined {
  const { root } = program;
  const seen = new Set<FileScope>();
  const search = (scope: FileScope, path: FileScope[]): FileScope[] | undefined => {
    if (scope === root) return [root, ...path];
    if (seen.has(scope)) return undefined;
    seen.add(scope);
    for (const definition of scope.tree.definitions) {
      if (definition.kind !== 'import') continue;
      const next = program.imported(scope, definition);
      const found = next && search(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return search(from, [from]);
}

function checkName(definition: NamedDefinition, root: FileScope): Finding[] {
  const { name } = definition;
  if (name.text === '') return [];
  const first = root.own.get(name.text);
  if (first && first !== definition) {
    const message = l10n.t('`{0}` is already defined in this file.', name.text);
    const related = [{ ...spanOf(first.name), message: l10n.t('here') }];
    let free = 2;
    while (root.own.has(name.text + free)) free++;
    const fixes = [replacement(name, name.text + free)];
    return [{ code: 'name.duplicate', severity: 'error', ...spanOf(name), message, fixes, related }];
  }
  if (root.uri.startsWith('topo-library:')) return [];
  if (!library().some((scope) => scope.own.has(name.text))) return [];
  const message = l10n.t(
    "the library has its own `{0}`; this file now means this one, the library's own nodes keep theirs.",
    name.text,
  );
  const fixes = [renaming(name.text, root)];
  return [{ code: 'name.shadow', severity: 'hint', ...spanOf(name), message, fixes }];
}

/** A name of its own, wherever the file means this definition. */
function renaming(name: string, root: FileScope): Fix {
  const taken = new Set([...root.names(), ...root.tree.definitions.flatMap(partsOf)]);
  let free = `${name}_own`;
  for (let number = 2; taken.has(free); number++) free = `${name}_own${number}`;
  const edits = usesOf(root.tree, name).map((use) => ({ ...use, text: free }));
  return { title: l10n.t('Rename to `{0}`', free), edits };
}

const partsOf = (definition: Definition): string[] =>
  isBody(definition)
    ? [...definition.parameters, ...(definition.body?.statements ?? [])].flatMap((each) =>
        'name' in each ? [each.name.text] : [],
      )
    : [];

/** The same name in two imports. */
function ambiguities(root: FileScope): Finding[] {
  const findings: Finding[] = [];
  const from = new Map<string, { readonly scope: FileScope; readonly by: ImportDefinition }>();
  for (const { scope, by } of root.surroundings.seen) {
    if (!by) continue;
    for (const name of scope.own.keys()) {
      const before = from.get(name);
      if (before && before.scope !== scope && !root.own.has(name)) {
        const message = l10n.t('`{0}` is defined by `{1}` too.', name, before.by.path);
        findings.push({ code: 'import.ambiguous', severity: 'error', ...spanOf(by.pathSpan), message });
        break;
      }
      from.set(name, { scope, by });
    }
  }
  return findings;
}

/** Constants and parameters that nothing reads; definitions never: other files may. */
function unused(definition: Definition, used: ReadonlySet<string>, tree: SourceFile): Finding[] {
  if (definition.kind === 'let') {
    const { name } = definition;
    return used.has(name.text) || name.text === '' ? [] : [nobodyUses(name, withoutStatement(definition, name, tree))];
  }
  if (!isBody(definition)) return [];
  const own = namesUsedBy(definition);
  const findings: Finding[] = [];
  for (const { name } of definition.parameters)
    if (name.text !== '' && !own.has(name.text))
      findings.push(nobodyUses(name, withoutParameter(definition, name, tree)));
  for (const statement of definition.body?.statements ?? [])
    if (statement.kind === 'let' && statement.name.text !== '' && !own.has(statement.name.text))
      findings.push(nobodyUses(statement.name, withoutStatement(statement, statement.name, tree)));
  return findings;
}

const withoutStatement = (statement: Span, { text }: Name, tree: SourceFile): Fix[] => [
  statementRemoval(tree.text, statement, l10n.t('Remove `{0}`', text)),
];

/** With its `,`, or with the `( )` where it is the only one; nothing where a use gives it a value. */
function withoutParameter({ name: of, parameters }: BodyDefinition, { text, start }: Name, tree: SourceFile): Fix[] {
  if (isGiven(tree, of.text, text)) return [];
  const at = parameters.findIndex(({ name }) => name.start === start);
  const [before, self, after] = [parameters[at - 1], parameters[at], parameters[at + 1]];
  const title = l10n.t('Remove `{0}`', text);
  if (before) return [removal({ start: before.end, end: self.end }, title)];
  if (after) return [removal({ start: self.start, end: after.start }, title)];
  const close = /^[ \t\r\n]*,?[ \t\r\n]*\)/.exec(tree.text.slice(self.end));
  return close ? [removal({ start: of.end, end: self.end + close[0].length }, title)] : [];
}

function nobodyUses(name: Name, fixes: readonly Fix[]): Finding {
  const message = l10n.t('nothing uses `{0}`.', name.text);
  return { code: 'name.unused', severity: 'hint', ...spanOf(name), message, ...(fixes.length > 0 && { fixes }) };
}
