// What every picture must keep, over all scenes; then what single ones must show.
import { describe, expect, it } from 'vitest';
import { Cancelled, draw, find, layOut, makeLayoutCache, plainView, svgText } from '../../client/diagram/diagram.ts';
import { origin } from '../../client/diagram/find.ts';
import type { Box, Route } from '../../client/diagram/model.ts';
import { pointsAlong } from '../../client/diagram/path.ts';
import { faultsOf, meet, readPicture } from './picture.ts';
import {
  dgx1,
  dgxA100,
  dgxH100,
  empty,
  gapped,
  huge,
  mi300x,
  rails,
  ring,
  scenes,
  superpod,
  torus,
  tree,
} from './scenes.ts';
import { crossings, elk, lay, overlaps, placedIn } from './support.ts';

const views = {
  'as it comes': plainView,
  'buses, opened members': {
    manners: { nvs: 'bus', 'dgx[0]': 'open', 'dgx[1]': 'open', 'dgx[0].nvs': 'bus', spine: 'boxes' },
  },
  'all in stacks': {
    manners: { dgx: 'stack', leaf: 'stack', spine: 'stack', gpu: 'stack', su: 'stack', nvs: 'stack' },
  },
} as const;

describe.each(scenes)('%s', (_name, body) => {
  it.each(Object.entries(views))('%s: boxes and words apart, lines clear, the same again', async (_view, view) => {
    const layout = await lay(body, view);
    expect(overlaps(layout)).toEqual([]);
    expect(crossings(layout)).toEqual([]);
    expect(faultsOf(readPicture(draw(layout)))).toEqual([]);
    expect(svgText(draw(await lay(body, view)))).toBe(svgText(draw(layout)));
  });

  it('asks ELK at most once a template, and not at all the second time', async () => {
    const cache = makeLayoutCache();
    const scene = body.scene();
    await layOut(scene, plainView, elk, undefined, cache);
    expect(cache.runs).toBeLessThanOrEqual(scene.templates.length);
    const { runs } = cache;
    await layOut(scene, plainView, elk, undefined, cache);
    expect(cache.runs).toBe(runs);
  });

  it('draws every part, each member once', async () => {
    const { root } = await lay(body);
    root.template.parts.forEach((part, i) => {
      const places = root.boxes.filter((box) => box.part === i && !box.id.startsWith('~')).flatMap((box) => box.places);
      expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: part.count }, (_, place) => place));
    });
  });
});

const isBar = ({ form, flexible }: Box): boolean => (form === 'bar' || form === 'clique') && flexible;
/** Lines between a switch drawn as a bar and a device. */
const barRoutes = (routes: readonly Route[]): Route[] =>
  routes.filter(
    ({ link: { a, b } }) =>
      (isBar(a) && b.form === 'device' && b.class !== 'cpu') || (isBar(b) && a.form === 'device' && a.class !== 'cpu'),
  );
const isUpright = ({ course }: Route): boolean =>
  course.segments.every(({ to, c1 }) => !c1 && Math.abs(to.x - course.from.x) < 0.5);

describe('straight lines', () => {
  // 8 GPUs and 8 NICs to their PCIe switches, 8 GPUs to the bar of NVSwitches or of the mesh.
  it.each([
    [dgxH100, 24],
    [dgxA100, 24],
    [mi300x, 24],
    // 2 + 4 + 8, the first two between switches.
    [tree, 8],
  ])('all of them: %#', async (body, count) => {
    const { root } = await lay(body);
    const routes = barRoutes(root.routes);
    expect(routes.length).toBe(count);
    expect(routes.filter((route) => !isUpright(route))).toEqual([]);
  });

  it('columns of NICs and GPUs coincide', async () => {
    const layout = await lay(dgxH100);
    for (let i = 0; i < 8; i++) {
      const [gpu, nic] = [find(layout, `gpu[${i}]`), find(layout, `nic[${i}]`)];
      expect((gpu?.x ?? 0) + (gpu?.width ?? 0) / 2).toBeCloseTo((nic?.x ?? 1) + (nic?.width ?? 0) / 2, 0);
    }
  });
});

