// Switches of a fabric whose way up is narrow: less than their siblings have, or less than what comes from below.
// Told once for all that are alike. Whoever asks for `oversubscription` knows of it, and a bare rate is meant as it stands.
import * as l10n from '@vscode/l10n';
import type { Fix, Related, Span } from '../../syntax/finding.ts';
import { formatQuantity } from '../../syntax/quantities.ts';
import type { Expr } from '../../syntax/tree.ts';
import { walkExpr } from '../../syntax/walk.ts';
import { devicePath, partOf, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { builtOn } from './ports.ts';
import { partSpan } from './reach.ts';
import type { BodyScope } from './scope.ts';
import { type Switch, tiersOf } from './tiers.ts';
import { fewerThanSiblings, slipOf } from './uneven.ts';
import type { Whole } from './whole.ts';

export function checkUplinks(template: Template, whole: Whole, joined: readonly Joined[], scope: BodyScope): void {
  if (template.of === 'node') return;
  const { switches, tier } = tiersOf(template, whole);
  const worst = switches.reduce((most, each) => (each.up ? Math.max(most, ratioOf(each)) : most), 0);
  const needed = switches.filter((each) => each.needed);
  for (const alike of groupsOf(template, needed)) {
    const fewer = fewerThanSiblings(alike, ({ above }) => above);
    if (fewer) reportUneven(template, alike, fewer, upwards(alike, tier, joined), scope);
    const rest = fewer ? alike.filter((each) => !fewer.odd.includes(each)) : alike;
    const over = rest.filter((each) => ratioOf(each) > 1.001 && each.up?.connection.medium && !isAsked(each.up.by));
    if (over.length > 0 && !isAsked(template)) reportOver(template, over, worst, joined, scope);
  }
}

const ratioOf = ({ below, above }: Switch): number => below / above;

/** Switches by the parts they stand in, indices left out: `su.leaf`. */
function groupsOf(template: Template, switches: readonly Switch[]): Iterable<Switch[]> {
  const groups = new Map<string, Switch[]>();
  for (const each of switches) {
    const name = devicePath(template, each.device).replace(/\[\d+\]/g, '');
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return groups.values();
}

const asked = new WeakMap<Template, boolean>();

/** Whether a body, or one it builds on, asks for its oversubscription. */
function isAsked(template: Template): boolean {
  let known = asked.get(template);
  if (known === undefined) {
    const base = builtOn(template);
    known = template.questions.some(({ expr }) => mentions(expr)) || (base !== undefined && isAsked(base));
    asked.set(template, known);
  }
  return known;
}

function mentions(expr: Expr): boolean {
  let found = false;
  walkExpr(expr, (each) => {
    if (each.kind === 'name' && each.name.text === 'oversubscription') found = true;
  });
  return found;
}

function reportOver(
  template: Template,
  over: readonly Switch[],
  worst: number,
  joined: readonly Joined[],
  scope: BodyScope,
): void {
  const most = over.reduce((one, other) => (ratioOf(other) > ratioOf(one) ? other : one));
  const path = devicePath(template, most.device);
  const name = over.length === 1 ? `\`${path}\`` : l10n.t('`{0}` and {1} more', path, over.length - 1);
  const bound = String(Math.ceil(worst * 100 - 1e-6) / 100);
  const [below, above] = [most.below, most.above].map((rate) => formatQuantity(rate, 'rate'));
  const message = l10n.t(
    '{0}: oversubscribed {1} : 1, {2} from below and {3} up. Where it is meant, say `expect oversubscription <= {4}`.',
    ...[name, String(Math.round(ratioOf(most) * 100) / 100), below, above, bound],
  );
  const { at, statement, related } = placeOf(template, most, joined, scope);
  const fixes = statement ? [expectation(statement, bound, scope)] : [];
  scope.report({ ...at, severity: 'warning', code: 'wiring.oversubscribed', message, fixes, related });
}

function expectation({ start, end }: Span, bound: string, scope: BodyScope): Fix {
  const line = `expect oversubscription <= ${bound}`;
  const indent = /[ \t]*$/.exec(scope.context.text(scope.uri).slice(0, start))?.[0] ?? '';
  return { title: line, edits: [{ start: end, end, text: `\n${indent}${line}` }] };
}

/** The statements that lay the way up of these switches. */
function upwards(alike: readonly Switch[], tier: Int32Array, joined: readonly Joined[]): Joined[] {
  const devices = new Set(alike.map(({ device }) => device));
  return joined.filter(({ connection: { a, b } }) => {
    const [from, to] = tier[a[0]] < tier[b[0]] ? [a[0], b[0]] : [b[0], a[0]];
    return devices.has(from) && tier[to] > tier[from];
  });
}

interface Odd {
  readonly odd: readonly Switch[];
  readonly usual: number;
}

function reportUneven(
  template: Template,
  alike: readonly Switch[],
  { odd, usual }: Odd,
  joined: readonly Joined[],
  scope: BodyScope,
): void {
  const [first] = odd;
  const few = new Set(odd.map(({ device }) => device));
  const others = new Set(alike.map(({ device }) => device).filter((device) => !few.has(device)));
  const { at, related } = placeOf(template, first, joined, scope);
  const { start, end, fixes } = joined.length > 0 ? slipOf(joined, few, others) : { ...at, fixes: [] };
  const path = devicePath(template, first.device);
  const name = odd.length === 1 ? `\`${path}\`` : l10n.t('`{0}` and {1} more', path, odd.length - 1);
  const rates = [first.above, usual].map((rate) => formatQuantity(rate, 'rate'));
  const message = first.up
    ? l10n.t('{0}: {1} up, {2} for each of {3} siblings.', name, ...rates, others.size)
    : l10n.t('{0}: no way up, {2} for each of {3} siblings.', name, ...rates, others.size);
  scope.report({ start, end, severity: 'hint', code: 'wiring.uneven', message, fixes, related });
}

/** Where a body lays a switch's way up: the statement; or the part it lies in, and the statement as what is related. */
function placeOf(template: Template, { device, up }: Switch, joined: readonly Joined[], scope: BodyScope) {
  const own = joined.find(({ connection }) => connection === up?.connection);
  if (own) {
    const { start, end } = own.statement.cable;
    return { at: { start, end }, statement: own.statement, related: [] };
  }
  const { start, end } = partSpan(partOf(template, device), scope);
  const message = l10n.t('its way up');
  const related: Related[] = up ? [{ ...up.connection.source, message }] : [];
  return { at: { start, end }, statement: undefined, related };
}
