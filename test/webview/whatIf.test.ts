// What if by hand, in a real browser: by mouse and by keyboard.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FromPage, ToPage } from '../../client/webview/messages.ts';
import { Desk, openSite, type Site } from './browser.ts';
import { clusterScene, costs, curveOf, why } from './fakes.ts';

vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

let site: Site;
let desk: Desk;
/** The `without` of each question of the numbers. */
let asked: (string | undefined)[] = [];
let written: FromPage[] = [];
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

function server(message: FromPage): ToPage | undefined {
  if (message.type === 'ready') return { type: 'scene', scene: { ...clusterScene, uri: message.uri } };
  if (message.type === 'explain') return { type: 'explanation', id: message.id, answer: why };
  if (message.type === 'writeFailures') {
    written.push(message);
    return { type: 'written' };
  }
  if (message.type !== 'analyze') return undefined;
  if (message.slot === 'costs') asked.push(message.params.without);
  const answer = message.slot === 'costs' ? costs : curveOf(message.params.sizes ?? []);
  return { type: 'analysis', slot: message.slot, id: message.id, answer };
}

beforeEach(async () => {
  asked = [];
  written = [];
  desk = await Desk.open(site, server);
  await desk.page.locator('[data-path="leaf[3]"]').first().waitFor();
});
/** No test may leave an error on the console, an exception, or something the policy refused. */
afterEach(async () => {
  await desk.page.close();
  expect(desk.faults).toEqual([]);
});

const failed = () => desk.page.getByRole('list', { name: 'What is supposed' }).getByRole('listitem');
const button = (name: string) => desk.page.getByRole('button', { name, exact: true });

test('Delete fails the box and the link where the keyboard stands, and they are drawn so', async () => {
  await desk.page.locator('[data-path="leaf[3]"]').first().click();
  await desk.page.keyboard.press('Delete');
  await desk.page.locator('[data-path="leaf[3]"].failed .cross').waitFor();
  expect(await desk.page.locator('[data-path="leaf[3]"]').first().getAttribute('aria-label')).toMatch(/, failed$/);
  await desk.page.keyboard.press('l');
  await desk.page.keyboard.press('Delete');
  await desk.page.locator('[data-link].failed .cross').first().waitFor();
  expect(await failed().count()).toBe(2);
  await desk.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  expect(asked.at(-1)).toMatch(/^\(leaf\[3\]\) \+ \(box\[\d\]\.nic\[3\] -- leaf\[3\]\)$/);
});

test('by mouse: select, fail, take back one and all', async () => {
  await desk.page.getByRole('button', { name: /cost of collectives/ }).click();
  for (const path of ['leaf[3]', 'leaf[5]']) {
    await desk.page.locator(`[data-path="${path}"]`).first().click();
    await button(`Fail ${path}`).click();
  }
  expect(await failed().allTextContents()).toEqual(['leaf[3] Undo leaf[3]', 'leaf[5] Undo leaf[5]']);
  await button('Undo leaf[3]').click();
  await desk.page.locator('[data-path="leaf[3]"]:not(.failed)').first().waitFor();
  expect(await failed().count()).toBe(1);
  await desk.page.locator('[data-path="leaf[3]"]').first().click();
  await button('Fail leaf[3]').click();
  await button('Undo all').click();
  await desk.page.waitForFunction(() => !document.querySelector('.failed, .cross'));
  for (const path of ['leaf[5]', 'leaf[3]']) {
    await desk.page.locator(`[data-path="${path}"]`).first().click();
    await button(`Fail ${path}`).click();
  }
  await button('Write into the text').click();
  await vi.waitFor(() =>
    expect(written).toEqual([{ type: 'writeFailures', root: 'Cluster', places: ['leaf[5]', 'leaf[3]'] }]),
  );
  await desk.page.waitForFunction(() => !document.querySelector('.failed, .cross'));
  await desk.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  expect(asked.at(-1)).toBeUndefined();
});

test('a link that is selected gets another rate, is listed with it, and gets its own back', async () => {
  await desk.page.locator('[data-path="leaf[3]"]').first().click();
  await desk.page.getByRole('button', { name: /cost of collectives/ }).click();
  await desk.page.locator('[data-path="leaf[3]"]').first().focus();
  await desk.page.keyboard.press('l');
  await desk.page.keyboard.press('Enter');
  const field = desk.page.locator('#rate input');
  await field.fill('25 GB/s');
  await field.press('Enter');
  await failed().first().waitFor();
  expect(await failed().first().textContent()).toMatch(/^box\[\d\]\.nic\[3\] -- leaf\[3\] at 25 GB\/s Undo/);
  await failed().first().getByRole('button').click();
  await failed().first().waitFor({ state: 'detached' });
});
