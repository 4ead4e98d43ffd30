// `{ name = value, … }` of links, devices and models: each checked against the table for its sort, all faults reported.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../syntax/finding.ts';
import { replacement } from '../syntax/fixes.ts';
import type { Expr, Properties, Property } from '../syntax/tree.ts';
import { describe } from './arithmetic.ts';
import type { Environment } from './environment.ts';
import { evaluate, evaluateLink } from './evaluate.ts';
import type { Kind, PortEntry } from './hardware.ts';
import { meaning, meant } from './meant.ts';
import {
  cpuProperties,
  deviceProperties,
  gpuProperties,
  linkProperties,
  memoryProperties,
  modelProperties,
  type PropertySignature,
  planProperties,
} from './signatures.ts';
import type { Selection, Value } from './values.ts';
import { evaluateWanted } from './wanted.ts';

export type Owner = 'link' | 'model' | 'plan' | Kind;

/** What has been set, by name: numbers in base units, truths, words. `ports` apart. */
export interface PropertyValues {
  readonly numbers: ReadonlyMap<string, number>;
  readonly truths: ReadonlyMap<string, boolean>;
  readonly words: ReadonlyMap<string, string>;
  readonly selections: ReadonlyMap<string, Selection>;
  readonly ports?: readonly PortEntry[];
  /** What has been set but could not be read, or is no property. */
  readonly faulty: ReadonlySet<string>;
}

const ofMemory = { ...deviceProperties, ...memoryProperties };
const ofGpu = { ...ofMemory, ...gpuProperties };
const ofCpu = { ...ofMemory, ...cpuProperties };

