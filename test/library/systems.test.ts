// The systems of the library: each passes its own checks, what it expects of itself (the published figures) holds, and what
// its parameters make is what the tables of the vendors say.
import { describe, expect, it } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { Workspace } from '../../server/workspace.ts';
import { analyse } from '../semantics/support.ts';
import { files } from './support.ts';

function checkExpectations(file: FileSemantics, name: string): void {
  const asked = questionsOf(file).filter(({ template }) => template.name === name);
  expect(asked.length).toBeGreaterThan(0);
  for (const each of asked) {
    const { source } = each.question;
    const question = file.tree.text.slice(source.start, source.end);
    const { ok, findings } = new Answers().answer(file, each);
    expect({ question, findings, ok }).toEqual({ question, findings: [], ok: true });
  }
}

const ofSystems = files.filter(({ uri }) => uri.includes('/systems/'));
const systems = ofSystems.flatMap((file) =>
  [...file.definitions.values()].filter(({ sort }) => sort === 'body').map(({ name }) => ({ name, file })),
);

describe('what a system expects of itself holds', () => {
  it.each(systems)('$name', ({ name, file }) => checkExpectations(file, name));

  it.each(ofSystems)('$uri has no finding where one opens it', ({ uri, tree }) => {
    const workspace = new Workspace();
    workspace.update(uri, tree.text, 1);
    expect(diagnostics(workspace, uri)).toEqual([]);
  });

  it('and nobody who uses it is asked again', () => {
    expect(questionsOf(analyse('cluster C { d[2] : DGX_H100 }\nnode N : DGX_H100\ncluster P : DGX_H100_SU'))).toEqual(
      [],
    );
  });
});

/** Of a system with these arguments, all this holds. */
function check(of: string, ...truths: readonly string[]): void {
  const file = analyse(`cluster C : ${of} {\n${truths.map((truth) => `  expect ${truth}\n`).join('')}}\n`);
  expect(file.findings()).toEqual([]);
  checkExpectations(file, 'C');
}

describe('pods', () => {
  // NVIDIA DGX SuperPOD H100 reference architecture, table 4: units, nodes, leaves, spines; 8 cables a node, 32 up from each leaf.
  it.each([
    [1, 31, 8, 4],
    [2, 63, 16, 8],
    [3, 95, 24, 16],
    [4, 127, 32, 16],
  ])('H100, %d units: %d nodes, %d leaves, %d spines', (sus, nodes, leaves, spines) =>
    check(
      `DGX_H100_SuperPOD(sus = ${sus}, spines = ${spines})`,
      `count(DGX_H100) == ${nodes}`,
      `count(QM9700) == ${leaves + spines}`,
      `count(NDR) == ${8 * nodes + 32 * leaves}`,
    ),
  );

  // NVIDIA DGX SuperPOD B200 reference architecture: units, leaves, spines, cores.
  it.each([
    [2, 16, 8],
    [4, 32, 16],
    [8, 64, 32],
  ])('B200, %d units: %d leaves, %d spines', (sus, leaves, spines) =>
    check(
      `DGX_B200_SuperPOD(sus = ${sus})`,
      `count(QM9700) == ${leaves + spines}`,
      `count(NDR) == ${64 * leaves}`,
      'oversubscription == 1',
    ),
  );
  it.each([
    [16, 128, 128, 64],
    [32, 256, 256, 128],
    [64, 512, 512, 256],
  ])('B200, %d units: %d leaves, %d spines, %d cores', (sus, leaves, spines, cores) =>
    check(
      `DGX_B200_SuperPOD_3Tier(sus = ${sus})`,
      `count(QM9700) == ${leaves + spines + cores}`,
      `count(NDR) == ${32 * leaves + 32 * leaves + 32 * spines}`,
    ),
  );

  // NVIDIA DGX SuperPOD B300 XDR reference architecture, table 3: units, nodes, leaves, spines.
  it.each([
    [1, 72, 8, 4],
    [4, 288, 32, 18],
    [8, 576, 64, 36],
  ])('B300, %d units: %d nodes, %d leaves, %d spines', (sus, nodes, leaves, spines) =>
    check(
      `DGX_B300_SuperPOD(sus = ${sus}, spines = ${spines})`,
      `count(DGX_B300) == ${nodes}`,
      `count(Q3400) == ${leaves + spines}`,
      'oversubscription == 1',
    ),
  );
});

// Hot Chips 34, NVSwitch: 20, 16, 16 and 20 ports of a node's switches go out, and no port of the upper tier (128 each) stays free.
it('the second tier of NVLink under 32 DGX H100', () => {
  const out = [20, 16, 16, 20].map(
    (ports, s) => `bandwidth(dgx[7].nvs[${s}], upper[*], without = dgx[7].gpu[*]) == ${ports * 25} GB/s`,
  );
  check('DGX_H100_NVLink256', ...out, 'bandwidth(upper[17], dgx[*]) == 3.2 TB/s');
});

// RCCL src/graph/rome_models.cc, MI250X: links of every pair of dies that has any, 50 GB/s each.
it('the links of a MI250X node', () => {
  const links = new Map<string, number>(
    Object.entries({ '0,1': 4, '2,3': 4, '4,5': 4, '6,7': 4, '0,6': 2, '2,4': 2 }).concat(
      ['0,2', '1,3', '1,5', '3,7', '4,6', '5,7'].map((pair) => [pair, 1]),
    ),
  );
  const truths: string[] = [];
  for (let a = 0; a < 8; a++)
    for (let b = a + 1; b < 8; b++)
      truths.push(
        `bandwidth(box.gpu[${a}], box.gpu[${b}], without = box.cpu) == ${50 * (links.get(`${a},${b}`) ?? 0)} GB/s`,
      );
  const file = analyse(`cluster C {\n  box : MI250X_Node\n${truths.map((truth) => `  expect ${truth}\n`).join('')}}\n`);
  checkExpectations(file, 'C');
});

// Across: half of each side, added up. Bisection: the 16 rings along the longest side, each crossed twice, at 50 or 100 GB/s.
it.each([
  ['TPUv4_Slice(x = 4, y = 4, z = 4)', 6, 1600],
  ['TPUv5p_Slice(x = 4, y = 4, z = 4)', 6, 3200],
  ['TPUv5p_Slice(x = 4, y = 4, z = 8)', 8, 3200],
])('%s: %d links across, bisection %d GB/s', (of, links, rate) =>
  check(of, `diameter == ${links}`, `bisection == ${rate} GB/s`),
);
