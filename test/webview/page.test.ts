// The page as a user has it: built, in Chromium, under VS Code's content policy. Nothing here waits for a time, only for what is to happen.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromPage, ToPage } from '../../client/webview/messages.ts';
import { Desk, hasChromium, openSite, type Site } from './browser.ts';
import { at, boxScene, clusterScene, costs, curveOf, grownScene, manyScene, uri, why } from './fakes.ts';

if (!hasChromium) throw new Error('No Chromium: set CHROMIUM to one, or install the package chromium.');

// A browser on a busy machine may take long to open a page; that is no fault.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

let site: Site;
let desk: Desk;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** What a server would answer. */
function server(message: FromPage): ToPage | undefined {
  if (message.type === 'ready') return { type: 'scene', scene: message.root === 'Box' ? boxScene : clusterScene };
  if (message.type === 'drawRoot') return { type: 'scene', scene: message.root === 'Box' ? boxScene : clusterScene };
  if (message.type === 'explain') return { type: 'explanation', id: message.id, answer: why };
  if (message.type !== 'analyze') return undefined;
  const { slot, id, params } = message;
  if (params.over === 'box[9]') return { type: 'analysis', slot, id, answer: { refused: 'There is no box[9].' } };
  return { type: 'analysis', slot, id, answer: slot === 'costs' ? costs : curveOf(params.sizes ?? []) };
}

const box = (path: string) => desk.page.locator(`[data-path="${path}"]`).first();
const transform = () => desk.page.locator('main svg > g').first().getAttribute('transform');
const panel = () => desk.page.getByRole('complementary', { name: 'Collective cost' });
/** The page takes messages and draws in turns of its own: two frames later all of it has happened. */
const settled = () =>
  desk.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const focusedPath = () => desk.page.evaluate(() => document.activeElement?.getAttribute('data-path'));

