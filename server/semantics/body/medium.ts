// What stands after the `:` of a connection: a link, how many of it, and what that carries.
import * as l10n from '@vscode/l10n';
import { removal, replacement } from '../../syntax/fixes.ts';
import type { ConnectionStatement, CountedExpr, Expr } from '../../syntax/tree.ts';
import { describe } from '../arithmetic.ts';
import { evaluate, evaluateLink } from '../evaluate.ts';
import { type LinkType, rateOf } from '../hardware.ts';
import { type BodyScope, evaluateWhole, hintRest } from './scope.ts';

export interface Medium {
  /** Undefined for a bare rate. */
  readonly link?: LinkType | undefined;
  /** Links, or lanes where the link has a width. */
  readonly count: number;
  /** The `xN` as written; undefined where none is. */
  readonly counted?: CountedExpr | undefined;
  /** The link's name or the rate. */
  readonly of: Expr;
  /** Bytes/s, one direction, after encoding, all together. */
  readonly rate: number;
  readonly effectiveRate: number;
  /** Seconds, with the `, TIME`. */
  readonly latency: number;
}

/** Undefined after a finding. */
export function readMedium(statement: ConnectionStatement, scope: BodyScope): Medium | undefined {
  const counted = countedOf(statement.medium);
  const of = counted?.of ?? statement.medium;
  const count = counted ? readCount(counted, scope) : 1;
  const extra = readLatency(statement.latency, scope);
  const value = evaluateLink(of, scope);
  if (count === undefined || extra === undefined || value.type === 'error') return undefined;
  if (value.type === 'quantity' && value.dimension === 'rate') {
    if (!(value.value > 0)) return refuseRate(statement, of, scope);
    const rate = value.value * count;
    return { link: undefined, count, counted, of, rate, effectiveRate: rate, latency: extra };
  }
  if (value.type === 'definition' && value.definition.sort === 'link') {
    const link = value.definition;
    if (link.rate === undefined) {
      const message = l10n.t('`{0}` only founds a family and has no rate: name a link of it.', link.name);
      return scope.error(of, 'name.sort', message);
    }
    const rate = rateOf({ link, count });
    return { link, count, counted, of, rate, effectiveRate: rate * link.efficiency, latency: link.latency + extra };
  }
  if (value.type === 'quantity') {
    const message = l10n.t('a connection is a link or a rate; `{0}` is {1}.', scope.textOf(of), describe(value));
    const meant = of.kind === 'quantity' && value.dimension === 'size' ? [`${scope.textOf(of)}/s`] : [];
    return scope.error(of, 'quantity.dimension', message, { fixes: meant.map((text) => replacement(of, text)) });
  }
  if (of.kind === 'number') {
    const fixes = ['GB/s', 'Gb/s'].map((unit) => replacement(of, `${scope.textOf(of)} ${unit}`));
    return scope.error(of, 'quantity.bare', l10n.t('a rate needs a unit.'), { fixes });
  }
  const message = l10n.t('`{0}` is no link: a connection is a link or a rate, as in `50 GB/s`.', scope.textOf(of));
  return scope.error(of, 'name.sort', message);
}

function countedOf(expr: Expr): CountedExpr | undefined {
  if (expr.kind === 'group') return countedOf(expr.inner);
  return expr.kind === 'counted' ? expr : undefined;
}

const aCount = (): string => l10n.t('a count');

function readCount({ count, countSpan }: CountedExpr, scope: BodyScope): number | undefined {
  hintRest(count, scope);
  const value = evaluateWhole(count, scope, aCount);
  if (value === undefined || value >= 1) return value;
  return scope.error(countSpan, 'quantity.sign', l10n.t('a count is 1 or more; this is {0}.', value));
}

function readLatency(expr: Expr | undefined, scope: BodyScope): number | undefined {
  if (!expr) return 0;
  const value = evaluate(expr, scope);
  if (value.type === 'error') return undefined;
  if (value.type !== 'quantity' || value.dimension !== 'time')
    return scope.error(expr, 'quantity.dimension', l10n.t('what stands after the `,` is a time, as in `1 us`.'));
  if (value.value >= 0) return value.value;
  return scope.error(expr, 'quantity.sign', l10n.t('a time is not negative.'));
}

function refuseRate(statement: ConnectionStatement, of: Expr, scope: BodyScope): undefined {
  const fixes = [removal(statement, l10n.t('Remove the connection'))];
  return scope.error(of, 'quantity.sign', l10n.t('a rate is more than nothing.'), { fixes });
}
