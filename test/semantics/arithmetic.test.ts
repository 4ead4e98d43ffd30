// Laws of the operators, on random values: the dimension algebra of the language's Values table, floors and remainders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, quantity, real, truth, whole } from '../../server/semantics/arithmetic.ts';
import type { Value } from '../../server/semantics/values.ts';
import type { Dimension } from '../../server/syntax/quantities.ts';
import type { BinaryOperator } from '../../server/syntax/tree.ts';

const integer = fc.integer({ min: -1_000_000, max: 1_000_000 });
const divisor = integer.filter((n) => n !== 0);
const amount = fc.double({ min: 1e-9, max: 1e18, noNaN: true });
const dimension = fc.constantFrom<Dimension>('size', 'rate', 'time', 'compute', 'power');
const operator = fc.constantFrom<BinaryOperator>(
  ...(['||', '&&', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '**'] as const),
);
const anyValue: fc.Arbitrary<Value> = fc.oneof(
  integer.map(whole),
  fc.double({ noNaN: true }).map(real),
  fc.constant(real(Number.NaN)),
  fc.tuple(dimension, fc.double()).map(([d, value]) => quantity(d, value)),
  fc.constantFrom(truth(true), truth(false), truth(undefined)),
  fc.constantFrom<Value>(
    { type: 'text', text: 'ring' },
    { type: 'kind', kind: 'gpu' },
    { type: 'selection', selection: { places: [], cables: [] } },
    { type: 'error' },
  ),
);

/** The number a value is; fails the test where it is none. */
function numberOf(value: ReturnType<typeof apply>): number {
  if (value.type !== 'number' && value.type !== 'quantity') throw new Error(`${value.type}, no number`);
  return value.value;
}

const holds = (value: ReturnType<typeof apply>): boolean => value.type === 'truth' && value.value === true;

describe('whole numbers', () => {
  it('stay whole under + - * / %', () =>
    fc.assert(
      fc.property(integer, divisor, fc.constantFrom<BinaryOperator>('+', '-', '*', '/', '%'), (a, b, op) => {
        const value = apply(op, whole(a), whole(b));
        expect(value).toMatchObject({ type: 'number', whole: true });
        expect(Number.isInteger(numberOf(value))).toBe(true);
      }),
    ));

  it('divide down and leave the rest: a = (a / b) * b + a % b', () =>
    fc.assert(
      fc.property(integer, divisor, (a, b) => {
        const down = numberOf(apply('/', whole(a), whole(b)));
        const rest = numberOf(apply('%', whole(a), whole(b)));
        expect(down * b + rest).toBe(a);
        expect(down).toBeLessThanOrEqual(a / b);
      }),
    ));

  it('have a remainder of 0 .. b - 1 for a positive divisor, so that (i - 1) % n wraps', () =>
    fc.assert(
      fc.property(integer, fc.integer({ min: 1, max: 1000 }), (a, b) => {
        const rest = numberOf(apply('%', whole(a), whole(b)));
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(rest).toBeLessThan(b);
      }),
    ));

  it('become real beside a real number', () =>
    fc.assert(
      fc.property(integer, fc.constantFrom<BinaryOperator>('+', '-', '*', '/'), (a, op) => {
        expect(apply(op, whole(a), real(2.5))).toMatchObject({ type: 'number', whole: false });
      }),
    ));
});