describe('the diagram', () => {
  beforeEach(async () => {
    desk = await Desk.open(site, server);
    await box('box[0]').waitFor();
  });
  afterEach(closeDesk);

  test('shows a box for each thing, each with a name', async () => {
    for (const path of ['box[0]', 'box[3]', 'leaf[0]', 'leaf[7]']) {
      await box(path).waitFor();
      expect(await box(path).getAttribute('aria-label')).toBeTruthy();
    }
    expect(await desk.page.getByRole('group', { name: /^Diagram of Cluster/ }).count()).toBe(1);
  });

  test('keeps zoom and pan when the text changes', async () => {
    await desk.page.getByRole('button', { name: 'Zoom in' }).click();
    await desk.page.getByRole('button', { name: 'Zoom in' }).click();
    const before = await box('box[0]').boundingBox();
    const scale = (await transform())?.match(/scale\(([\d.]+)\)/)?.[1];
    await desk.say({ type: 'scene', scene: grownScene });
    await box('box[4]').waitFor();
    expect(await transform()).toContain(`scale(${scale})`);
    expect((await box('box[0]').boundingBox())?.width).toBeCloseTo(before?.width ?? 0, 0);
  });

  test('follows the window until the user moves it', async () => {
    const before = await transform();
    await desk.page.setViewportSize({ width: 700, height: 500 });
    await desk.page.waitForFunction(
      (old) => document.querySelector('main svg > g')?.getAttribute('transform') !== old,
      before,
    );
    expect(await inWindow('box[0]')).toBe(true);
    expect(await inWindow('leaf[7]')).toBe(true);
  });

  test('opens and closes what holds other things, and what was opened stays where it was', async () => {
    await desk.page.getByRole('button', { name: 'Zoom in' }).click();
    const before = await middleOf('box[1]');
    await box('box[1]').dblclick();
    await box('box[1].gpu[0]').waitFor();
    const after = await middleOf('box[1]');
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(2);
    await box('box[1]').focus();
    await desk.page.keyboard.press('Space');
    await box('box[1].gpu[0]').waitFor({ state: 'detached' });
  });

  test('opens a stack', async () => {
    await desk.say({ type: 'scene', scene: manyScene });
    await box('box').waitFor();
    await box('box').dblclick();
    await box('box[99]').waitFor();
  });

  test('a click shows the source and leaves the focus, Enter takes it along', async () => {
    await box('leaf[2]').click();
    expect(await desk.told('reveal')).toEqual({ type: 'reveal', source: at(9), take: false, beside: false });
    await desk.page.keyboard.press('Enter');
    const taken = { type: 'reveal', source: at(9), take: true, beside: false };
    expect(await desk.told('reveal', ({ take }) => take)).toEqual(taken);
  });

  test('a click on a line shows the connection', async () => {
    await desk.page.locator('[data-link]').first().dispatchEvent('click');
    expect((await desk.told('reveal')).source).toEqual(at(10));
  });

  test('marks what the cursor stands on, and nothing when it leaves', async () => {
    await desk.say({ type: 'cursor', uri, offset: at(8).start + 3 });
    await desk.page.locator('[data-path="box[2]"].cursor').first().waitFor();
    expect(await desk.page.locator('[data-path^="leaf"].cursor').count()).toBe(0);
    await desk.say({ type: 'cursor', uri });
    await desk.page.locator('.cursor').first().waitFor({ state: 'detached' });
  });

  test('keeps the last picture while the text is broken, and says so', async () => {
    await desk.say({ type: 'noScene', why: 'Cluster cannot be drawn while it has errors.' });
    const notice = desk.page.locator('.notice');
    await notice.filter({ hasText: 'Showing the last picture that could be drawn. Cluster cannot be drawn' }).waitFor();
    expect(await box('box[0]').isVisible()).toBe(true);
    await desk.say({ type: 'scene', scene: grownScene });
    await notice.filter({ hasText: 'Showing' }).waitFor({ state: 'detached' });
  });

  test('draws another root when one is picked', async () => {
    await desk.page.locator('#root').click();
    await desk.page.getByRole('option', { name: 'Box' }).click();
    await box('gpu[7]').waitFor();
    expect(await desk.told('drawRoot')).toEqual({ type: 'drawRoot', root: 'Box' });
  });

  test('says on hover what a box is', async () => {
    await box('leaf[1]').hover();
    const tooltip = desk.page.locator('.tooltip:not([hidden])');
    await tooltip.waitFor();
    expect(await tooltip.textContent()).toBe(await box('leaf[1]').getAttribute('aria-label'));
  });

  test('is walked with the keyboard: one stop for Tab, arrows between boxes, plus, minus and nought for zoom', async () => {
    await box('leaf[0]').click();
    await desk.page.keyboard.press('ArrowRight');
    expect(await focusedPath()).toBe('leaf[1]');
    await desk.page.keyboard.press('ArrowDown');
    expect(await focusedPath()).toMatch(/^box/);
    expect(await desk.page.locator('main svg [tabindex="0"]').count()).toBe(1);
    const fitted = await transform();
    await desk.page.keyboard.press('+');
    await settled();
    expect(await transform()).not.toBe(fitted);
    await desk.page.keyboard.press('0');
    await settled();
    expect(await transform()).toBe(fitted);
  });

  test('stands as it was after a reload', async () => {
    await box('box[1]').dblclick();
    await box('box[1].gpu[0]').waitFor();
    await desk.page.getByRole('button', { name: 'Zoom in' }).click();
    await desk.page.getByRole('button', { name: 'Show the cost of collectives' }).click();
    await panel().getByText('1.51 ms').first().waitFor();
    await settled();
    const before = await transform();
    await desk.page.reload();
    await box('box[1].gpu[0]').waitFor();
    await panel().getByText('1.51 ms').first().waitFor();
    expect(await transform()).toBe(before);
  });
});

describe('before there is anything to draw', () => {
  afterEach(closeDesk);

  test('says why in words', async () => {
    desk = await Desk.open(site, (message) =>
      message.type === 'ready' ? { type: 'noScene', why: 'This file defines no cluster and no node yet.' } : undefined,
    );
    await desk.page.getByRole('heading', { name: 'Nothing to draw yet' }).waitFor();
    await desk.page.getByText('This file defines no cluster and no node yet.').waitFor();
  });
});

