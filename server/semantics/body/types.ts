// What stands after the `:` of a part: a device, a kind, or a node or cluster with arguments; and what arguments may be.
import * as l10n from '@vscode/l10n';
import type { Finding } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import type { Parameter, PartStatement, Properties, TypeRef } from '../../syntax/tree.ts';
import { describe } from '../arithmetic.ts';
import { evaluate } from '../evaluate.ts';
import type { DeviceType } from '../hardware.ts';
import { deviceOf } from '../kinds.ts';
import { meaning, meant } from '../meant.ts';
import { nearest } from '../nearest.ts';
import type { BodyType, Template } from '../template.ts';
import type { Value } from '../values.ts';
import { spaced } from './connect.ts';
import type { Elaborated } from './context.ts';
import { elaborate } from './elaborate.ts';
import type { BodyScope } from './scope.ts';

/** The type of a part; undefined after a finding. */
export function partType(statement: PartStatement, scope: BodyScope): DeviceType | Template | undefined {
  const { type, properties } = statement;
  const value = typeNamed(type, 'part', scope);
  if (!value) return undefined;
  const device = deviceOf(value);
  if (device) return deviceType(device, type, properties, scope);
  if (value.type !== 'definition' || value.definition.sort !== 'body') return refuseSort(type, value, scope);
  const body = value.definition;
  if (scope.type.of === 'node') return refuseInNode(type, body, scope);
  if (properties) {
    const message = l10n.t('only a device takes properties here; give `{0}` arguments in `( )`.', body.name);
    scope.error(properties, 'name.sort', message);
  }
  return use(type, body, scope)?.template;
}

function deviceType(
  device: DeviceType,
  type: TypeRef,
  properties: Properties | undefined,
  scope: BodyScope,
): DeviceType | undefined {
  if (type.args) {
    const message = l10n.t('`{0}` is a device: set its properties in `{ }`.', device.name);
    const given = { start: type.name.end, end: type.end };
    const inside = scope.textOf({ start: given.start + 1, end: given.end - 1 }).trim();
    const fixes = properties || inside === '' ? [] : [replacement(given, ` { ${inside} }`, `{ ${inside} }`)];
    return scope.error(given, 'name.argument', message, { fixes });
  }
  return properties ? scope.context.override(device, properties, scope) : device;
}

/** The body of a `: BASE` that follows a node or cluster, elaborated with its arguments; undefined after a finding. */
export function baseOf(type: TypeRef, scope: BodyScope): Elaborated | undefined {
  const value = typeNamed(type, 'base', scope);
  if (!value) return undefined;
  if (value.type === 'definition' && value.definition.sort === 'body') {
    const base = value.definition;
    if (scope.type.of === 'cluster' || base.of === 'node') return use(type, base, scope);
    return scope.error(type.name, 'name.sort', l10n.t('`{0}` is a cluster; a node builds on a node.', base.name));
  }
  const message = l10n.t(
    '`{0}` is {1}; a {2} builds on a node or a cluster.',
    type.name.text,
    describe(value),
    scope.type.of,
  );
  return scope.error(type.name, 'name.sort', message);
}

function typeNamed({ name }: TypeRef, as: 'part' | 'base', scope: BodyScope): Value | undefined {
  if (name.text === '') return undefined;
  const value = scope.lookup(name.text);
  if (value) return value.type === 'error' ? undefined : value;
  const names = [...typeNames(as, scope)];
  const near = meant(name.text, name, names) ?? meaning(toldAs(name.text, names, scope), name);
  const message = near
    ? l10n.t('there is no `{0}`; the nearest is {1}.', name.text, near.text)
    : l10n.t('there is no `{0}`.', name.text);
  return scope.error(name, 'name.unknown', message, { fixes: near?.fixes ?? [] });
}

/** A node holds devices, a base is a body. */
function* typeNames(as: 'part' | 'base', scope: BodyScope): Iterable<string> {
  for (const name of scope.names()) {
    const value = scope.lookup(name);
    const isBody = value?.type === 'definition' && value.definition.sort === 'body';
    if (isBody ? as === 'base' || scope.type.of === 'cluster' : as === 'part' && value && deviceOf(value)) yield name;
  }
}

/** What is told in its comment to be called so, as `Quantum2` a switch of "Quantum-2": where a number marks a product. */
function toldAs(name: string, names: readonly string[], scope: BodyScope): string[] {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, '');
  if (name.length < 4 || !/[0-9]/.test(name)) return [];
  return names
    .filter((each) => {
      const value = scope.lookup(each);
      const words = value?.type === 'definition' ? (value.definition.doc?.match(/[\w-]+/g) ?? []) : [];
      return words.some((word) => plain(word) === plain(name));
    })
    .slice(0, 3);
}

function refuseSort({ name }: TypeRef, value: Value, scope: BodyScope): undefined {
  const what = value.type === 'definition' ? l10n.t('a {0}', value.definition.sort) : describe(value);
  const message = l10n.t('`{0}` is {1}; a part is a device, a node or a cluster.', name.text, what);
  return scope.error(name, 'name.sort', message);
}

function refuseInNode({ name }: TypeRef, body: BodyType, scope: BodyScope): undefined {
  const message = l10n.t('a node is one host: it holds devices, not the {0} `{1}`.', body.of, name.text);
  const { start } = scope.context.tree(scope.type);
  const isHere = scope.textOf({ start, end: start + 4 }) === 'node';
  const title = l10n.t('Make `{0}` a cluster', scope.type.name);
  const fixes = isHere ? [replacement({ start, end: start + 4 }, 'cluster', title)] : [];
  return scope.error(name, 'name.sort', message, { fixes });
}

