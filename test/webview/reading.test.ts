// Finding, reading and taking along, as a person does it: by mouse and by keyboard, in a real browser, in every theme.
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromPage, ToPage } from '../../client/webview/messages.ts';
import { Desk, openSite, type Site } from './browser.ts';
import { at, boxScene, clusterScene, costs, curveOf, grownScene, manyScene, uri, why } from './fakes.ts';
import { themeNames } from './themes.ts';

vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

let site: Site;
let desk: Desk;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const hover =
  '```topo\nleaf[8] : QM9700\n```\n\n| ports | used | free |\n| :-- | --: | --: |\n| NDR x64 | 4 | 60 |\n\n- **each** <b>';
/** A PNG of one point (PNG specification). */
const point = readFileSync('icon.png');

function server(message: FromPage): ToPage | undefined {
  switch (message.type) {
    case 'ready':
      return { type: 'scene', scene: { ...clusterScene, uri: message.uri } };
    case 'drawRoot':
      return { type: 'scene', scene: message.root === 'Box' ? boxScene : clusterScene };
    case 'hover':
      return { type: 'hover', id: message.id, markdown: hover };
    case 'raster':
      return { type: 'rastered', id: message.id, png: new Uint8Array(point) };
    case 'explain':
      return { type: 'explanation', id: message.id, answer: why };
    case 'analyze': {
      const answer = message.slot === 'costs' ? costs : curveOf(message.params.sizes ?? []);
      return { type: 'analysis', slot: message.slot, id: message.id, answer };
    }
    default:
      return undefined;
  }
}

const box = (path: string) => desk.page.locator(`[data-path="${path}"]`).first();
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => desk.page.keyboard.press(key)), Promise.resolve());
const focused = (mark: string) => desk.page.evaluate((name) => document.activeElement?.getAttribute(name), mark);
const field = () => desk.page.getByRole('searchbox', { name: /^Find by name/ });
const inMiddle = async (path: string): Promise<void> => {
  await desk.page.waitForFunction((wanted) => {
    const [found, frame] = [`[data-path="${wanted}"]`, 'main'].map((each) =>
      document.querySelector(each)?.getBoundingClientRect(),
    );
    if (!found || !frame) return false;
    const off = (a: number, b: number, size: number): boolean => Math.abs(a - b) < size / 4;
    return (
      off(found.x + found.width / 2, frame.x + frame.width / 2, frame.width) &&
      off(found.y, frame.y + frame.height / 2, frame.height)
    );
  }, path);
};

beforeEach(async () => {
  desk = await Desk.open(site, server);
  await box('box[0]').waitFor();
});
/** No test may leave an error on the console, an exception, or something the policy refused. */
afterEach(async () => {
  await desk.page.close();
  expect(desk.faults).toEqual([]);
});

