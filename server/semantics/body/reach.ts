// Devices connected to nothing, and ranks that cannot reach each other: union-find over all that a template holds.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import { devicePath, type Part, partOf, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { declaration, nameAndSizes } from './declared.ts';
import { variablesIn } from './ends.ts';
import { pairKey } from './pairs.ts';
import type { BodyScope } from './scope.ts';
import { Scratch } from './scratch.ts';
import { eachConnection, type Whole } from './whole.ts';

/** Whether everything is joined, and every rank in reach of the others. */
export function checkReach(template: Template, whole: Whole, joined: readonly Joined[], scope: BodyScope): boolean {
  const reach = reachOf(template, whole);
  const alone: number[] = [];
  for (let device = 0; device < whole.types.length; device++)
    if (whole.types[device] && reach.links[device] === 0) alone.push(device);
  if (alone.length === 0) return checkSplit(template, whole, reach, scope);
  reportAlone(template, alone, joined, scope);
  return false;
}

const [passing, linked, parents] = [new Scratch(), new Scratch(), new Scratch()];

/** Union-find of what traffic can pass: ranks relay for each other. */
interface Reach {
  /** How many pairs a device is in. */
  readonly links: Int32Array;
  readonly parent: Int32Array;
}

function reachOf(template: Template, { types, ranks, cut }: Whole): Reach {
  const passes = passing.take(types.length, 0);
  for (let device = 0; device < types.length; device++) if (types[device]?.forwards) passes[device] = 1;
  for (const rank of ranks) passes[rank] = 1;
  const links = linked.take(types.length, 0);
  const parent = parents.count(types.length);
  eachConnection(template, 0, true, (connection, offset) => {
    for (let k = 0; k < connection.a.length; k++) {
      const a = offset + connection.a[k];
      const b = offset + connection.b[k];
      if (!types[a] || !types[b] || (cut.size > 0 && cut.has(pairKey(a, b)))) continue;
      links[a]++;
      links[b]++;
      if (passes[a] && passes[b]) parent[root(parent, a)] = root(parent, b);
    }
  });
  return { links, parent };
}

export function root(parent: Int32Array, device: number): number {
  let at = device;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

function reportAlone(template: Template, alone: readonly number[], joined: readonly Joined[], scope: BodyScope): void {
  const byPart = new Map<Part, number[]>();
  for (const device of alone) {
    const part = partOf(template, device);
    const devices = byPart.get(part);
    if (devices) devices.push(device);
    else byPart.set(part, [device]);
  }
  for (const [part, devices] of byPart) {
    const { start, end } = partSpan(part, scope);
    const names = namesOf(template, devices);
    const message =
      devices.length === 1
        ? l10n.t('{0} is connected to nothing.', names)
        : l10n.t('{0} are connected to nothing.', names);
    scope.report({ start, end, severity: 'warning', code: 'wiring.alone', message, fixes: starFixes(part, joined) });
  }
}

/** `s[0]` in the only end that reaches the part becomes `s[*]`. */
function starFixes(part: Part, joined: readonly Joined[]): Fix[] {
  const found = joined
    .flatMap(({ ends: { a, b, slots } }) => [a, b].map((end) => ({ end, slots })))
    .filter(({ end }) => end.parts.includes(part));
  if (found.length !== 1 || part.dims.length !== 1) return [];
  const [{ end, slots }] = found;
  const term = end.terms[end.parts.slice(0, -1).reduce((sum, { dims }) => sum + dims.length, 0)];
  if (!term || variablesIn(term, slots).length > 0) return [];
  return [replacement(term.at, '*', `${part.name}[*]`)];
}

function checkSplit(template: Template, { ranks, types }: Whole, { parent }: Reach, scope: BodyScope): boolean {
  const one = ranks.length > 0 ? root(parent, ranks[0]) : -1;
  if (ranks.every((rank) => root(parent, rank) === one)) return true;
  const groups = new Map<number, number[]>();
  for (const rank of ranks) {
    const group = groups.get(root(parent, rank));
    if (group) group.push(rank);
    else groups.set(root(parent, rank), [rank]);
  }
  const parts = new Set(ranks.map((rank) => partOf(template, rank)));
  const [part] = parts;
  const { start, end } = parts.size === 1 && part ? partSpan(part, scope) : scope.type.source;
  const shown = [...groups.values()].slice(0, 3).map((group) => namesOf(template, group).replaceAll('`', ''));
  const [first, second] = shown;
  const more = groups.size > shown.length ? ', …' : '';
  const list = groups.size === 2 ? l10n.t('{0} and {1}', first, second) : shown.join(', ') + more;
  const message =
    types[ranks[0]]?.kind === 'gpu'
      ? l10n.t('{0} groups of GPUs that cannot reach each other: {1}.', groups.size, list)
      : l10n.t('{0} groups of CPUs that cannot reach each other: {1}.', groups.size, list);
  scope.report({ start, end, severity: 'warning', code: 'wiring.split', message });
  return false;
}

/** The part with its sizes, as declared; the definition's name where a base declares it. */
export function partSpan(part: Part, scope: BodyScope): Span {
  const statement = declaration(part, scope);
  return statement ? nameAndSizes(statement, scope) : scope.type.source;
}

/** `` `s[1]` ``; for places of one array `g[0, 1]` or `g[0..5]`; for others the first and how many more. */
function namesOf(template: Template, devices: readonly number[]): string {
  const part = partOf(template, devices[0]);
  const inOne = part.type.sort === 'device' && part.dims.length === 1;
  const last = part.first + part.count * part.stride;
  if (inOne && devices.every((device) => device >= part.first && device < last)) {
    const places = devices.map((device) => device - part.first);
    return `\`${part.name}[${placeList(places)}]\``;
  }
  const first = `\`${devicePath(template, devices[0])}\``;
  if (devices.length === 1) return first;
  return l10n.t('{0} and {1} more', first, devices.length - 1);
}

/** `0, 1`, `0..5`, `0..2, 4`; cut after five runs. */
export function placeList(places: readonly number[]): string {
  const runs: string[] = [];
  for (let i = 0; i < places.length; ) {
    let j = i;
    while (places[j + 1] === places[j] + 1) j++;
    if (j > i + 1) runs.push(`${places[i]}..${places[j]}`);
    else for (let k = i; k <= j; k++) runs.push(String(places[k]));
    i = j + 1;
  }
  return runs.length > 5 ? `${runs.slice(0, 5).join(', ')}, …` : runs.join(', ');
}
