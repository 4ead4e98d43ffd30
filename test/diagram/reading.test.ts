// The picture for those who look for a thing in it, and for those who read it as tables.
import { describe, expect, it } from 'vitest';
import { boxRows, drawnPath, linkRows, neighbours, openTo, plainView } from '../../client/diagram/diagram.ts';
import { type Body, dgxH100, huge, rails, ring, star, superpod } from './scenes.ts';
import { lay } from './support.ts';

/** In the view opened to it a thing is drawn as itself, and opening again changes nothing. */
async function checkOpened(body: Body, path: string, drawn = path): Promise<void> {
  const scene = body.scene();
  const view = openTo(scene, plainView, path);
  expect(drawnPath(await lay(body, view), path)).toBe(drawn);
  expect(openTo(scene, view, path)).toBe(view);
}

describe('opened to a thing', () => {
  it('in a closed server', () => checkOpened(rails(4, 4), 'dgx[2].gpu[5]'));
  it('in a server of a block, and of a stack', async () => {
    await checkOpened(rails(32, 4), 'dgx[20].nic[3]');
    await checkOpened(rails(100, 4), 'dgx[70].nic[3]');
  });
  it('two levels down', () => checkOpened(superpod, 'su[2].dgx[7].gpu[0]'));
  it('an array, without opening what is in it', async () => {
    expect(openTo(rails(4, 4).scene(), plainView, 'dgx')).toBe(plainView);
    await checkOpened(rails(4, 4), 'dgx[1].gpu', 'dgx[1].gpu[0]');
  });
  it('what is drawn already, what cannot be opened, what is nowhere', () => {
    for (const [body, path] of [
      [dgxH100, 'gpu[3]'],
      [huge, 'dgx[3].gpu[0]'],
      [star, 'nothing'],
      [star, 'gpu[0].x'],
    ] as const)
      expect(openTo(body.scene(), plainView, path)).toBe(plainView);
  });
});

describe('along links', () => {
  const ends = async (body: Body, open: string, path: string): Promise<string[]> =>
    neighbours(await lay(body, openTo(body.scene(), plainView, open)), path).map((each) => each.path);

  it('from a thing in an opened server out to the network, and back in', async () => {
    // Rails: NIC r of each server hangs on leaf r, and inside on its PCIe switch.
    expect((await ends(rails(4, 4), 'dgx[1].nic[3]', 'dgx[1].nic[3]')).sort()).toEqual(['dgx[1].pcie[1]', 'leaf[3]']);
    expect(await ends(rails(4, 4), 'dgx[1].nic[3]', 'leaf[3]')).toContain('dgx[1].nic[3]');
    expect(await ends(rails(4, 4), 'dgx[1].nic[3]', 'dgx[2]')).toContain('leaf[3]');
  });
  it('what is joined to nothing outside stays inside', async () => {
    expect((await ends(rails(4, 4), 'dgx[1].gpu[0]', 'dgx[1].gpu[0]')).sort()).toEqual([
      'dgx[1].nvs',
      'dgx[1].pcie[0]',
    ]);
  });
});

describe('as tables', () => {
  it('a row a box, with what it is and what it is joined to', async () => {
    const rows = boxRows(await lay(dgxH100));
    // 2 CPUs, 4 PCIe switches, 8 GPUs, 8 NICs, and the NVSwitches as one.
    expect(rows.length).toBe(23);
    expect(rows.find(({ path }) => path === 'gpu[3]')).toEqual({
      path: 'gpu[3]',
      name: 'GPU 3',
      kind: 'gpu',
      type: 'H100 SXM',
      words: 'PCIe5 ×16 to PCIe 1, 63 GB/s each way, 18 × NVLink4 to 4 switches, 450 GB/s each way',
      open: undefined,
    });
  });
  it('a row a line: the links of a DGX by hand', async () => {
    const rows = linkRows(await lay(dgxH100));
    // One line between the CPUs, 4 to the switches, 8 to GPUs, 8 to NICs, 8 to the NVSwitches.
    expect(rows.length).toBe(29);
    const fromGpu = rows.find(({ from, to }) => from === 'GPU 0' && to === 'NVS (4)');
    expect(fromGpu).toMatchObject({ medium: 'NVLink4', count: 18, GBps: 450, directed: false });
  });
  it('what is open has rows of its own', async () => {
    const body = rails(4, 4);
    const view = openTo(body.scene(), plainView, 'dgx[2].gpu[5]');
    const layout = await lay(body, view);
    const rows = new Map(boxRows(layout).map((row) => [row.path, row]));
    expect(rows.get('dgx[2].gpu[5]')?.name).toBe('dgx[2] GPU 5');
    expect([rows.get('dgx[2]')?.open, rows.get('dgx[1]')?.open]).toEqual([true, false]);
    // NDR: 400 Gb/s, 50 GB/s (InfiniBand Trade Association roadmap).
    expect(rows.get('dgx[2].nic[3]')?.words).toContain('NDR to Leaf 3, 50 GB/s each way');
    expect(rows.get('dgx[2].nvs')?.name).toBe('dgx[2] NVS (4)');
    expect(linkRows(layout).filter(({ from }) => from.startsWith('dgx[2] GPU')).length).toBeGreaterThan(0);
  });
  it('chips of a grid are rows, and their links name both', async () => {
    const rows = linkRows(await lay(ring(6)));
    expect(rows.length).toBe(6);
    expect(new Set(rows.map(({ from, to }) => `${from} ${to}`)).size).toBe(6);
  });
});
