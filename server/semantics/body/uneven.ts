// `wiring.uneven`: a GPU or NIC that is joined to the same switches as its siblings, by fewer links: a count or an index that
// slipped. Only between two arrays: within one, as in a cube mesh or at the end of a line, places differ and mean it.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import { formatQuantity } from '../../syntax/quantities.ts';
import { devicePath, partNumber, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { type End, variablesIn } from './ends.ts';
import type { BodyScope } from './scope.ts';
import { Scratch } from './scratch.ts';

/** With fewer replicas nobody can say which of them is the odd one. */
const fewest = 4;

export function checkUneven(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  if (!mayMeet(template, joined)) return;
  const bundles = new Map<string, Bundle>();
  for (const each of joined) {
    const { a, b } = each.ends;
    if (a.parts[0] === b.parts[0]) continue;
    add(bundles, each, a, b);
    add(bundles, each, b, a);
  }
  // One statement joins all its ends alike, unless a `where` says otherwise.
  for (const bundle of bundles.values()) if (bundle.statements.length > 1) checkBundle(template, bundle, scope);
}

const begun = new Scratch();

/** Whether any two statements begin at GPUs or NICs of the same part: told without names, since hardly any do. */
function mayMeet(template: Template, joined: readonly Joined[]): boolean {
  const found = begun.take(template.parts.length, 0);
  for (const { connection, ends } of joined) {
    const { a, b } = ends;
    if (a.parts[0] === b.parts[0] || connection.a.length === 0) continue;
    for (const end of [a, b]) if (isReplica(end) && ++found[partNumber(template, end.parts[0].first)] > 1) return true;
  }
  return false;
}

const isReplica = ({ device: { kind } }: End): boolean => kind === 'gpu' || kind === 'nic';

function checkBundle(template: Template, { to, statements }: Bundle, scope: BodyScope): void {
  const rates = new Map<number, number>();
  for (const { each, devices } of statements)
    for (const device of devices) rates.set(device, (rates.get(device) ?? 0) + each.connection.rate);
  const replicas = [...rates].map(([device, rate]) => ({ device, rate }));
  const fewer = fewerThanSiblings(replicas, ({ rate }) => rate);
  if (fewer?.odd.length !== 1) return;
  const [{ device, rate }] = fewer.odd;
  rates.delete(device);
  const { start, end, fixes } = slipOf(
    statements.map(({ each }) => each),
    new Set([device]),
    new Set(rates.keys()),
  );
  const words = [devicePath(template, device), to, ...[rate, fewer.usual].map((each) => formatQuantity(each, 'rate'))];
  const message = l10n.t('`{0}` has {2} to `{1}`, each of its {4} siblings {3}.', ...words, rates.size);
  scope.report({ start, end, severity: 'hint', code: 'wiring.uneven', message, fixes });
}

/**
 * Where to look: at what joins only the odd ones, by fewer links; or at what joins their siblings and none of them, and
 * all of them then; else at the last that joins them.
 */
export function slipOf(
  statements: readonly Joined[],
  odd: ReadonlySet<number>,
  usual: ReadonlySet<number>,
): Span & { readonly fixes: Fix[] } {
  const joins = ({ connection: { a, b } }: Joined, some: ReadonlySet<number>) =>
    a.some((device) => some.has(device)) || b.some((device) => some.has(device));
  const apart = statements.find((each) => joins(each, odd) && !joins(each, usual));
  if (apart) return unmended(apart.medium.counted?.countSpan ?? apart.statement.cable);
  const missed = statements.find((each) => joins(each, usual) && !joins(each, odd));
  if (!missed) return unmended((statements.findLast((each) => joins(each, odd)) ?? statements[0]).statement.cable);
  const [first = -1] = odd;
  const { axes, slots, a, b } = missed.ends;
  const end = [a, b].find(({ parts: [part] }) => first >= part.first && first < part.first + part.count * part.stride);
  const short = (end?.terms ?? []).filter((term) => {
    const { axis, size } = term;
    if (variablesIn(term, slots).length > 0 || size < 2) return false;
    return axis === undefined || (axes[axis].name === '' && axes[axis].values.length < size);
  });
  if (short.length !== 1) return unmended(missed.statement.cable);
  const [{ at, part }] = short;
  const fixes = part.dims.length === 1 ? [replacement(at, '*', `${part.name}[*]`)] : [];
  return { start: at.start, end: at.end, fixes };
}

const unmended = ({ start, end }: Span) => ({ start, end, fixes: [] });

/** All that the replicas of one part have to one other part, by links of one family. */
interface Bundle {
  readonly to: string;
  readonly statements: { readonly each: Joined; readonly devices: Int32Array }[];
}

function add(bundles: Map<string, Bundle>, each: Joined, end: End, other: End): void {
  if (!isReplica(end)) return;
  const { connection, ends } = each;
  const to = pathOf(other);
  const key = `${pathOf(end)} ${to} ${connection.medium?.family}`;
  const bundle = bundles.get(key) ?? { to, statements: [] };
  bundles.set(key, bundle);
  bundle.statements.push({ each, devices: end === ends.a ? connection.a : connection.b });
}

const pathOf = ({ parts }: End): string => parts.map(({ name }) => name).join('.');

/** The few of many replicas that have less than all the others, which are alike; undefined where it is not so plain. */
export function fewerThanSiblings<T>(replicas: readonly T[], of: (replica: T) => number) {
  if (replicas.length < fewest) return undefined;
  const usual = replicas.reduce((most, replica) => Math.max(most, of(replica)), 0);
  const odd = replicas.filter((replica) => of(replica) < usual * (1 - 1e-6));
  return odd.length > 0 && odd.length * fewest <= replicas.length ? { odd, usual } : undefined;
}
