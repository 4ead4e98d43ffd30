// `without`: what is planned but absent. Numbers of the rest don't move; ports stay taken, as the plan has them.
import * as l10n from '@vscode/l10n';
import type { Expr, Statement } from '../../syntax/tree.ts';
import { together } from '../arithmetic.ts';
import { evaluate } from '../evaluate.ts';
import { type Absence, type Connection, devicePath, partOf, type Template } from '../template.ts';
import type { SelectedCable, Selection } from '../values.ts';
import { pairKey } from './pairs.ts';
import { headOf } from './places.ts';
import type { BodyScope } from './scope.ts';
import { selectPlaces } from './selections.ts';

export function readAbsences(template: Template, statements: readonly Statement[], scope: BodyScope): Absence[] {
  const absences: Absence[] = [];
  for (const statement of statements) {
    if (statement.kind !== 'without') continue;
    const selection = select(statement.value, scope);
    if (!selection || !isThere(selection, statement.value, template, scope)) continue;
    const devices: number[] = [];
    const taken = new Set<number>();
    for (const { first, devices: count } of selection.places) {
      if (taken.has(first + count * 2 ** 21)) continue;
      taken.add(first + count * 2 ** 21);
      for (let i = 0; i < count; i++) devices.push(first + i);
    }
    const links = selection.cables.map(({ a, b, count }) => (count === undefined ? { a, b } : { a, b, count }));
    absences.push({ source: scope.source(statement), devices: Int32Array.from(devices), links });
  }
  return absences;
}

function select(expr: Expr, scope: BodyScope): Selection | undefined {
  if (expr.kind === 'binary' && expr.operator === '+') {
    const left = select(expr.left, scope);
    const right = select(expr.right, scope);
    if (!left || !right) return undefined;
    const both = together(left, right);
    return both.type === 'selection' ? both.selection : scope.error(expr, both.code, both.message);
  }
  const head = headOf(expr);
  const isPlace = expr.kind === 'cable' || expr.kind === 'counted' || (head && !scope.has(head.text));
  if (isPlace) return selectPlaces(expr, scope, scope.type.name);
  const value = evaluate(expr, scope);
  if (value.type === 'selection') return value.selection;
  if (value.type === 'error') return undefined;
  return scope.error(expr, 'name.sort', l10n.t('`without` takes places and cables of this body.'));
}

/** `wiring.absent`: a cable that nothing lays cannot be missing. */
function isThere({ cables }: Selection, at: Expr, template: Template, scope: BodyScope): boolean {
  if (cables.length === 0) return true;
  const laid = cables.map((cable) => cableCount(template, cable));
  const { start, end } = at;
  if (laid.every((count) => count === 0)) {
    const [{ a, b }] = cables;
    const words = [devicePath(template, a), devicePath(template, b)];
    const message = l10n.t('nothing joins `{0}` and `{1}`, so nothing can be taken out.', ...words);
    scope.report({ start, end, severity: 'warning', code: 'wiring.absent', message });
    return false;
  }
  const over = cables.findIndex(({ count }, k) => count !== undefined && count > laid[k] && laid[k] > 0);
  if (over < 0) return true;
  const message = l10n.t('only {0} lie there.', laid[over]);
  scope.report({ start, end, severity: 'warning', code: 'wiring.absent', message });
  return true;
}

/** How many links (or lanes) lie between two devices, at whatever level they were laid. */
function cableCount(template: Template, { a, b, directed }: SelectedCable): number {
  let count = 0;
  for (const connection of template.connections) {
    if (directed && !connection.directed) continue;
    if (pairsOf(connection).has(pairKey(a, b))) count += connection.count;
  }
  const part = partOf(template, a);
  const place = Math.floor((a - part.first) / part.stride);
  const first = part.first + place * part.stride;
  if (part.type.sort === 'template' && b >= first && b < first + part.stride)
    count += cableCount(part.type, { a: a - first, b: b - first, directed });
  return count;
}

const known = new WeakMap<Connection, Set<number>>();

/** Pairs of a connection by their devices, either way round where it is not directed. */
function pairsOf(connection: Connection): Set<number> {
  const kept = known.get(connection);
  if (kept) return kept;
  const { a, b, directed } = connection;
  const made = new Set<number>();
  for (let k = 0; k < a.length; k++) {
    made.add(pairKey(a[k], b[k]));
    if (!directed) made.add(pairKey(b[k], a[k]));
  }
  known.set(connection, made);
  return made;
}