describe('the cost panel', () => {
  beforeEach(async () => {
    desk = await Desk.open(site, server);
    await box('box[0]').waitFor();
    await desk.say({ type: 'showPanel' });
    await panel().getByText('1.51 ms').first().waitFor();
  });
  afterEach(closeDesk);

  test('comes with the focus on the collective', async () => {
    await desk.page.waitForFunction(() => document.activeElement?.id === 'collective');
  });

  test('shows the figures, the bottleneck and every algorithm, fastest first', async () => {
    const figures = await panel().locator('.figures dd').allTextContents();
    expect(figures).toEqual(['1.51 ms', 'Hierarchical', '345 GB/s', '32 ranks', '92 %', 'best 1.39 ms']);
    await panel().getByText('98 % busy · 48 GB/s · NDR').waitFor();
    const rows = await panel().locator('.algorithms tbody tr').allTextContents();
    expect(rows).toEqual(['Hierarchical1.51 ms17834592 %', 'Ring1.63 ms16531986 %', 'Double tree2.48 ms10821056 %']);
  });

  test('sorts them as one likes, and tells which way', async () => {
    const names = () => panel().locator('.algorithms tbody th').allTextContents();
    const heads = () =>
      panel()
        .locator('.algorithms thead th')
        .evaluateAll((all) => all.map((head) => head.getAttribute('aria-sort')));
    await panel().getByRole('button', { name: 'Algorithm', exact: true }).press('Enter');
    expect(await names()).toEqual(['Double tree', 'Hierarchical', 'Ring']);
    await panel().getByRole('button', { name: 'Time', exact: true }).click();
    await panel().getByRole('button', { name: /^Time/ }).click();
    expect(await names()).toEqual(['Double tree', 'Ring', 'Hierarchical']);
    expect(await heads()).toEqual(['none', 'descending', 'none', 'none', 'none']);
  });

  test('tells what one will measure apart, with its band', async () => {
    expect(await panel().locator('.measured').allTextContents()).toEqual([
      'What nccl-tests will print1.79 ms 1.44 ms to 2.35 ms290 GB/s busbw · Ring · the NICs, 384 GB/s · 78 % of optimum',
    ]);
    expect(await panel().locator('h3').allTextContents()).toEqual([
      'What if',
      'What nccl-tests will print',
      'What the fabric allows',
    ]);
  });

  test('says what holds the fastest up, and what the optimum rests on', async () => {
    await desk.told('explain', ({ params }) => params.algorithm === 'hierarchical');
    const told = panel().locator('.why');
    await told.waitFor();
    expect(await told.locator('summary').textContent()).toBe('What holds Hierarchical up');
    expect(await told.locator('li').first().textContent()).toBe('98 % 32 × box[*].nic[i] -- leaf[i] · NDR · 48 GB/s');
    expect(await told.locator('p').allTextContents()).toEqual([
      'box[0].nic[0] → leaf[0] carries what box[0].gpu[0] sends to box[1].gpu[0].',
      'Latency: 1 % of the time.',
      'Half the rate of the busiest: 3.02 ms (+100 %).',
      'Twice the rate of the busiest: 906 µs (−40 %). Then box[i].gpu[*] -- box[i].sw is the busiest.',
    ]);
    await panel()
      .getByText('a cut: box[0] against 24 other ranks, 384 GB/s together over 8 × box[0].nic[i] -- leaf[i].')
      .waitFor();
    await panel().getByText('Fastest by size: Double tree up to 1.57 MiB, Hierarchical.').waitFor();
  });

  test('marks the bottleneck in the diagram and brings it to the middle', async () => {
    await desk.page.locator('main .halo').first().waitFor({ state: 'attached' });
    const before = await transform();
    await panel()
      .getByRole('button', { name: /^Show the bottleneck/ })
      .click();
    await settled();
    expect(await transform()).not.toBe(before);
  });

  test('asks again when the form changes: collective, size by field and by slider, ranks, algorithm', async () => {
    await panel().locator('#collective').click();
    await desk.page.getByRole('option', { name: 'All-to-all' }).click();
    await desk.told('analyze', ({ params }) => params.collective === 'alltoall');
    const size = panel().getByRole('textbox', { name: /^Message size/ });
    await size.fill('64K');
    await size.press('Enter');
    await desk.told('analyze', ({ params }) => params.size === 65_536);
    const slider = panel().getByRole('slider', { name: 'Message size' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('64 KiB');
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    await desk.told('analyze', ({ params }) => params.size === 131_072);
    await panel().getByRole('button', { name: 'Ring' }).click();
    await desk.told('analyze', ({ params }) => params.algorithm === 'ring');
    await panel().getByText('1.63 ms').first().waitFor();
    expect(await panel().locator('.figures dd').first().textContent()).toBe('1.63 ms');
  });

  test('says at the field what is wrong with it, and keeps the numbers', async () => {
    const ranks = panel().getByRole('textbox', { name: /^All GPUs, or an expression/ });
    await ranks.fill('box[9]');
    await ranks.press('Enter');
    await panel().getByText('There is no box[9].').waitFor();
    expect(await panel().locator('.figures dd').first().textContent()).toBe('1.51 ms');
    const size = panel().getByRole('textbox', { name: /^Message size/ });
    await size.fill('much');
    await panel()
      .getByRole('textbox', { name: /Write a size as/ })
      .waitFor();
  });

  test('colours the diagram by load', async () => {
    await desk.page.getByRole('radio', { name: 'Load' }).check();
    await desk.page.locator('main .heat').first().waitFor();
    await desk.page.getByRole('img', { name: /busy each link is|How much of the time/ }).waitFor();
  });

  test('draws a curve, with its numbers as a table for those who cannot see it', async () => {
    await panel()
      .getByRole('img', { name: /^Bus bandwidth in GB\/s of 3 algorithms/ })
      .waitFor();
    await panel().getByText('Show the numbers as a table').click();
    const row = panel().getByRole('row', { name: /^64 GiB/ });
    await row.waitFor();
    // 64 GiB at 178 GB/s and 20 us, times 345/178: 344.9
    expect(await row.textContent()).toContain('345');
  });

  test('follows a change of theme without a reload', async () => {
    const chart = panel().locator('.plot canvas');
    await chart.waitFor();
    await chart.evaluate((canvas) => canvas.classList.add('of-the-dark-theme'));
    await desk.page.evaluate(() => {
      document.querySelector('#theme')?.setAttribute('href', '/light.css');
      document.body.className = 'vscode-light';
    });
    await panel().locator('.of-the-dark-theme').waitFor({ state: 'detached' });
    await chart.waitFor();
    await desk.page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)');
  });

  test('every control can be reached with Tab and has a name', async () => {
    const names = new Set<string>();
    await desk.page.locator('#collective').focus();
    for (let i = 0; i < 40; i++) {
      names.add(await desk.page.evaluate(nameOfFocused));
      await desk.page.keyboard.press('Tab');
    }
    expect([...names].filter((name) => name.startsWith('no name'))).toEqual([]);
    for (const part of ['Collective', 'Message size', 'Algorithm', 'Show the bottleneck', 'Ring', 'Zoom in', 'Links'])
      expect(
        [...names].some((name) => name.includes(part)),
        `${part} in ${[...names].join(' | ')}`,
      ).toBe(true);
  });
});

/** Runs in the page: through shadow roots to what really has the focus. */
function nameOfFocused(): string {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return 'body';
  const labels =
    'labels' in element ? [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent) : [];
  const name = element.getAttribute('aria-label') ?? labels[0] ?? element.textContent?.trim();
  return name || `no name: ${element.outerHTML.slice(0, 80)}`;
}

async function middleOf(path: string): Promise<{ x: number; y: number }> {
  const rect = (await box(path).boundingBox()) ?? { x: Number.NaN, y: 0, width: 0, height: 0 };
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

async function inWindow(path: string): Promise<boolean> {
  const rect = await box(path).boundingBox();
  const size = desk.page.viewportSize();
  return (
    !!rect &&
    !!size &&
    rect.x >= 0 &&
    rect.y >= 0 &&
    rect.x + rect.width <= size.width &&
    rect.y + rect.height <= size.height
  );
}

/** No test may leave an error on the console, an exception, or something the policy refused. */
async function closeDesk(): Promise<void> {
  await desk.page.close();
  expect(desk.faults).toEqual([]);
}
