// A small edit moves little: what stands on both sides of it keeps its order, and nearly all keeps its place.
import ELK from 'elkjs/lib/elk.bundled.js';
import { expect, it } from 'vitest';
import { boxesOf, type Layout, layOut, plainView } from '../../client/diagram/diagram.ts';
import { scene } from '../../server/features/scene.ts';
import { Workspace } from '../../server/workspace.ts';

const elk = new ELK();

async function layoutOf(text: string): Promise<Layout> {
  const uri = 'file:///edited.topo';
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const drawn = scene(workspace, uri, 'Root');
  if ('refused' in drawn) throw new Error(drawn.refused);
  return layOut(drawn, plainView, elk);
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The middle of all that is drawn, by path. */
const spotsOf = (layout: Layout): Map<string, Spot> =>
  new Map(boxesOf(layout).map(({ path, x, y, width, height }) => [path, { x: x + width / 2, y: y + height / 2 }]));

/** The value that comes most often, to the pixel. */
function usual(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values.map(Math.round)) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

interface Difference {
  /** By path: how far sideways, and whether at all, beyond 2 px and beside what most moved by. */
  readonly moved: readonly { readonly path: string; readonly sideways: number }[];
  /** Neighbours of a row that changed sides. */
  readonly flips: readonly string[];
}

/** Of what both pictures have. */
function compare(before: Map<string, Spot>, after: Map<string, Spot>): Difference {
  const both = [...before].flatMap(([path, from]) => {
    const to = after.get(path);
    return to ? [{ path, from, to }] : [];
  });
  const dx = usual(both.map(({ from, to }) => to.x - from.x));
  const dy = usual(both.map(({ from, to }) => to.y - from.y));
  const shifts = both.map(({ path, from, to }) => ({ path, sideways: to.x - from.x - dx, down: to.y - from.y - dy }));
  const flips = both.flatMap((a, i) =>
    both
      .slice(i + 1)
      .filter((b) => Math.abs(a.from.y - b.from.y) < 1 && (a.from.x - b.from.x) * (a.to.x - b.to.x) < 0)
      .map((b) => `${a.path}, ${b.path}`),
  );
  return { moved: shifts.filter(({ sideways, down }) => Math.hypot(sideways, down) > 2), flips };
}

const server = ({ nics = 8, gpus = 8, more = '' } = {}): string => `node Root {
  cpu[2]      : Xeon_8480C
  pcie[4]     : PEX89144
  gpu[${gpus}] : H100_SXM
  nic[${nics}] : ConnectX7
  nvs[4]      : NVSwitch3
  cpu[0] -- cpu[1] : UPI2 x3
  pcie[i] -- cpu[i / 2] : PCIe5 x16
  gpu[i] -- pcie[i / 2] : PCIe5 x16
  nic[i] -- pcie[i / 2] : PCIe5 x16
  gpu[*] -- nvs[0] : NVLink4 x5
  gpu[*] -- nvs[1..2] : NVLink4 x4
  gpu[*] -- nvs[3] : NVLink4 x5
  ${more}
}`;
const unit = ({ nodes = 32, spines = 4, more = '' } = {}): string => `cluster Root {
  dgx[${nodes}] : DGX_H100
  leaf[8] : QM9700
  spine[${spines}] : QM9700
  dgx[n].nic[r] -- leaf[r] : NDR
  leaf[*] -- spine[*] : NDR
  ${more}
}`;
const pod = ({ sus = 4, spines = 16 } = {}): string =>
  `cluster Root : DGX_H100_SuperPOD(sus = ${sus}, spines = ${spines})`;
const torus = (width: number): string => `cluster Root {
  chip[8][${width}] : TPUv4
  chip[i][j] -- chip[(i + 1) % 8][j] : ICI_v4
  chip[i][j] -- chip[i][(j + 1) % ${width}] : ICI_v4
}`;
const tree = (gpus: number): string => `cluster Root {
  g[${gpus}] : gpu
  mid[2] : switch
  root : switch
  g[i] -- mid[i / 5] : 50 GB/s
  mid[*] -- root : 50 GB/s
}`;

/** Room for one device and the gap beside it; taken away or added, what stands left and right shares it. */
const slot = 80 + 12;
/** The same for a server as a card, with a port every 25 px, and for a unit of eight columns. */
const card = 8 * 25 + 50;
const unitWide = 8 * 62 + 50;
const nothing = /^$/;
const anything = /./;

// Each: what is edited, what may move at all, and how far to the side.
it.each([
  ['a NIC comes unplugged', server(), server({ more: 'without nic[3] -- pcie[1]' }), nothing, 0],
  [
    'a cable to a leaf goes',
    unit({ nodes: 4 }),
    unit({ nodes: 4, more: 'without dgx[1].nic[3] -- leaf[3]' }),
    nothing,
    0,
  ],
  ['32 servers to 33: a cell more', unit(), unit({ nodes: 33 }), nothing, 0],
  ['4 spines to 8: one bar as before', unit(), unit({ spines: 8 }), nothing, 0],
  ['16 spines to 8: one bar as before', pod(), pod({ spines: 8 }), nothing, 0],
  ['3 units to 4: the spines reach further', pod({ sus: 3 }), pod({ sus: 4 }), /^spine$/, unitWide / 2],
  ['torus 8 x 8 to 8 x 9: a column more', torus(8), torus(9), nothing, 0],
  ['a GPU more on a tree: the switches over it', tree(9), tree(10), /^(root|mid\[1\])$/, slot / 2],
  // The other GPU of its switch comes to the middle, and the bar below ends half a slot earlier.
  ['GPUs 8 to 7', server(), server({ gpus: 7 }), /^(gpu\[6\]|cpu\[1\]|nvs)$/, slot / 2],
  // Those of the second socket move together, by less than a slot; the bar is half as wide.
  ['GPUs 8 to 4', server(), server({ gpus: 4 }), /^(nic\[[4-7]\]|pcie\[[23]\]|cpu\[1\]|nvs)$/, 4 * slot],
  // The four servers stand; the leaves share the room of five.
  ['a fifth server', unit({ nodes: 4 }), unit({ nodes: 5 }), /^(leaf|spine)/, card],
  ['a NIC less', server(), server({ nics: 7 }), anything, slot / 2],
  ['a GPU on two switches', server(), server({ more: 'gpu[1] -- pcie[1] : PCIe5 x16' }), anything, slot],
  ['a NIC on two switches', server(), server({ more: 'nic[1] -- pcie[1] : PCIe5 x16' }), anything, slot],
])('%s', async (_edit, before, after, mayMove, most) => {
  const { moved, flips } = compare(spotsOf(await layoutOf(before)), spotsOf(await layoutOf(after)));
  expect(flips).toEqual([]);
  expect(moved.filter(({ path, sideways }) => !mayMove.test(path) || Math.abs(sideways) > most)).toEqual([]);
});

it('with NICs fewer or more than GPUs, those of the other switches keep their columns', async () => {
  const spots = spotsOf(await layoutOf(server({ nics: 7 })));
  for (const i of [0, 1, 2, 3, 4, 5]) expect(spots.get(`nic[${i}]`)?.x).toBeCloseTo(spots.get(`gpu[${i}]`)?.x ?? 0, 1);
});
