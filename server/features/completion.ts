// What can be written at a place: definitions where a type or a link is meant, names in sight in expressions, parts after a
// dot, properties in braces, words where an argument calls for one, keywords where a statement begins.
import * as l10n from '@vscode/l10n';
import { answerText } from '../questions/text.ts';
import { serving } from '../semantics/body/ports.ts';
import type { FileSemantics } from '../semantics/file.ts';
import { capacity, type LinkType, laneRate, type ModelType, type PortEntry } from '../semantics/hardware.ts';
import type { Named } from '../semantics/meaning.ts';
import { propertyNames as fieldNames, propertyOf } from '../semantics/members.ts';
import { propertyTable } from '../semantics/properties.ts';
import { questions, type Wanted } from '../semantics/signatures.ts';
import type { BodyType, Part } from '../semantics/template.ts';
import type { Value } from '../semantics/values.ts';
import type { Span } from '../syntax/finding.ts';
import { definitionKeywords } from '../syntax/keywords.ts';
import { formatQuantity, unitTexts } from '../syntax/quantities.ts';
import type { Workspace } from '../workspace.ts';
import { allowCompletions } from './allowCompletion.ts';
import { diagnostics } from './diagnostics.ts';
import { type Owner, type Place, placeAt } from './place.ts';
import { argumentText, fieldText, wordText } from './words.ts';

export type CompletionSort =
  | 'keyword'
  | 'link'
  | 'device'
  | 'node'
  | 'cluster'
  | 'model'
  | 'kind'
  | 'part'
  | 'plan'
  | 'constant'
  | 'parameter'
  | 'question'
  | 'property'
  | 'word'
  | 'unit';

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
  const told = (): Set<string> => new Set(diagnostics(workspace, uri).map(({ code }) => code));
  const allowed = allowCompletions(document.text, offset, told);
  if (allowed) return allowed;
  const place = placeAt(document.text, offset);
  if (!place) return [];
  const found = new Map<string, Completion>();
  for (const candidate of candidates(file, place, offset))
    if (!found.has(candidate.label)) found.set(candidate.label, { ...candidate, replace: place.replace });
  return [...found.values()];
}

type Candidate = Omit<Completion, 'replace'>;

const values: readonly CompletionSort[] = ['constant', 'parameter'];
const definitions: readonly CompletionSort[] = ['device', 'link', 'node', 'cluster', 'kind'];

function candidates(file: FileSemantics, place: Place, offset: number): Candidate[] {
  switch (place.kind) {
    case 'file':
      return definitionKeywords.map(keyword);
    case 'statement':
      return [...['show', 'expect', 'let', 'without', 'plan'].map(keyword), ...named(file, offset, ['part'])];
    case 'type': {
      const sorts: CompletionSort[] =
        place.body.kind === 'node' ? ['device', 'kind'] : ['device', 'node', 'cluster', 'kind'];
      return named(file, offset, sorts).filter(({ label }) => label !== place.body.name);
    }
    case 'base': {
      const { kind, name } = place.of;
      const sorts = kind === 'device' ? (['device', 'kind'] as const) : bodiesAndLinks.filter((sort) => sort === kind);
      return named(file, offset, sorts).filter(({ label }) => label !== name);
    }
    case 'model':
      return named(file, offset, ['model']);
    case 'medium':
      return media(file, place.ends, offset);
    case 'end':
      return named(file, offset, ['part']);
    case 'index':
      return named(file, offset, values);
    case 'clause':
      return ['for', 'where'].map(keyword);
    case 'member':
      return members(file, place.before, offset);
    case 'property':
      return property(file, place, offset);
    case 'argument':
      return argument(file, place, offset);
    case 'expression':
      return [...asked(), ...named(file, offset, ['part', 'plan', ...values, ...definitions])];
    case 'unit':
      return unitTexts.map((unit) => ({ label: unit, sort: 'unit', insert: unit, rank: 5 }));
  }
}

const bodiesAndLinks = ['link', 'node', 'cluster', 'model'] as const;