// ---- Use of a body

/** Levels of parts within parts. Real systems have six or so. */
const deepest = 100;

/** Different uses of bodies, by their arguments. Twelve levels that each use the next one twice, differently, would be more. */
const mostVariants = 5_000;

/** A node or cluster used with arguments; a fault that only they cause is told here, at the use. */
function use(type: TypeRef, body: BodyType, scope: BodyScope): Elaborated | undefined {
  const { open } = scope.context;
  const from = open.indexOf(body);
  if (from >= 0) {
    const way = [...open.slice(from), body].map(({ name }) => name).join(' > ');
    return scope.error(type.name, 'name.cycle', l10n.t('`{0}` contains itself: {1}.', body.name, way));
  }
  if (open.length >= deepest) {
    const message = l10n.t('this is nested too deeply: more than {0} levels.', deepest);
    return scope.error(type.name, 'size.depth', message);
  }
  const args = readArguments(type, body, scope);
  if (args.size > 0 && scope.context.variants.size >= mostVariants) {
    const message = l10n.t(
      'nodes and clusters are used with more than {0} different arguments; no more were built.',
      spaced(mostVariants),
    );
    return scope.error(type, 'size.variants', message);
  }
  const made = elaborate(body, args, scope.context);
  if (args.size > 0) reportUse(type, body, args, made, scope);
  return made;
}

function reportUse(type: TypeRef, body: BodyType, args: Arguments, made: Elaborated, scope: BodyScope): void {
  if (made.findings.length === 0) return;
  const usual = elaborate(body, new Map(), scope.context);
  if (usual === made) return;
  const known = new Set(usual.findings.map(({ start, code }) => `${start} ${code}`));
  const isNew = ({ start, code }: Finding) => !known.has(`${start} ${code}`);
  const wrong = severities.map((of) => made.findings.find((each) => each.severity === of && isNew(each))).find(Boolean);
  if (!wrong) return;
  const before = scope.uses.get(made);
  if (before) {
    before.push({ start: type.start, end: type.end, message: l10n.t('used with the same here too') });
    return;
  }
  const given = (type.args ?? []).filter(({ name }) => args.has(name.text)).map((arg) => scope.textOf(arg));
  const message = l10n.t('with {0}: {1}', given.join(', '), wrong.message);
  const related = [{ uri: body.source.uri, start: wrong.start, end: wrong.end, message: wrong.message }];
  scope.uses.set(made, related);
  const { start, end } = type;
  scope.report({ start, end, severity: wrong.severity, code: wrong.code, message, related });
}

const severities = ['error', 'warning', 'information', 'hint'] as const;

type Arguments = ReadonlyMap<string, Value>;

function readArguments(type: TypeRef, body: BodyType, scope: BodyScope): Arguments {
  const args = new Map<string, Value>();
  for (const arg of type.args ?? []) {
    const parameter = body.parameters.find(({ name }) => name === arg.name.text);
    const value = evaluate(arg.value, scope);
    if (!parameter) refuseArgument(arg, body, scope);
    else if (args.has(arg.name.text))
      scope.error(arg.name, 'name.duplicate', l10n.t('`{0}` is given twice.', arg.name.text));
    else if (fits(parameter.default, value, arg, scope)) args.set(arg.name.text, value);
  }
  return args;
}

function refuseArgument(arg: Parameter, body: BodyType, scope: BodyScope): void {
  const { name } = arg;
  if (name.text === '') return;
  const tree = scope.context.tree(body);
  const text = scope.context.text(body.source.uri);
  const has = tree.parameters.map(({ start, end }) => `\`${text.slice(start, end)}\``).join(', ');
  const message = has
    ? l10n.t('`{0}` has no parameter `{1}`; it has {2}.', body.name, name.text, has)
    : l10n.t('`{0}` has no parameters.', body.name);
  const near = nearest(
    name.text,
    body.parameters.map((parameter) => parameter.name),
  );
  const fixes = near ? [replacement(name, near)] : [];
  scope.error(arg, 'name.argument', message, { fixes });
}

/** Whether a value may stand for a parameter with this default: the same sort, the same dimension. */
function fits(usual: Value, given: Value, { name, value }: Parameter, scope: BodyScope): boolean {
  if (given.type === 'error') return false;
  if (usual.type === 'error' || alike(usual, given)) return true;
  const code = usual.type === 'quantity' || usual.type === 'number' ? 'quantity.dimension' : 'name.sort';
  const message = l10n.t('`{0}` takes {1}, this is {2}.', name.text, sortText(usual), sortText(given));
  scope.error(value, code, message);
  return false;
}

/** Whether both are numbers, quantities of one dimension, truths, or definitions of one sort (devices: of one kind). */
export function alike(usual: Value, given: Value): boolean {
  const device = deviceOf(usual);
  if (device) return deviceOf(given)?.kind === device.kind;
  if (usual.type !== given.type) return false;
  if (usual.type === 'quantity' && given.type === 'quantity') return usual.dimension === given.dimension;
  if (usual.type !== 'definition' || given.type !== 'definition') return true;
  const [one, other] = [usual.definition, given.definition];
  return one.sort === 'body' && other.sort === 'body' ? one.of === other.of : one.sort === other.sort;
}

/** What sort of value it is, as a message says it: `a gpu`, `a node`, `a rate`. */
export function sortText(value: Value): string {
  const device = deviceOf(value);
  if (device) return l10n.t('a {0}', device.kind);
  if (value.type !== 'definition') return describe(value);
  return l10n.t('a {0}', value.definition.sort === 'body' ? value.definition.of : value.definition.sort);
}