describe('search', () => {
  test('finds what is closed, opens it, brings it to the middle and selects it; next and previous', async () => {
    await press('Control+f');
    await desk.page.keyboard.type('gpu 3');
    await desk.page.getByText('4 found').waitFor();
    await press('Enter');
    await desk.page.locator('[data-path="box[0].gpu[3]"].selected').waitFor();
    await inMiddle('box[0].gpu[3]');
    await press('Enter');
    await desk.page.getByText('2 of 4').waitFor();
    await desk.page.locator('[data-path="box[1].gpu[3]"].selected').waitFor();
    await press('Shift+Enter', 'Shift+Enter');
    await desk.page.getByText('4 of 4').waitFor();
    await desk.page.locator('[data-path="box[3].gpu[3]"].selected').waitFor();
    expect(await box('box[2].gpu[0]').count()).toBe(0);
  });

  test('by kind and type, a whole row as one; Escape goes to what was found', async () => {
    await field().fill('switch qm');
    await desk.page.getByText('1 found').waitFor();
    await desk.page.getByRole('button', { name: 'Next' }).click();
    await desk.page.waitForFunction(() => document.querySelectorAll('[data-path^="leaf["].selected').length === 8);
    await field().focus();
    await press('Escape');
    expect(await focused('data-path')).toMatch(/^leaf/);
    expect(await field().inputValue()).toBe('');
  });

  test('says where nothing is called so', async () => {
    await field().fill('tpu');
    await desk.page.getByRole('status').filter({ hasText: 'none' }).waitFor();
    expect(await desk.page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  });
});

describe('hover and keyboard', () => {
  test('the card says what the editor says, and text stays text', async () => {
    await box('leaf[1]').hover();
    const card = desk.page.locator('.tooltip:not([hidden])');
    await card.locator('table').waitFor();
    expect((await desk.told('hover')).source).toEqual(at(9));
    expect(await card.locator('pre').textContent()).toBe('leaf[8] : QM9700');
    expect(await card.locator('td').allTextContents()).toEqual(['NDR x64', '4', '60']);
    expect(await card.locator('li').textContent()).toBe('each <b>');
  });

  test('L goes from link to link of a box, Enter shows the source, an arrow goes to the other end, Escape back', async () => {
    await box('leaf[2]').click();
    await press('l');
    const first = await focused('data-link');
    expect(first).toContain('leaf[2]');
    expect(await focused('aria-label')).toContain('NDR');
    await press('L');
    expect(await focused('data-link')).not.toBe(first);
    await press('Enter');
    expect((await desk.told('reveal', ({ take }) => take)).source).toEqual(at(10));
    await press('Escape');
    expect(await focused('data-path')).toBe('leaf[2]');
    await press('l', 'ArrowDown');
    expect(await focused('data-path')).toMatch(/^box\[\d\]$/);
  });

  test('of a NIC in an opened box the link that leaves the box is told, and followed', async () => {
    await box('box[1]').dblclick();
    await box('box[1].nic[5]').click();
    expect(await focused('aria-label')).toBe('NIC 5, ConnectX7, NDR to Leaf 5, 50 GB/s each way');
    await press('l', 'ArrowUp');
    expect(await focused('data-path')).toBe('leaf[5]');
  });

  test('a click with Ctrl or Alt, and Alt with Enter, open the source beside', async () => {
    await box('leaf[2]').click({ modifiers: ['Control'] });
    await desk.told('reveal', ({ beside, take }) => beside && !take);
    await press('Alt+Enter');
    await desk.told('reveal', ({ beside, take }) => beside && take);
  });

  test('Shift with Space closes a whole row, and opens it again', async () => {
    await box('box[1]').focus();
    await press('Shift+ ');
    await box('box[1]').waitFor({ state: 'detached' });
    await box('box').waitFor();
    await box('box').click();
    await press(' ');
    await box('box[3]').waitFor();
  });

  test('what is selected stays so when the text changes and after a reload; Escape lets it go', async () => {
    await box('leaf[2]').click();
    await desk.say({ type: 'scene', scene: grownScene });
    await box('box[4]').waitFor();
    await desk.page.locator('[data-path="leaf[2]"].selected').waitFor();
    await desk.page.reload();
    await desk.page.locator('[data-path="leaf[2]"].selected').waitFor();
    await box('leaf[3]').focus();
    await press('Escape');
    await desk.page.locator('main .topo .selected').waitFor({ state: 'detached' });
  });
});

describe('zoom', () => {
  test('what cannot be read from afar is not drawn; the minimap shows where one is, and leads there', async () => {
    const small = () => box('box[0]').locator('.inv').first().isVisible();
    const minimap = desk.page.locator('.minimap');
    expect(await minimap.isVisible()).toBe(false);
    for (let i = 0; i < 12; i++) await press('Control+f', 'Escape', '-');
    await desk.page.locator('main .topo.lod0').waitFor();
    expect(await small()).toBe(false);
    for (let i = 0; i < 18; i++) await press('+');
    await desk.page.locator('main .topo.lod3').waitFor();
    expect(await small()).toBe(true);
    await minimap.waitFor();
    const before = await box('box[0]').boundingBox();
    await minimap.click({ position: { x: 4, y: 4 } });
    await desk.page.waitForFunction(
      (x) => document.querySelector('[data-path="box[0]"]')?.getBoundingClientRect().x !== x,
      before?.x,
    );
    await desk.page.getByRole('button', { name: /Fit the diagram/ }).click();
    await minimap.waitFor({ state: 'hidden' });
  });

  test('glides to what is found, and jumps where less motion is wanted', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await desk.page.emulateMedia({ reducedMotion });
      const frames = await desk.page.evaluate(async () => {
        const moved = document.querySelector('main > svg > g');
        const seen = new Set<string>();
        const watch = new MutationObserver(() => seen.add(moved?.getAttribute('transform') ?? ''));
        if (moved) watch.observe(moved, { attributes: true });
        const input = document.querySelector<HTMLInputElement>('.find input');
        if (input) {
          input.value =
            seen.size === 0 && matchMedia('(prefers-reduced-motion: reduce)').matches ? 'leaf[0]' : 'leaf[7]';
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        for (let i = 0; i < 40; i++) await new Promise((done) => requestAnimationFrame(done));
        return seen.size;
      });
      if (reducedMotion === 'reduce') expect(frames).toBe(1);
      else expect(frames).toBeGreaterThan(2);
    }
  });
});

describe('tables', () => {
  const show = () => desk.page.getByRole('button', { name: 'Show boxes and links as tables' }).click();

  test('boxes and links, sorted as one likes', async () => {
    await show();
    const [boxes, links] = [
      desk.page.getByRole('table', { name: /^Boxes/ }),
      desk.page.getByRole('table', { name: /^Links/ }),
    ];
    expect(await boxes.locator('tbody tr').count()).toBe(12);
    expect(await links.locator('tbody tr').count()).toBe(32);
    const names = () => boxes.locator('tbody th').allTextContents();
    expect((await names())[0]).toBe('Leaf 0');
    await boxes.getByRole('button', { name: 'Name' }).click();
    expect((await names())[0]).toBe('box 0');
    await boxes.getByRole('button', { name: 'Name' }).click();
    expect((await names())[0]).toBe('Leaf 7');
    expect(await boxes.locator('th[aria-sort="descending"]').textContent()).toContain('Name');
  });

  test('a name leads to the source, a row opens what is closed', async () => {
    await show();
    await desk.page.getByRole('button', { name: 'Leaf 3', exact: true }).click();
    expect((await desk.told('reveal')).source).toEqual(at(9));
    await desk.page.getByRole('button', { name: 'Open box 1' }).click();
    await desk.page
      .getByRole('table', { name: /^Boxes/ })
      .getByRole('button', { name: 'box[1] GPU 5' })
      .waitFor();
    await desk.page.getByRole('button', { name: 'Show the diagram' }).click();
    await box('box[1].gpu[5]').waitFor();
  });
});

