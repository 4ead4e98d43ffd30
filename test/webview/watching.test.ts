// An algorithm is watched on the page, by mouse and by keyboard, with the answers of the real server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FromPage, ToPage } from '../../client/webview/messages.ts';
import { ranges } from '../../client/webview/playing.ts';
import { analysis } from '../../server/features/analysis.ts';
import { scene } from '../../server/features/scene.ts';
import { steps } from '../../server/features/steps.ts';
import { Workspace } from '../../server/workspace.ts';
import { Desk, hasChromium, openSite, type Site } from './browser.ts';
import { uri } from './fakes.ts';

if (!hasChromium) throw new Error('No Chromium: set CHROMIUM to one, or install the package chromium.');
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

const text = `node Host {
  gpu[2] : gpu
  nic[2] : nic
  gpu[0] -- gpu[1] : 100 GB/s
  gpu[i] -- nic[i] : 50 GB/s
}
cluster Pair {
  host[2] : Host
  leaf[2] : switch
  host[*].nic[r] -- leaf[r] : 10 GB/s
}`;
const workspace = new Workspace();
workspace.update(uri, text, 1);

function server(message: FromPage): ToPage | undefined {
  const params = 'params' in message ? { ...message.params, uri } : undefined;
  if (message.type === 'ready') {
    const drawn = scene(workspace, uri, 'Pair');
    return 'refused' in drawn ? { type: 'noScene', why: drawn.refused } : { type: 'scene', scene: drawn };
  }
  if (message.type === 'analyze')
    return {
      type: 'analysis',
      slot: message.slot,
      id: message.id,
      answer: analysis(workspace, { ...message.params, uri }),
    };
  if (message.type === 'steps')
    return { type: 'steps', id: message.id, answer: steps(workspace, { ...message.params, uri }) };
  return params && message.type === 'explain'
    ? { type: 'explanation', id: message.id, answer: { refused: 'not asked here' } }
    : undefined;
}

let site: Site;
let desk: Desk;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  desk = await Desk.open(site, server);
  await desk.page.locator('[data-path="host[0]"]').first().waitFor();
  await desk.say({ type: 'showPanel' });
  await desk.page.getByRole('button', { name: 'Ring', exact: true }).click();
});
afterEach(async () => {
  await desk.page.close();
  expect(desk.faults).toEqual([]);
});

const player = () => desk.page.getByRole('region', { name: /All-reduce$/ });
const words = () => player().getByRole('status').textContent();
const arrows = () => desk.page.locator('.playing .flow').count();
/** Cells that are complete, of the rank's own. */
const done = () => desk.page.locator('.playing .done').count();
const settled = () =>
  desk.page.evaluate(() => new Promise((ok) => requestAnimationFrame(() => requestAnimationFrame(ok))));

async function watch(): Promise<void> {
  await desk.page.getByRole('button', { name: 'Watch it step by step' }).click();
  await player().waitFor();
  await desk.page.locator('[data-path="host[1].gpu[1]"]').first().waitFor();
  await desk.page.locator('.playing').waitFor({ state: 'attached' });
}

/** Two rings, one on each rail, of four ranks: six steps, a piece a ring and rank. */
test('opens what the ranks stand in, and steps on and back', async () => {
  await watch();
  expect(await words()).toBe('Nothing has been sent yet.');
  expect(await arrows()).toBe(0);
  await player().getByRole('button', { name: 'One step on' }).click();
  await settled();
  expect(await words()).toMatch(
    /What comes is added to what is there · host\[\d\]\.gpu\[\d\] → host\[\d\]\.gpu\[\d\]: \d/,
  );
  expect(await arrows()).toBeGreaterThan(0);
  await player().getByRole('button', { name: 'One step back' }).click();
  await settled();
  expect(await arrows()).toBe(0);
});

test('the slider goes by keyboard to the end, where every rank has everything', async () => {
  await watch();
  const slider = player().getByRole('slider');
  await slider.focus();
  await desk.page.keyboard.press('End');
  await settled();
  const [at, of] = ((await slider.getAttribute('aria-valuetext')) ?? '').match(/\d+/g) ?? [];
  expect(at).toBe(of);
  const cells = await desk.page.locator('.playing .part, .playing .done').count();
  expect(await done()).toBe(cells);
  expect(await words()).toMatch(/kept as it is/);
});

test('plays by itself to the end, and stops', async () => {
  await watch();
  await player().getByRole('button', { name: 'Play' }).click();
  await player().getByRole('button', { name: 'Pause' }).waitFor();
  await player().getByRole('button', { name: 'Play' }).waitFor();
  expect(await done()).toBeGreaterThan(0);
});

test('another algorithm is watched from its beginning; closed, nothing is left of it', async () => {
  await watch();
  await player().getByRole('button', { name: 'One step on' }).click();
  await desk.page.getByRole('button', { name: 'Double tree', exact: true }).click();
  await desk.page.getByRole('region', { name: 'Double tree · All-reduce' }).waitFor();
  expect(await words()).toBe('Nothing has been sent yet.');
  await player().getByRole('button', { name: 'Stop watching' }).click();
  await settled();
  expect(await desk.page.locator('.playing').count()).toBe(0);
});

test('pieces in words', () => {
  expect(ranges([3, 1, 2, 7])).toBe('1–3, 7');
  expect(ranges([])).toBe('');
});
