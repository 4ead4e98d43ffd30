// Dragging a picture of some 2,000 elements through the window, as built, in Chromium: what a frame costs the main thread.
// Thread time, so that other work on the machine does not count.
import type { Page } from 'playwright-core';
import { rails } from '../diagram/scenes.ts';
import { Desk, openSite } from '../webview/browser.ts';

const steps = 200;
/** Ms a frame; half of a frame at 60 Hz, so that the rest of VS Code fits beside it. */
const most = 8;

export async function main(): Promise<void> {
  const scene = rails(9, 4).scene();
  const site = await openSite();
  try {
    const desk = await Desk.open(site, (message) =>
      message.type === 'ready' ? { type: 'scene', scene: { ...scene, uri: message.uri } } : undefined,
    );
    const { page } = desk;
    await page.locator('[data-path="dgx[8]"]').waitFor();
    // Every server open, as if it had been left so.
    await page.addInitScript(
      (uri) => {
        const form = { collective: 'allreduce', size: 2 ** 28, over: '' };
        const state = {
          view: { manners: { dgx: 'open' } },
          form,
          colourBy: 'links',
          panelOpen: false,
          shows: 'diagram',
        };
        sessionStorage.setItem('state', JSON.stringify({ uri, locked: false, documents: [[uri, state]] }));
      },
      (await desk.told('ready')).uri,
    );
    await page.reload();
    await page.locator('[data-path="dgx[8].gpu[7]"]').waitFor({ state: 'attached' });
    const elements = await page.locator('main > svg:first-child *').count();
    for (const [name, zooms] of [
      ['fitted', 0],
      ['closer', 6],
    ] as const) {
      for (let i = 0; i < zooms; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
      const { ms, frames } = await pan(page);
      const zoom = await page.locator('.percent').textContent();
      console.log(
        `${elements} elements, ${name} (${zoom?.match(/\d+ %/)?.[0]}): ${ms.toFixed(1)} ms a frame of the main thread over ${frames} frames; wanted under ${most}`,
      );
    }
    for (const fault of desk.faults) console.log(fault);
  } finally {
    await site.close();
  }
}

async function pan(page: Page): Promise<{ ms: number; frames: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await page.evaluate(() => {
    const moved = document.querySelector('main > svg > g');
    const counted = { frames: 0 };
    if (moved) new MutationObserver(() => counted.frames++).observe(moved, { attributes: true });
    Object.assign(globalThis, { counted });
  });
  const frames = (): Promise<number> =>
    page.evaluate(() => (globalThis as unknown as { counted: { frames: number } }).counted.frames);
  await page.mouse.move(700, 450);
  await page.mouse.down();
  await page.mouse.move(705, 452);
  const [began, before] = [await frames(), await taken()];
  for (let i = 0; i < steps; i++) await page.mouse.move(700 + 150 * Math.sin(i / 12), 450 + 80 * Math.cos(i / 9));
  const [after, ended] = [await taken(), await frames()];
  await page.mouse.up();
  return { ms: ((after - before) * 1000) / (ended - began), frames: ended - began };
}