const keyword = (word: string): Candidate => ({ label: word, sort: 'keyword', insert: `${word} `, rank: 4 });
const word = (label: string): Candidate => {
  const doc = wordText(label);
  return { label, sort: 'word', insert: label, rank: 0, ...(doc === undefined ? {} : { doc }) };
};
const assigned = (label: string, doc: string | undefined): Candidate => ({
  label,
  sort: 'property',
  insert: `${label} = `,
  rank: 0,
  ...(doc === undefined ? {} : { doc }),
});
const field = (label: string, doc: string | undefined): Candidate => ({ ...assigned(label, doc), insert: label });

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
    return { ...common, sort: sort === 'parameter' || sort === 'plan' ? sort : 'constant', detail: known, rank: 1 };
  }
  const { definition } = value;
  if (definition.sort === 'body') return { ...common, sort: definition.of, detail: definition.of, rank: 2 };
  const detail = definition.sort === 'device' ? definition.kind : linkDetail(definition);
  return { ...common, sort: definition.sort, detail, rank: 2 };
}

/** What one link carries, one way. */
function linkDetail(definition: LinkType | ModelType): string {
  if (definition.sort === 'model' || definition.rate === undefined) return definition.sort;
  return formatQuantity(laneRate(definition) * definition.lanes, 'rate');
}

/** Links and rates; first what both ends have a port for. */
function media(file: FileSemantics, ends: readonly (readonly string[])[], offset: number): Candidate[] {
  const scope = file.scopeAt(offset);
  const ports = ends.flatMap((end) => portsAt(scope, end));
  return scope.flatMap((name) => {
    const { value } = name;
    const candidate = candidateOf(name);
    if (value?.type === 'quantity' && value.dimension === 'rate') return [candidate];
    if (value?.type !== 'definition' || value.definition.sort !== 'link') return [];
    const link = value.definition;
    const fits = ports.length > 0 && ports.every((entries) => serving(entries, link).length > 0);
    if (!fits || link.rate === undefined) return [candidate];
    const isPort = ports.some((entries) => entries.some((entry) => entry.link === link));
    return [{ ...candidate, rank: isPort ? 0 : 1 }];
  });
}

/** The links of which both ends have a port, written with all their lanes where lanes are counted. */
export function linksBetween(file: FileSemantics, ends: readonly (readonly string[])[], offset: number): string[] {
  const scope = file.scopeAt(offset);
  const ports = ends.flatMap((end) => portsAt(scope, end));
  if (ports.length < ends.length) return [];
  return scope.flatMap(({ name, value }) => {
    const link = value?.type === 'definition' && value.definition.sort === 'link' ? value.definition : undefined;
    if (link?.rate === undefined || !ports.some((entries) => entries.some((entry) => entry.link === link))) return [];
    const most = ports.map((entries) => Math.max(0, ...serving(entries, link).map((k) => capacity(entries[k]))));
    if (Math.min(...most) === 0) return [];
    if (link.width === undefined) return [name];
    const lanes = 2 ** Math.floor(Math.log2(Math.min(link.width, ...most)));
    return lanes > 1 ? [`${name} x${lanes}`] : [name];
  });
}

/** The ports of the device at an end; none where it is no device, or takes any link. */
function portsAt(scope: readonly Named[], path: readonly string[]): (readonly PortEntry[])[] {
  const type = partAt(scope, path)?.type;
  return type?.sort === 'device' && type.ports ? [type.ports] : [];
}

function partAt(scope: readonly Named[], [head, ...rest]: readonly string[]): Part | undefined {
  let part = scope.find(({ name }) => name === head)?.part;
  for (const step of rest) {
    const type = part?.type;
    part = type?.sort === 'template' ? type.parts.find(({ name }) => name === step) : undefined;
  }
  return part;
}

/** Parts of a part, fields of an answer, properties of a definition or of the device that stands there. */
function members(file: FileSemantics, path: readonly string[], offset: number): Candidate[] {
  const scope = file.scopeAt(offset);
  const [head, ...rest] = path;
  const first = scope.find(({ name }) => name === head);
  const part = partAt(scope, path);
  if (part?.type.sort === 'template')
    return part.type.parts.map((each) => candidateOf({ name: each.name, sort: 'part', part: each }));
  if (part?.type.sort === 'device') return propertiesOf({ type: 'definition', definition: part.type });
  if (rest.length > 0) return [];
  const value = first?.value ?? questions.get(head)?.answer;
  return value ? propertiesOf(value) : [];
}

