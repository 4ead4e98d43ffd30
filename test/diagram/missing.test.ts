// A small difference in the text is a small difference in the picture: a node with one link less keeps its arrangement, what is
// taken out is not counted; and what the first pictures got wrong: crowds of NICs, links that go one way, arcs over the title.
import { describe, expect, it } from 'vitest';
import { draw, layOut, plainView, svgText } from '../../client/diagram/diagram.ts';
import type { Layout } from '../../client/diagram/model.ts';
import { pointsAlong } from '../../client/diagram/path.ts';
import type { Scene } from '../../server/protocol.ts';
import { Body, dgxA100, dgxH100, gapped, media, mi300x } from './scenes.ts';
import { crossings, elk, lay, nodesOf, overlaps } from './support.ts';

/** The scene without one link of its root. */
function less(scene: Scene, at: number): Scene {
  const [root, ...others] = scene.templates;
  const links = root.links.filter((_, i) => i !== at);
  return { ...scene, templates: [{ ...root, links, key: `${root.key} less ${at}` }, ...others] };
}

const boxesIn = ({ root }: Layout) =>
  new Map(root.boxes.map(({ id, x, y, width }) => [id, [x, y, width].map(Math.round).join(' ')]));

describe('one link less', () => {
  // The last link of each is one between GPUs, or of a GPU to a switch.
  it.each([
    ['MI300X', mi300x],
    ['DGX H100', dgxH100],
    ['DGX A100', dgxA100],
  ])('%s: no box moves', async (_name, body) => {
    const scene = body.scene();
    const before = await layOut(scene, plainView, elk);
    const after = await layOut(less(scene, scene.templates[0].links.length - 1), plainView, elk);
    expect(boxesIn(after)).toEqual(boxesIn(before));
    expect(overlaps(after)).toEqual([]);
  });

  it('is said on the line that lacks it', async () => {
    const scene = dgxA100.scene();
    // The last is GPU 7's to NVSwitch 5, two of its twelve NVLinks.
    const text = svgText(draw(await layOut(less(scene, scene.templates[0].links.length - 1), plainView, elk)));
    expect(text).toContain('>10 ×<');
    expect(text).toContain('12 × NVLink3');
  });
});

it('the header counts what is there', async () => {
  const { children } = draw(await lay(gapped));
  // Of four servers of eight GPUs one is taken out.
  expect(svgText({ name: 'g', attributes: {}, children })).toContain('3 × DGX H100 · 24 GPUs');
});

it('NICs that hang on one switch are one box where there are many', async () => {
  const body = new Body('Many', 'node', (b) => {
    b.part('cpu', 2, 'cpu');
    b.part('sw', 8, 'switch');
    b.part('gpu', 8, 'gpu');
    b.part('nic', [8, 4], 'nic', 'EFAv2');
    for (let i = 0; i < 8; i++) {
      b.link(`sw ${i}`, `cpu ${i >> 2}`, media.pcie3);
      b.link(`gpu ${i}`, `sw ${i}`, media.pcie5);
      for (let k = 0; k < 4; k++) b.link(`nic ${4 * i + k}`, `sw ${i}`, media.pcie3);
    }
  });
  const closed = await lay(body);
  const nics = closed.root.boxes.filter((box) => box.class === 'nic');
  expect(nics.map(({ id, sub }) => `${id} ${sub}`)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `nic[${i}] 4 × EFAv2`));
  const apart = await lay(body, { manners: { nic: 'boxes' } });
  expect(apart.root.boxes.filter((box) => box.class === 'nic').length).toBe(32);
  expect(overlaps(closed)).toEqual([]);
});

it('a link that goes one way has a head at its end', async () => {
  const body = new Body('Way', 'cluster', (b) => {
    b.part('gpu', 2, 'gpu');
    b.link('gpu 1', 'gpu 0', media.bare);
  });
  const scene = body.scene();
  const [root] = scene.templates;
  const heads = async (directed: boolean) => {
    const links = root.links.map((link) => ({ ...link, directed }));
    const layout = await layOut({ ...scene, templates: [{ ...root, key: `${directed}`, links }] }, plainView, elk);
    const tips = nodesOf(draw(layout)).filter(({ attributes }) => attributes.class === 'head');
    const [{ x, width }] = layout.root.boxes.filter(({ id }) => id === 'gpu[0]');
    return { tips: tips.map(({ attributes }) => Number(attributes.d?.slice(1).split(' ')[0])), edge: x + width };
  };
  expect((await heads(false)).tips).toEqual([]);
  const { tips, edge } = await heads(true);
  expect(tips).toEqual([edge]);
});

describe('cards in a ring', () => {
  const box = new Body('Box', 'node', (b) => b.part('gpu', 4, 'gpu'));
  const ring = new Body('Cards', 'cluster', (b) => {
    b.part('server', 4, box);
    for (let i = 0; i < 4; i++) b.link(`server ${i} gpu[0]`, `server ${(i + 1) % 4} gpu[0]`, media.ici);
  });

  it('no line in the title, one name for all', async () => {
    const layout = await lay(ring);
    // The title ends at 32, its letters' feet included.
    for (const { course } of layout.root.routes) for (const { y } of pointsAlong(course)) expect(y).toBeGreaterThan(34);
    expect(crossings(layout)).toEqual([]);
    expect(svgText(draw(layout)).match(/class="badge/g)).toBeNull();
  });
});
