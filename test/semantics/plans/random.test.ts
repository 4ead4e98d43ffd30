// Plans of any numbers: nothing throws, findings lie in the plan, a fix takes its finding away, and what fits even splits evenly.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Finding } from '../../../server/syntax/finding.ts';
import { applyFix } from '../../syntax/edits.ts';
import { findingsOf } from '../support.ts';

const number = fc.oneof(
  fc.integer({ min: -1, max: 40 }).map(String),
  fc.constantFrom(
    '0',
    '1',
    '2',
    '4',
    '8',
    '16',
    '3.5',
    '1e300',
    '2 GB',
    'count(gpu)',
    '2 * 2',
    '7 / 2',
    'x',
    'p.memory',
    '',
  ),
);
const property = fc.oneof(
  fc.tuple(
    fc.constantFrom('tensor', 'context', 'expert', 'data', 'pipeline', 'microbatch', 'batch', 'zero', 'tensr'),
    number,
  ),
  fc.tuple(
    fc.constantFrom('schedule', 'recompute', 'precision'),
    fc.constantFrom('interleaved', 'gpipe', 'none', 'full', 'fp8', '3'),
  ),
  fc.tuple(
    fc.constant('over'),
    fc.constantFrom('h[*]', 'h[0]', 'h[0..2].g[0..1]', 's', 'h[0] + h[0]', 'h[9]', 'h[0].g[0] -- h[0].g[1]'),
  ),
);
const figure = fc.tuple(
  fc.constantFrom(
    'layers',
    'hidden',
    'heads',
    'kv_heads',
    'sequence',
    'vocabulary',
    'feedforward',
    'experts',
    'active',
  ),
  number,
);
const said = (items: readonly (readonly [string, string])[]): string =>
  items.map(([name, value]) => `${name} = ${value}`).join(', ');

const usual = 'layers = 24, hidden = 1024, heads = 16, sequence = 2048, vocabulary = 50_000';
const files = fc
  .tuple(
    fc.oneof(fc.constant(usual), fc.array(figure, { maxLength: 9 }).map(said)),
    fc.array(property, { maxLength: 7 }).map(said),
  )
  .map(
    ([model, plan]) =>
      `model M { ${model} }\nnode N { g[4] : gpu { memory = 16 GB }; v : switch; n : nic; g[*] -- v : 300 GB/s; g[*] -- n : 50 GB/s }\ncluster C {\n  h[4] : N;  s : switch;  h[*].n -- s : 50 GB/s\n  plan p : M { ${plan} }\n  show p.memory\n}`,
  );

it('whatever the numbers are', () =>
  fc.assert(
    fc.property(files, (text) => {
      const found = findingsOf(text);
      const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);
      expect(new Set(found.map(({ code, start, end }) => `${code} ${start} ${end}`)).size).toBe(found.length);
      for (const { code, start, end, message, fixes = [] } of found) {
        expect(0 <= start && start <= end && end <= text.length, code).toBe(true);
        expect(message).not.toMatch(/NaN|undefined|Infinity/);
        if (!code.startsWith('plan.')) continue;
        for (const fix of fixes)
          expect(codes(findingsOf(applyFix(text, fix.edits))), `${code} ${fix.title}`).not.toContain(code);
      }
    }),
    { numRuns: 150 },
  ));
