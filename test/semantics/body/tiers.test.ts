// The tiers that the check goes by are those of the question `oversubscription`.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tiersOf } from '../../../server/semantics/body/tiers.ts';
import { flatten } from '../../../server/semantics/body/whole.ts';
import { buildGraph } from '../../../server/topology/build.ts';
import { oversubscription } from '../../../server/topology/oversubscription.ts';
import { templateOf } from '../../topology/graphs.ts';

/** The worst ratio of a fabric, by the check and by the question; `expected` where it is known by hand. */
function check(text: string, expected?: number): void {
  const template = templateOf(text, 'C');
  const switches = tiersOf(template, flatten(template)).switches.filter(({ up }) => up);
  const worst = switches.length > 0 ? Math.max(...switches.map(({ below, above }) => below / above)) : undefined;
  const asked = oversubscription(buildGraph(template));
  expect(worst === undefined).toBe(asked === undefined);
  if (worst !== undefined) expect(worst).toBeCloseTo(asked ?? 0, 9);
  if (expected !== undefined) expect(worst).toBeCloseTo(expected, 9);
}

const node =
  'node N { g[2] : gpu; n[2] : nic; g[i] -- n[i] : 50 GB/s }\nnode Store { n : nic; c : cpu; c -- n : 50 GB/s }\n';

// Two leaves with 3 nodes of 50 GB/s each below, 40 + 20 GB/s up.
it('by hand', () =>
  check(
    `${node}cluster C { h[3] : N; leaf[2] : switch; spine[2] : switch
  h[*].n[r] -- leaf[r] : 50 GB/s; leaf[*] -- spine[0] : 40 GB/s; leaf[*] -- spine[1] : 20 GB/s }`,
    2.5,
  ));
// One way down carries nothing up: 50 GB/s below, 25 up.
it('one-way links count as they point', () =>
  check(
    `cluster C { g[2] : gpu; leaf[2] : switch; spine : switch
  g[i] -- leaf[i] : 50 GB/s; leaf[*] -> spine : 25 GB/s; spine -> leaf[*] : 100 GB/s }`,
    2,
  ));

const fabric = fc
  .record({
    nodes: fc.integer({ min: 1, max: 5 }),
    leaves: fc.integer({ min: 1, max: 3 }),
    spines: fc.integer({ min: 0, max: 3 }),
    cores: fc.integer({ min: 0, max: 2 }),
    stores: fc.integer({ min: 0, max: 2 }),
    up: fc.integer({ min: 1, max: 9 }),
    pods: fc.integer({ min: 1, max: 3 }),
    shortcut: fc.boolean(),
    stepped: fc.integer({ min: 0, max: 2 }),
  })
  .map(
    ({ nodes, leaves, spines, cores, stores, up, pods, shortcut, stepped }) => `${node}
cluster Pod {
  h[${nodes}] : N; leaf[${leaves}] : switch; spine[${spines}] : switch; store[${stores}] : Store
  h[i].n[r] -- leaf[(i + r) % ${leaves}] : 50 GB/s
  store[*].n -- spine[*] : 10 GB/s
  leaf[l] -- spine[s] : ${up} GB/s where l >= s - ${stepped}
  ${shortcut && spines > 0 ? 'h[0].n[0] -- spine[0] : 7 GB/s' : ''}
}
cluster C {
  pod[${pods}] : Pod; core[${cores}] : switch
  pod[*].spine[*] -- core[*] : 30 GB/s
}`,
  );

it('of any fabric', () =>
  fc.assert(
    fc.property(fabric, (text) => check(text)),
    { numRuns: 100 },
  ));