describe('order', () => {
  it.each([
    ['DGX H100', dgxH100],
    ['DGX A100', dgxA100],
    ['MI300X', mi300x],
    ['tree', tree],
  ])('%s: GPUs from left to right as in the file', async (_name, body) => {
    const layout = await lay(body);
    const xs = Array.from({ length: 8 }, (_, i) => find(layout, `gpu[${i}]`)?.x ?? Number.NaN);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
  });

  it('network above, then NICs, CPUs, PCIe, GPUs; NVSwitches at the bottom', async () => {
    const layout = await lay(dgxH100);
    const ys = ['nic[0]', 'cpu[0]', 'pcie[0]', 'gpu[0]', 'nvs'].map((path) => find(layout, path)?.y ?? Number.NaN);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    const cluster = await lay(rails(4, 4));
    const rows = ['spine', 'leaf[0]', 'dgx[0]'].map((path) => find(cluster, path)?.y ?? Number.NaN);
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
  });

  it('the two quads of a DGX-1 stand side by side', async () => {
    const layout = await lay(dgx1);
    const column = (path: string) => find(layout, path)?.x ?? Number.NaN;
    const quad = [0, 1, 2, 3].map((i) => column(`gpu[${i}]`));
    const other = [4, 5, 6, 7].map((i) => column(`gpu[${i}]`));
    expect(Math.max(...quad)).toBeLessThan(Math.min(...other));
    expect(column('gpu[0]')).toBe(column('gpu[1]'));
  });

  it('a ring of 8 is two rows that run back', async () => {
    const layout = await lay(ring(8));
    const at = (i: number) => find(layout, `gpu[${i}]`) ?? { x: Number.NaN, y: Number.NaN };
    for (let i = 0; i < 4; i++) expect(at(i).x).toBeCloseTo(at(7 - i).x);
    expect(at(0).y).toBe(at(3).y);
    expect(at(4).y).toBe(at(7).y);
    expect(at(0).y).toBeLessThan(at(4).y);
  });

  it('a torus is laid out as it is indexed', async () => {
    const layout = await lay(torus(4));
    for (let x = 0; x < 4; x++)
      for (let y = 1; y < 4; y++) {
        const [before, here] = [find(layout, `chip[${x}][${y - 1}]`), find(layout, `chip[${x}][${y}]`)];
        expect(here?.y).toBe(before?.y);
        expect(here?.x).toBeGreaterThan(before?.x ?? Number.NaN);
      }
  });
});

describe('size', () => {
  it('131,072 GPUs are three stacks', async () => {
    const layout = await lay(huge);
    expect(layout.root.boxes.map(({ form }) => form)).toEqual(['stack', 'stack', 'stack']);
    expect(svgText(draw(layout)).length).toBeLessThan(20_000);
  });

  it('four opened units are laid out once', async () => {
    const layout = await lay(superpod);
    const units = layout.root.boxes.filter(({ form }) => form === 'open');
    expect(units.length).toBe(4);
    expect(placedIn(layout.root).size).toBe(2);
  });

  it('an empty cluster has a frame', async () => {
    const layout = await lay(empty);
    expect(layout.width).toBeGreaterThan(100);
    expect(layout.root.boxes).toEqual([]);
  });
});

it('lines from wide above keep clear of the count on a stack', async () => {
  const layout = await lay(rails(72, 4));
  const [count] = readPicture(draw(layout)).pills.filter(({ isCount }) => isCount);
  const frame = origin(layout);
  const near = layout.root.routes.flatMap(({ course }) =>
    pointsAlong(course).filter(({ x, y }) => meet(count, { x: x + frame.x - 3, y: y + frame.y, width: 6, height: 1 })),
  );
  expect(near).toEqual([]);
});

it('absent places are gaps, without lines', async () => {
  const { root } = await lay(gapped);
  const gaps = root.boxes.filter(({ absent }) => absent);
  expect(gaps.map(({ id }) => id).sort()).toEqual(['dgx[2]', 'leaf[3]']);
  for (const { link } of root.routes) expect([link.a, link.b].some(({ absent }) => absent)).toBe(false);
});

it('stops between two ELK runs when told to', async () => {
  const token = { cancelled: false };
  const counting = {
    runs: 0,
    layout: (graph: Parameters<typeof elk.layout>[0]) => {
      counting.runs++;
      token.cancelled = true;
      return elk.layout(graph);
    },
  };
  await expect(layOut(superpod.scene(), plainView, counting as never, token)).rejects.toBeInstanceOf(Cancelled);
  expect(counting.runs).toBe(1);
});