describe('dimensions', () => {
  it('+ and - keep a dimension and refuse two', () =>
    fc.assert(
      fc.property(dimension, dimension, amount, amount, fc.constantFrom<BinaryOperator>('+', '-'), (d, e, a, b, op) => {
        const value = apply(op, quantity(d, a), quantity(e, b));
        expect(value).toMatchObject(d === e ? { dimension: d } : { type: 'misfit', code: 'quantity.dimension' });
      }),
    ));

  it('rate times time is a size, and a size over either is the other', () =>
    fc.assert(
      fc.property(amount, fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (r, t) => {
        const size = apply('*', quantity('rate', r), quantity('time', t));
        expect(size).toEqual(apply('*', quantity('time', t), quantity('rate', r)));
        if (size.type !== 'quantity') throw new Error(size.type);
        expect(size.dimension).toBe('size');
        expect(holds(apply('==', quantity('rate', r), valueIn(apply('/', size, quantity('time', t)))))).toBe(true);
        expect(holds(apply('==', quantity('time', t), valueIn(apply('/', size, quantity('rate', r)))))).toBe(true);
      }),
    ));

  it('a ratio of one dimension is a plain number; every other product or ratio of two quantities means nothing', () =>
    fc.assert(
      fc.property(dimension, dimension, amount, amount, (d, e, a, b) => {
        const product = apply('*', quantity(d, a), quantity(e, b));
        expect(product.type).toBe(new Set([d, e, 'rate', 'time']).size === 2 && d !== e ? 'quantity' : 'misfit');
        const ratio = apply('/', quantity(d, a), quantity(e, b));
        const physical = d === 'size' && (e === 'rate' || e === 'time');
        expect(ratio.type).toBe(d === e ? 'number' : physical ? 'quantity' : 'misfit');
      }),
    ));

  it('a quantity compares with its own dimension alone', () =>
    fc.assert(
      fc.property(dimension, dimension, amount, amount, (d, e, a, b) => {
        const value = apply('<=', quantity(d, a), quantity(e, b));
        expect(value.type).toBe(d === e ? 'truth' : 'misfit');
      }),
    ));
});

describe('comparisons', () => {
  it('are exact on whole numbers', () =>
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        expect(holds(apply('==', whole(a), whole(b)))).toBe(a === b);
        expect(holds(apply('<', whole(a), whole(b)))).toBe(a < b);
      }),
    ));

  it('allow one part in a million between quantities, in both directions', () =>
    fc.assert(
      fc.property(amount, (a) => {
        const near = quantity('rate', a * (1 + 5e-7));
        const far = quantity('rate', a * (1 + 3e-6));
        const exact = quantity('rate', a);
        expect(holds(apply('==', exact, near))).toBe(true);
        expect(holds(apply('>=', exact, near))).toBe(true);
        expect(holds(apply('<', exact, near))).toBe(false);
        expect(holds(apply('==', exact, far))).toBe(false);
        expect(holds(apply('<', exact, far))).toBe(true);
      }),
    ));

  it('exactly one of < == > holds, and <= is < or ==', () =>
    fc.assert(
      fc.property(amount, amount, (x, y) => {
        const [a, b] = [quantity('time', x), quantity('time', y)];
        const [less, same, more] = (['<', '==', '>'] as const).map((op) => holds(apply(op, a, b)));
        expect([less, same, more].filter(Boolean)).toHaveLength(1);
        expect(holds(apply('<=', a, b))).toBe(less || same);
        expect(holds(apply('!=', a, b))).toBe(!same);
      }),
    ));

  it('with what is not known yet are not known', () => {
    const unknown = quantity('rate', Number.NaN);
    expect(apply('>=', unknown, quantity('rate', 1))).toEqual(truth(undefined));
    expect(apply('==', truth(undefined), truth(true))).toEqual(truth(undefined));
    expect(apply('!=', truth(undefined), truth(true))).toEqual(truth(undefined));
    expect(apply('&&', truth(undefined), truth(false))).toEqual(truth(false));
    expect(apply('||', truth(undefined), truth(false))).toEqual(truth(undefined));
    expect(apply('+', unknown, quantity('rate', 1))).toEqual(unknown);
  });
});

describe('any two values', () => {
  it('give a value or a misfit, and never infinity out of what is finite', () =>
    fc.assert(
      fc.property(operator, anyValue, anyValue, (op, a, b) => {
        const value = apply(op, a, b);
        if (a.type === 'error' || b.type === 'error') expect(value.type).toBe('error');
        const finite = (v: Value): boolean =>
          !('value' in v) || typeof v.value !== 'number' || Number.isFinite(v.value);
        if (value.type !== 'misfit' && finite(a) && finite(b)) expect(finite(value)).toBe(true);
      }),
      { numRuns: 2000 },
    ));

  it('too large a power and a root of what is less than nothing are told', () => {
    const told = { type: 'misfit', code: 'quantity.range' };
    expect(apply('**', whole(2), whole(5000))).toMatchObject(told);
    expect(apply('**', whole(-1), real(0.5))).toMatchObject(told);
    expect(apply('**', whole(0), whole(-1))).toMatchObject(told);
  });
});

function valueIn(value: ReturnType<typeof apply>): Value {
  if (value.type === 'misfit') throw new Error(value.message);
  return value;
}
