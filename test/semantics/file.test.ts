// One file as a whole: templates made once, arguments, expressions worked out inside; and no text that can break it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownAnswers } from '../../server/semantics/questioning.ts';
import type { Value } from '../../server/semantics/values.ts';
import type { Finding } from '../../server/syntax/finding.ts';
import { besideExamples, examples } from '../support/examples.ts';
import { analyse, expression, findingsOf } from './support.ts';

const whole = (value: number): Value => ({ type: 'number', value, whole: true });

describe('a file', () => {
  const text =
    'let n = 2\ncluster Ring(n = 4) {\n  g[n] : gpu\n  g[i] -- g[(i + 1) % n] : 5 GB/s\n}\ncluster Two { r[n] : Ring }';

  it('lists its definitions in their order, constants apart', () => {
    expect([...analyse(text).definitions.keys()]).toEqual(['Ring', 'Two']);
  });

  it('makes the same template once', () => {
    const file = analyse(text);
    const ring = file.template('Ring');
    expect(file.template('Ring')).toBe(ring);
    expect(file.template('Ring', new Map([['n', whole(4)]]))).toBe(ring);
    expect(file.template('Two')?.parts[0].type).toBe(ring);
  });

  it('makes another with other arguments', () => {
    const eight = analyse(text).template('Ring', new Map([['n', whole(8)]]));
    expect([eight?.deviceCount, eight?.connections[0].a.length]).toEqual([8, 8]);
  });

  it('makes what the library and imports define as well, and nothing of a device', () => {
    expect(analyse(text).template('DGX_H100')?.deviceCount).toBe(2 + 4 + 8 + 4 + 8 + 2);
    expect(analyse('import "m.topo"', { 'm.topo': 'cluster M { g[3] : gpu }' }).template('M')?.deviceCount).toBe(3);
    expect(analyse(text).template('H100_SXM')).toBeUndefined();
    expect(analyse(text).template('Nothing')).toBeUndefined();
  });

  it('finds what it finds once, in the order of the text', () => {
    const file = analyse('let a = b\nlet c = 3\ncluster C { g : D }');
    const found = file.findings();
    expect(found.map(({ code, start }) => [code, start])).toEqual([
      ['name.unused', 4],
      ['name.unknown', 8],
      ['name.unused', 14],
      ['name.unknown', 36],
    ]);
    expect(file.findings()).toBe(found);
  });

  it('works an expression out inside a template, its parts and parameters in sight', () => {
    const file = analyse(text);
    const ring = file.template('Ring', new Map([['n', whole(6)]]));
    if (!ring) throw new Error('no Ring');
    const found: Finding[] = [];
    const value = file.evaluate(ring, expression('g[n - 1] + g[0..1]'), unknownAnswers, (finding) =>
      found.push(finding),
    );
    expect(found).toEqual([]);
    expect(value.type === 'selection' && value.selection.places.map(({ path }) => path)).toEqual([
      'g[5]',
      'g[0]',
      'g[1]',
    ]);
    file.evaluate(ring, expression('g[6]'), unknownAnswers, (finding) => found.push(finding));
    expect(found.map(({ code }) => code)).toEqual(['index.range']);
  });

  it('works a constant out at its top, where no parts are', () => {
    const found: Finding[] = [];
    expect(analyse(text).constant(expression('n * 3'), (finding) => found.push(finding))).toEqual(whole(6));
    expect(found).toEqual([]);
    analyse(text).constant(expression('g[0]'), (finding) => found.push(finding));
    expect(found.map(({ code }) => code)).toEqual(['name.unknown']);
  });
});

describe('the examples', () => {
  it.each(examples)('%s has no findings', (_, text) => expect(findingsOf(text, besideExamples)).toEqual([]));
});

/** Looks at a text in every way an editor does; spans must lie inside it. */
function look(text: string, at: number): void {
  const file = analyse(text);
  for (const { start, end } of findingsOf(text)) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
  }
  file.meaningAt(at);
  file.scopeAt(at);
}

describe('no text breaks it', () => {
  const large = ['superpod', 'training'];
  const example = fc.constantFrom(...examples.filter(([name]) => !large.includes(name)).map(([, text]) => text));
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const offset = (text: string, share: number): number => Math.floor(share * text.length);

  it('any prefix of an example', () =>
    fc.assert(
      fc.property(example, place, (text, share) => {
        const cut = offset(text, share);
        look(text.slice(0, cut), cut);
      }),
      { numRuns: 300 },
    ));

  it('any example without one character, or with another in its place', () =>
    fc.assert(
      fc.property(
        example,
        place,
        fc.constantFrom('', ' ', '{', '}', '(', '[', ']', ':', '-', '9', 'g', '.', '"', '\n'),
        (text, share, put) => {
          const at = offset(text, share);
          look(text.slice(0, at) + put + text.slice(at + 1), at);
        },
      ),
      { numRuns: 600 },
    ));

  it('any words of the language in any order', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...'let link device node cluster model plan show expect without for in where true import "a.topo" a b C D gpu cpu NDR H100_SXM DGX_H100 allreduce count min bisection 0 1 2 8 3.5 5_GB 25_GB/s 1_us { } ( ) [ ] : ; = , . .. + - * / % ** -- -> == < && ! x2 x( * \n \n \n'
              .split(' ')
              .map((word) => word.replace(/^(\d+)_(?=\D)/, '$1 ')),
          ),
          { maxLength: 60 },
        ),
        (words) => look(words.join(' '), Math.floor(words.length / 2)),
      ),
      { numRuns: 1500 },
    ));
});
