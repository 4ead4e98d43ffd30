import { expect, test } from 'vitest';
import { curvesOf } from '../../client/webview/curves.ts';
import { recall, remember } from '../../client/webview/kept.ts';
import { Latest } from '../../client/webview/latest.ts';
import {
  type Action,
  chosen,
  costsQuestion,
  curveQuestion,
  explained,
  initial,
  reduce,
  type State,
  whyQuestion,
} from '../../client/webview/state.ts';
import { nextLink, step } from '../../client/webview/walk.ts';
import { boxScene, clusterScene, costs, grownScene, uri, why } from './fakes.ts';

const after = (...actions: Action[]): State => actions.reduce(reduce, initial);
const scene = (of = clusterScene): Action => ({ type: 'scene', scene: of });
const opened: Action = { type: 'panel', open: true };
const answer = (settled = true): Action => ({ type: 'answer', slot: 'costs', answer: costs, settled });

test('broken text keeps the scene and says why; a new scene takes the notice away', () => {
  const broken = after(scene(), { type: 'noScene', why: 'Cluster has errors' });
  expect([broken.scene, broken.noScene]).toEqual([clusterScene, 'Cluster has errors']);
  expect(reduce(broken, scene(grownScene)).noScene).toBeUndefined();
});

test('nothing is asked while the panel is shut', () => {
  expect(costsQuestion(after(scene()))).toBeUndefined();
  expect(costsQuestion(after(opened))).toBeUndefined();
});

test('why is asked once there are numbers, of the algorithm on top; an answer about others is not shown', () => {
  expect(whyQuestion(after(scene(), opened))).toBeUndefined();
  const numbers = after(scene(), opened, answer());
  expect(whyQuestion(numbers)?.algorithm).toBe('hierarchical');
  expect(whyQuestion(reduce(numbers, { type: 'asked', slot: 'costs' }))).toBeUndefined();
  const told = reduce(numbers, { type: 'explained', answer: why });
  expect(explained(told)).toEqual(why);
  expect(explained(reduce(told, { type: 'algorithm', algorithm: 'ring' }))).toBeUndefined();
  expect(explained(reduce(numbers, { type: 'explained', answer: { ...why, timeUs: 10 } }))).toBeUndefined();
  expect(explained(reduce(told, { type: 'explained', answer: { refused: 'too long' } }))).toBeUndefined();
});

test('the question says what the form says, and leaves out what is the usual', () => {
  const form: Action = { type: 'form', change: { collective: 'alltoall', size: 4096, over: ' box[0].gpu[*] ' } };
  expect(costsQuestion(after(scene(), opened))).toEqual({ root: 'Cluster', collective: 'allreduce', size: 2 ** 28 });
  expect(costsQuestion(after(scene(), opened, form, { type: 'algorithm', algorithm: 'direct' }))).toEqual({
    root: 'Cluster',
    collective: 'alltoall',
    size: 4096,
    over: 'box[0].gpu[*]',
    algorithm: 'direct',
  });
});

test('a barrier has no size and no curve', () => {
  const barrier = after(scene(), opened, { type: 'form', change: { collective: 'barrier' } });
  expect(costsQuestion(barrier)?.size).toBe(0);
  expect(curveQuestion(barrier)).toBeUndefined();
});

test('the curve does not depend on the size or the algorithm chosen', () => {
  const before = after(scene(), opened);
  const moved = reduce(reduce(before, { type: 'form', change: { size: 1024 } }), {
    type: 'algorithm',
    algorithm: 'ring',
  });
  expect(curveQuestion(moved)).toEqual(curveQuestion(before));
});

test('a refusal keeps the numbers that were there', () => {
  const refused: Action = { type: 'answer', slot: 'costs', answer: { refused: 'no ranks' }, settled: true };
  expect(after(scene(), opened, answer(), refused).costs).toEqual({
    result: costs,
    refused: 'no ranks',
    waiting: false,
  });
  expect(after(scene(), opened, refused, answer()).costs.refused).toBeUndefined();
});

test('another root forgets what was true of the first; another text of the same root does not', () => {
  const priced = after(scene(), opened, { type: 'form', change: { over: 'box[0].gpu[*]' } }, answer());
  expect(reduce(priced, scene(boxScene))).toMatchObject({ costs: { waiting: false }, form: { over: '' } });
  expect(reduce(priced, scene(grownScene)).costs.result).toBe(costs);
});

test('the pinned algorithm stands on top while it applies, else the fastest', () => {
  const priced = after(scene(), opened, answer());
  expect(chosen(priced)?.name).toBe('hierarchical');
  expect(chosen(reduce(priced, { type: 'algorithm', algorithm: 'tree' }))?.name).toBe('tree');
  expect(chosen(reduce(priced, { type: 'algorithm', algorithm: 'bruck' }))?.name).toBe('hierarchical');
});

test('one question is on the way at a time, and of those that wait the newest goes next', () => {
  const sent: string[] = [];
  const taken: string[] = [];
  const latest = new Latest<string, string>(
    (id, question) => sent.push(`${id} ${question}`),
    (reply, settled) => taken.push(`${reply} ${settled}`),
  );
  for (const question of ['a', 'b', 'c']) latest.ask(question);
  latest.answered(7, 'of nobody');
  latest.answered(1, 'A');
  latest.answered(1, 'A again');
  latest.answered(2, 'C');
  expect(sent).toEqual(['1 a', '2 c']);
  expect(taken).toEqual(['A false', 'C true']);
});