export function propertyTable(owner: Owner): Readonly<Record<string, PropertySignature>> {
  switch (owner) {
    case 'link':
      return linkProperties;
    case 'model':
      return modelProperties;
    case 'plan':
      return planProperties;
    case 'gpu':
      return ofGpu;
    case 'cpu':
      return ofCpu;
    case 'memory':
      return ofMemory;
    default:
      return deviceProperties;
  }
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

export function readProperties(properties: Properties | undefined, owner: Owner, env: Environment): PropertyValues {
  const numbers = new Map<string, number>();
  let truths: Map<string, boolean> | undefined;
  let words: Map<string, string> | undefined;
  let selections: Map<string, Selection> | undefined;
  const faulty = new Set<string>();
  let ports: readonly PortEntry[] | undefined;
  const items = properties?.items ?? [];
  const seen = items.length > 1 ? new Set<string>() : undefined;
  const table = propertyTable(owner);
  for (const property of items) {
    const name = property.name.text;
    const signature = Object.hasOwn(table, name) ? table[name] : undefined;
    if (name === '') continue;
    if (!signature) {
      reportUnknown(property, owner, table, env);
      faulty.add(name);
    } else if (seen?.has(name)) reportTwice(property, env);
    else if (signature.wanted.type === 'ports') {
      ports = readPorts(property.value, env);
      if (!ports) faulty.add(name);
    } else if (signature.wanted.type === 'ratio') {
      const ratio = readRatio(property, env);
      if (ratio === undefined) faulty.add(name);
      else numbers.set(name, ratio);
    } else {
      const value = evaluateWanted(property.value, signature.wanted, name, env);
      if (value.type === 'number' || value.type === 'quantity') numbers.set(name, value.value);
      else if (value.type === 'truth' && value.value !== undefined)
        truths = (truths ?? new Map<string, boolean>()).set(name, value.value);
      else if (value.type === 'word') words = (words ?? new Map<string, string>()).set(name, value.word);
      else if (value.type === 'selection')
        selections = (selections ?? new Map<string, Selection>()).set(name, value.selection);
      else faulty.add(name);
    }
    seen?.add(name);
  }
  const others = { truths: truths ?? nothing, words: words ?? nothing, selections: selections ?? nothing };
  return { numbers, ...others, faulty, ...(ports ? { ports } : {}) };
}

/** What frameworks call the properties of a plan (Megatron-LM, NeMo). */
const planWords: ReadonlyMap<string, string> = new Map([
  ['tp', 'tensor'],
  ['pp', 'pipeline'],
  ['dp', 'data'],
  ['ep', 'expert'],
  ['cp', 'context'],
  ['mbs', 'microbatch'],
  ['gbs', 'batch'],
]);

function reportUnknown({ name }: Property, owner: Owner, table: object, env: Environment): void {
  const short = owner === 'plan' ? planWords.get(name.text.toLowerCase()) : undefined;
  const near = short ? meaning([short], name) : meant(name.text, name, Object.keys(table));
  env.report({
    code: 'name.property',
    severity: 'error',
    start: name.start,
    end: name.end,
    message: near
      ? l10n.t('a {0} has no property `{1}`; the nearest is {2}.', owner, name.text, near.text)
      : l10n.t('a {0} has no property `{1}`.', owner, name.text),
    ...(near ? { fixes: near.fixes } : {}),
  });
}

function reportTwice({ name }: Property, env: Environment): void {
  const message = l10n.t('`{0}` is set twice.', name.text);
  env.report({ code: 'name.duplicate', severity: 'error', start: name.start, end: name.end, message });
}

/** A share above 0, at most 1. */
function readRatio({ name, value: expr }: Property, env: Environment): number | undefined {
  const value = evaluate(expr, env);
  if (value.type === 'error') return undefined;
  const { start, end } = expr;
  if (value.type !== 'number') {
    const message = l10n.t('`{0}` is a share, as `128b/130b` or 0.9; this is {1}.', name.text, describe(value));
    env.report({ code: 'quantity.dimension', severity: 'error', start, end, message });
    return undefined;
  }
  if (value.value > 0 && value.value <= 1) return value.value;
  const message = l10n.t('`{0}` is a share: more than 0, at most 1.', name.text);
  const fixes = shareFixes(expr);
  env.report({ code: 'quantity.sign', severity: 'error', start, end, message, ...(fixes.length > 0 && { fixes }) });
  return undefined;
}

/** A percentage, or a line code whose bits were left out: whole numbers divide to 0. */
function shareFixes(expr: Expr): Fix[] {
  if (expr.kind === 'number' && expr.value > 1 && expr.value <= 100)
    return [replacement(expr, String(expr.value / 100))];
  if (expr.kind !== 'binary' || expr.operator !== '/') return [];
  const { left, right } = expr;
  if (left.kind !== 'number' || right.kind !== 'number' || left.value > right.value) return [];
  return [replacement(expr, `${left.value}b/${right.value}b`)];
}

/** `NVLink4 x18 + PCIe5 x16`; undefined where something of it is no link, which is reported. */
function readPorts(expr: Expr, env: Environment): PortEntry[] | undefined {
  if (expr.kind === 'group') return readPorts(expr.inner, env);
  if (expr.kind === 'binary' && expr.operator === '+') {
    const left = readPorts(expr.left, env);
    const right = readPorts(expr.right, env);
    return left && right && [...left, ...right];
  }
  const value = evaluateLink(expr, env);
  if (value.type === 'error') return undefined;
  const port = portOf(value);
  if (port && port.link.rate === undefined) {
    const of = expr.kind === 'counted' ? expr.of : expr;
    const message = l10n.t('`{0}` only founds a family and has no rate: name a link of it.', port.link.name);
    env.report({ code: 'name.sort', severity: 'error', start: of.start, end: of.end, message });
    return undefined;
  }
  if (port) return [port];
  const message = l10n.t('`ports` names links, as `NVLink4 x18 + PCIe5 x16`; this is {0}.', describe(value));
  env.report({ code: 'name.sort', severity: 'error', start: expr.start, end: expr.end, message });
  return undefined;
}

function portOf(value: Value): PortEntry | undefined {
  if (value.type === 'counted') return { link: value.link, count: value.count };
  return value.type === 'definition' && value.definition.sort === 'link'
    ? { link: value.definition, count: 1 }
    : undefined;
}