describe('to take along', () => {
  test('the picture is asked for, and drawn in the colours asked for', async () => {
    await desk.page.getByRole('button', { name: 'Save as a picture' }).click();
    await desk.told('savePicture');
    await desk.say({ type: 'export', format: 'svg', theme: 'hc-light' });
    const { svg, name } = await desk.told('exported');
    expect(name).toBe('Cluster');
    expect(svg).toMatch(/^<svg [^>]*>/);
    expect(svg).not.toContain('var(--');
    await desk.say({ type: 'export', format: 'png' });
    expect((await desk.told('exported', ({ format }) => format === 'png')).svg).toContain('#1f1f1f');
  });

  test('the picture goes into the clipboard', async () => {
    await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await desk.page.getByRole('button', { name: 'Copy as a picture' }).click();
    expect(await desk.told('copied')).toEqual({ type: 'copied', ok: true });
    const types = await desk.page.evaluate(async () =>
      (await navigator.clipboard.read()).flatMap((item) => item.types),
    );
    expect(types).toEqual(['image/png']);
  });

  test('the analysis is copied as Markdown and as CSV, with its question', async () => {
    await desk.say({ type: 'showPanel' });
    await desk.page.getByRole('button', { name: 'Copy as Markdown' }).click();
    const asked = { root: 'Cluster', collective: 'allreduce', size: 2 ** 28 };
    expect((await desk.told('copyReport')).params).toEqual({ ...asked, format: 'markdown' });
    await desk.page.getByRole('button', { name: 'Copy as CSV' }).click();
    await desk.told('copyReport', ({ params }) => params.format === 'csv');
  });
});

describe('from file to file', () => {
  test('another document is drawn, each as it was left', async () => {
    await box('box[1]').dblclick();
    await box('box[1].gpu[0]').waitFor();
    const other = { type: 'document', uri: 'file:///other.topo', title: 'other.topo', locked: false } as const;
    await desk.say(other);
    await desk.told('ready', (message) => message.uri === other.uri);
    await desk.page.locator('.toolbar .title', { hasText: 'other.topo' }).waitFor();
    await box('box[0]').waitFor();
    expect(await box('box[1].gpu[0]').count()).toBe(0);
    await desk.say({ ...other, uri, title: 'cluster.topo' });
    await box('box[1].gpu[0]').waitFor();
  });

  test('can be locked to its file', async () => {
    await desk.page.getByRole('button', { name: /^Keep this file/ }).click();
    expect(await desk.told('lock')).toEqual({ type: 'lock', locked: true });
    await desk.say({ type: 'document', uri, title: 'cluster.topo', locked: true });
    await desk.page.getByRole('button', { name: /^Follow the editor/, pressed: true }).waitFor();
  });

  test('a scene of the document before is not shown', async () => {
    await desk.say({ type: 'scene', scene: { ...manyScene, uri: 'file:///before.topo' } });
    await desk.say({ type: 'scene', scene: grownScene });
    await box('box[4]').waitFor();
    expect(await box('box').count()).toBe(0);
  });
});

describe('axe finds nothing serious', () => {
  test.each(themeNames)('in %s', async (theme) => {
    await desk.page.goto(`${site.origin}/?theme=${theme}`);
    await box('box[1]').dblclick();
    await box('box[1].gpu[0]').waitFor();
    await desk.say({ type: 'showPanel' });
    await desk.page.getByText('1.51 ms').first().waitFor();
    expect(await scan()).toEqual([]);
    await desk.page.getByRole('button', { name: 'Show boxes and links as tables' }).click();
    await desk.page.getByRole('table', { name: /^Boxes/ }).waitFor();
    expect(await scan()).toEqual([]);
  });
});

/**
 * Findings that keep someone from using the page, with the first element of each. One rule leaves out the picture: of a box that
 * opens, the miniature drawn in it is no label, and its name says what the miniature shows.
 */
async function scan(): Promise<string[]> {
  await desk.page.evaluate(axe.source);
  const violations = await desk.page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const rule = 'label-content-name-mismatch';
    const all = await run(document, { rules: { [rule]: { enabled: false } } });
    const beside = await run({ exclude: ['.topo'] }, { runOnly: [rule] });
    return [...all.violations, ...beside.violations].map(({ id, impact, nodes }) => ({
      ...{ id, impact },
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}, ${nodes.length}: ${nodes[0]}`);
}