test('bus bandwidth over size follows from the times: 1 GiB in 4 ms is 268 GB/s, times 31/16 on 32 ranks', () => {
  const factor = (2 * 31) / 32;
  const measured = { timeUs: 5000, lowUs: 4500, highUs: 5500 };
  const curves = curvesOf(
    {
      ...costs,
      algorithms: [{ name: 'ring', timeUs: 1, algbwGBps: 100, busbwGBps: 100 * factor }],
      sweep: [
        { sizeBytes: 2 ** 30, timesUs: [4000], measured },
        { sizeBytes: 8, timesUs: [null] },
      ],
    },
    'busbw',
  );
  expect(curves.values[0][0]).toBeCloseTo((2 ** 30 / 4e-3 / 1e9) * factor, 6);
  expect(curves.values[0][1]).toBeNull();
  // What one will measure, and its band: the faster end is the higher one.
  expect(curves.measured.map(([first]) => first)).toEqual(
    [5000, 4500, 5500].map((us) => expect.closeTo((2 ** 30 / us / 1e3) * factor, 6)),
  );
  expect(curves.measured.map(([, second]) => second)).toEqual([null, null, null]);
});

test('a slowdown is told in times the fastest at the size; the fastest changes where another one becomes it, in sight', () => {
  const sweep = [
    { sizeBytes: 8, timesUs: [10, 5] },
    { sizeBytes: 2 ** 20, timesUs: [20, 60] },
  ];
  const fastest = [
    { algorithm: 'tree', fromBytes: 1, toBytes: 4096 },
    { algorithm: 'ring', fromBytes: 4096, toBytes: 2 ** 34 },
  ] as const;
  const algorithms = (['ring', 'tree'] as const).map((name) => ({ name, timeUs: 1, algbwGBps: 1, busbwGBps: 1 }));
  const curves = curvesOf({ ...costs, algorithms, sweep, fastest }, 'slowdown');
  expect(curves.values).toEqual([
    [2, 1],
    [1, 3],
  ]);
  expect(curves.measured).toEqual([]);
  expect(curves.crossings).toEqual([{ bytes: 4096, from: 'tree', to: 'ring' }]);
});

test('arrow keys go to the nearest box that way, along a link before past one', () => {
  const boxes = ['a', 'b', 'c', 'd'].map((path, i) => ({ path, x: i * 100, y: 0, width: 80, height: 40 }));
  const bar = { path: 'bar', x: 0, y: 100, width: 380, height: 40 };
  const all = [...boxes, bar];
  const none = (): boolean => false;
  expect(step(all, boxes[1], 'right', none)).toBe('c');
  expect(step(all, boxes[1], 'right', (path) => path === 'd')).toBe('d');
  expect(step(all, boxes[3], 'down', none)).toBe('bar');
  expect(step(all, boxes[0], 'left', none)).toBeUndefined();
});

test('what was kept for another document, or by something else, is not taken', () => {
  const page = {
    view: { manners: {} },
    form: initial.form,
    colourBy: 'links',
    panelOpen: true,
    shows: 'tables',
  } as const;
  const kept = remember(undefined, { uri, title: 'cluster.topo', locked: true }, page);
  expect([kept.uri, kept.locked]).toEqual([uri, true]);
  expect(recall(kept, uri)).toMatchObject({ panelOpen: true, shows: 'tables' });
  expect(recall(kept, 'file:///other.topo')).toBeUndefined();
  expect(recall({ uri, documents: [[uri, {}]] }, uri)).toBeUndefined();
  expect(recall({ uri }, uri)).toBeUndefined();
  expect(recall(undefined, uri)).toBeUndefined();
});

test('each document is found again as it was left, the latest dozen of them', () => {
  const page = {
    view: { manners: {} },
    form: initial.form,
    colourBy: 'links',
    panelOpen: false,
    shows: 'diagram',
  } as const;
  let kept: unknown;
  for (let i = 0; i < 14; i++)
    kept = remember(kept, { uri: `file:///${i}.topo`, title: '', locked: false }, { ...page, root: `R${i}` });
  kept = remember(kept, { uri: 'file:///5.topo', title: '', locked: false }, { ...page, root: 'again' });
  expect(recall(kept, 'file:///5.topo')?.root).toBe('again');
  expect(recall(kept, 'file:///13.topo')?.root).toBe('R13');
  expect([1, 2, 3].map((i) => recall(kept, `file:///${i}.topo`)?.root)).toEqual([undefined, 'R2', 'R3']);
});

test('another link of a box, round and round', () => {
  const links = ['a', 'b', 'b', 'c'].map((link) => ({ path: `to ${link}`, link }));
  expect(nextLink(links, undefined, 1)).toBe('a');
  expect(nextLink(links, 'b', 1)).toBe('c');
  expect(nextLink(links, 'c', 1)).toBe('a');
  expect(nextLink(links, undefined, -1)).toBe('c');
  expect(nextLink(links, 'gone', 1)).toBe('a');
  expect(nextLink([], 'a', 1)).toBeUndefined();
});
