// What can be written at a place: definitions where a type or a link is meant, names in sight in expressions, parts after a
// dot, properties in braces, words where an argument calls for one, keywords where a statement begins.
import * as l10n from '@vscode/l10n';
import { answerText } from '../questions/text.ts';
import type { FileSemantics } from '../semantics/file.ts';
import type { Named } from '../semantics/meaning.ts';
import { propertyTable } from '../semantics/properties.ts';
import { questions, type Wanted } from '../semantics/signatures.ts';
import type { Span } from '../syntax/finding.ts';
import { unitTexts } from '../syntax/quantities.ts';
import type { Workspace } from '../workspace.ts';
import { type Place, placeAt } from './place.ts';

export type CompletionSort =
  | 'keyword'
  | 'link'
  | 'device'
  | 'node'
  | 'cluster'
  | 'model'
  | 'kind'
  | 'part'
  | 'constant'
  | 'parameter'
  | 'question'
  | 'property'
  | 'word'
  | 'unit'
  | 'file';

export interface Completion {
  readonly label: string;
  readonly sort: CompletionSort;
  readonly detail?: string;
  readonly doc?: string;
  /** Stands instead of `replace`. */
  readonly insert: string;
  readonly replace: Span;
  /** Likelier ones first: 0 to 9. */
  readonly rank: number;
}

export function completions(workspace: Workspace, uri: string, offset: number): Completion[] {
  const document = workspace.document(uri);
  const file = workspace.semantics(uri);
  if (!document || !file) return [];
  const place = placeAt(document.text, offset);
  if (!place) return [];
  return candidates(file, place, offset).map((candidate) => ({ ...candidate, replace: place.replace }));
}

type Candidate = Omit<Completion, 'replace'>;

function candidates(file: FileSemantics, place: Place, offset: number): Candidate[] {
  switch (place.kind) {
    case 'file':
      return ['link', 'device', 'node', 'cluster', 'model', 'import', 'let'].map(keyword);
    case 'statement':
      return [...['show', 'expect', 'let', 'without'].map(keyword), ...named(file, offset, ['part'])];
    case 'type':
      return named(file, offset, place.of === 'node' ? ['device', 'kind'] : ['device', 'node', 'cluster', 'kind']);
    case 'base':
      return named(file, offset, place.of === 'device' ? ['device', 'kind'] : [place.of]);
    case 'medium':
      return named(file, offset, ['link', 'parameter', 'constant']);
    case 'member':
      return members(file, place, offset);
    case 'property':
      return propertyNames(place.of, place.base, file, offset);
    case 'expression':
      return expression(file, offset, place);
    case 'unit':
      return unitTexts.map((unit) => ({ label: unit, sort: 'unit', insert: unit, rank: 5 }));
  }
}

const keyword = (word: string): Candidate => ({ label: word, sort: 'keyword', insert: `${word} `, rank: 4 });

function named(file: FileSemantics, offset: number, sorts: readonly CompletionSort[]): Candidate[] {
  return file.scopeAt(offset).flatMap((name) => {
    const candidate = candidateOf(name);
    return sorts.includes(candidate.sort) ? [candidate] : [];
  });
}

function candidateOf({ name, sort, value, part, doc }: Named): Candidate {
  const common = { label: name, insert: name, ...(doc === undefined ? {} : { doc }) };
  if (part) {
    const sizes = part.dims.map((size) => `[${size}]`).join('');
    return { ...common, sort: 'part', detail: `${sizes} : ${part.type.name}`.trim(), rank: 0 };
  }
  if (value?.type === 'kind') return { ...common, sort: 'kind', detail: l10n.t('a kind of device'), rank: 3 };
  if (value?.type !== 'definition') {
    const known = value ? answerText(value) : '';
    return { ...common, sort: sort === 'parameter' ? 'parameter' : 'constant', detail: known, rank: 1 };
  }
  const { definition } = value;
  if (definition.sort === 'body') return { ...common, sort: definition.of, detail: definition.of, rank: 2 };
  const detail = definition.sort === 'device' ? definition.kind : definition.sort;
  return { ...common, sort: definition.sort, detail, rank: 2 };
}

/** Parts of a part; fields and properties of anything else are few and told by hover. */
function members(file: FileSemantics, { before }: Extract<Place, { kind: 'member' }>, offset: number): Candidate[] {
  const [head, ...rest] = before;
  let part = file.scopeAt(offset).find(({ name }) => name === head)?.part;
  for (const step of rest) {
    const type = part?.type;
    part = type?.sort === 'template' ? type.parts.find(({ name }) => name === step) : undefined;
  }
  const type = part?.type;
  if (type?.sort === 'template')
    return type.parts.map((each) => candidateOf({ name: each.name, sort: 'part', part: each }));
  const question = questions.get(head);
  if (question?.answer.type === 'result' && rest.length === 0)
    return [...question.answer.result.fields.keys()].map((label) => ({
      label,
      sort: 'property',
      insert: label,
      rank: 0,
    }));
  return [];
}

function propertyNames(of: string, base: string | undefined, file: FileSemantics, offset: number): Candidate[] {
  const owner = of === 'link' || of === 'model' || of === 'plan' ? of : deviceKind(base, file, offset);
  return Object.entries(propertyTable(owner)).map(([label, { doc }]) => ({
    label,
    sort: 'property',
    doc: doc(),
    insert: `${label} = `,
    rank: 0,
  }));
}

function deviceKind(
  base: string | undefined,
  file: FileSemantics,
  offset: number,
): Parameters<typeof propertyTable>[0] {
  const value = file.scopeAt(offset).find(({ name }) => name === base)?.value;
  if (value?.type === 'kind') return value.kind;
  return value?.type === 'definition' && value.definition.sort === 'device' ? value.definition.kind : 'gpu';
}

function expression(
  file: FileSemantics,
  offset: number,
  { question, argument }: Extract<Place, { kind: 'expression' }>,
): Candidate[] {
  const signature = question === undefined ? undefined : questions.get(question);
  if (signature && argument !== undefined) {
    const wanted: Wanted | undefined = Object.hasOwn(signature.named, argument) ? signature.named[argument] : undefined;
    if (wanted?.type === 'word') return wanted.words.map((label) => ({ label, sort: 'word', insert: label, rank: 0 }));
    if (wanted?.type === 'selection') return named(file, offset, ['part']);
  }
  const names = signature
    ? Object.keys(signature.named).map(
        (label): Candidate => ({ label, sort: 'property', insert: `${label} = `, rank: 0 }),
      )
    : [];
  const asked = [...questions.values()].map(
    ({ name, doc, positional }): Candidate => ({
      label: name,
      sort: 'question',
      doc: doc(),
      insert: positional[0]?.name === 'size' ? `${name}(1 GiB)` : name,
      rank: 1,
    }),
  );
  return [
    ...names,
    ...asked,
    ...named(file, offset, ['part', 'constant', 'parameter', 'device', 'link', 'node', 'cluster', 'kind']),
  ];
}
