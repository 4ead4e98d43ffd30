// Four plans that people write, each with its one finding, and what its fixes make of it.
import { expect, it } from 'vitest';
import { applyFix } from '../../syntax/edits.ts';
import { findingsOf } from '../support.ts';

const model = (hidden: number): string =>
  `model M { layers = 30, hidden = ${hidden}, heads = 32, sequence = 2048, vocabulary = 50_000 }\n`;
const h100 = (plan: string): string =>
  `cluster C {\n  g[16] : H100_SXM;  s : NVLinkSwitch\n  g[*] -- s : NVLink4 x8\n  plan p : M { ${plan} }\n}`;

/** `text` has one finding, over what stands in ‹ ›; the fixes make these plans, after which nothing is left to say. */
function check(marked: string, says: string, ...plans: string[]): void {
  const [start, end] = [marked.indexOf('‹'), marked.indexOf('›') - 1];
  const text = marked.replace(/[‹›]/g, '');
  const findings = findingsOf(text);
  expect(findings.map((each) => [each.start, each.end, `${each.severity} ${each.code}: ${each.message}`])).toEqual([
    [start, end, says],
  ]);
  const made = (findings[0].fixes ?? []).map(({ edits }) => applyFix(text, edits));
  expect(made.map((each) => /plan p : M \{ (.*) \}/.exec(each)?.[1])).toEqual(plans);
  expect(made.flatMap((each) => findingsOf(each).map(({ code }) => code))).toEqual([]);
}

it('half of the GPUs have no place', () =>
  check(
    model(4096) + h100('‹tensor = 4, data = 2›'),
    'error plan.degrees: 4 x 2 = 8 ranks, but there are 16 GPUs.',
    'tensor = 4, data = 4',
    'tensor = 4, data = 2, over = g[0..7]',
  ));

it('layers do not split', () =>
  check(
    model(4096) + h100('‹pipeline = 4›, data = 4'),
    'error plan.layers: 30 layers do not split into 4 stages.',
    'pipeline = 2, data = 8',
  ));

it('a tensor group over the network', () =>
  check(
    `${model(4096)}node N { g : gpu; n : nic; g -- n : 50 GB/s }\ncluster C {\n  h[8] : N;  s : switch;  h[*].n -- s : 50 GB/s\n  plan p : M { ‹tensor = 8› }\n}`,
    'hint plan.tensor: a tensor group of 8 leaves the node (1 GPU): its allreduce runs at 50 GB/s.',
    'tensor = 1, data = 8',
  ));

it('a batch that does not split', () =>
  check(
    model(2048) + h100('data = 16, microbatch = 1, ‹batch = 100›'),
    'error plan.batch: 100 does not split over 16 replicas of microbatch 1.',
    'data = 16, microbatch = 1, batch = 96',
    'data = 16, microbatch = 1, batch = 112',
  ));