function propertiesOf(value: Value): Candidate[] {
  return fieldNames(value).map((name) => {
    const worth = propertyOf(value, name);
    const known = worth ? answerText(worth) : '';
    const doc = value.type === 'result' ? fieldText(name) : undefined;
    return { ...field(name, doc), ...(known === '' || known === '?' ? {} : { detail: known }) };
  });
}

function property(file: FileSemantics, place: Extract<Place, { kind: 'property' }>, offset: number): Candidate[] {
  const table = propertyTable(tableOf(place.of, file, offset));
  const names = Object.entries(table).filter(([label]) => !place.set.includes(label));
  if (place.property === undefined) return names.map(([label, { doc }]) => assigned(label, doc()));
  const wanted = Object.hasOwn(table, place.property) ? table[place.property].wanted : undefined;
  if (wanted?.type === 'word') return wanted.words.map(word);
  if (wanted?.type === 'truth') return ['true', 'false'].map(word);
  if (wanted?.type === 'stage') return Array.from({ length: wanted.most + 1 }, (_, stage) => word(String(stage)));
  if (wanted?.type === 'selection') return named(file, offset, ['part']);
  if (wanted?.type === 'ports') return named(file, offset, ['link']);
  return named(file, offset, values);
}

function tableOf({ kind, base }: Owner, file: FileSemantics, offset: number): Parameters<typeof propertyTable>[0] {
  if (kind === 'link' || kind === 'model' || kind === 'plan') return kind;
  const value = file.scopeAt(offset).find(({ name }) => name === base)?.value;
  if (value?.type === 'kind') return value.kind;
  return value?.type === 'definition' && value.definition.sort === 'device' ? value.definition.kind : 'gpu';
}

function argument(file: FileSemantics, place: Extract<Place, { kind: 'argument' }>, offset: number): Candidate[] {
  const question = questions.get(place.callee);
  const value = file.scopeAt(offset).find(({ name }) => name === place.callee)?.value;
  if (value?.type === 'definition' && value.definition.sort === 'body')
    return parameterOf(file, value.definition, place.argument, offset);
  if (!question) return named(file, offset, values);
  if (place.argument !== undefined)
    return wantedValues(
      Object.hasOwn(question.named, place.argument) ? question.named[place.argument] : undefined,
      file,
      offset,
    );
  const positional = question.positional[place.position];
  const names = Object.keys(question.named).map((label) => assigned(label, argumentText(label)));
  return [...(positional ? wantedValues(positional.wanted, file, offset) : []), ...names];
}

/** Parameters of a node or cluster by name, or what one may be: a definition of the sort of its default, else a value. */
function parameterOf(
  file: FileSemantics,
  { parameters }: BodyType,
  name: string | undefined,
  offset: number,
): Candidate[] {
  if (name === undefined)
    return parameters.map((each) => ({ ...assigned(each.name, undefined), detail: answerText(each.default) }));
  const wanted = parameters.find((each) => each.name === name)?.default;
  if (wanted?.type !== 'definition') return named(file, offset, values);
  const { sort } = candidateOf({ name, sort: 'parameter', value: wanted });
  return named(file, offset, [sort]);
}

function wantedValues(wanted: Wanted | undefined, file: FileSemantics, offset: number): Candidate[] {
  switch (wanted?.type) {
    case 'word':
      return wanted.words.map(word);
    case 'selection':
      return named(file, offset, ['part']);
    case 'anything':
      return named(file, offset, ['part', 'device', 'node', 'cluster', 'kind']);
    default:
      return named(file, offset, values);
  }
}

const asked = (): Candidate[] =>
  [...questions.values()].map(({ name, doc, positional }) => ({
    label: name,
    sort: 'question',
    doc: doc(),
    insert: positional[0]?.name === 'size' ? `${name}(1 GiB)` : name,
    rank: 1,
  }));
