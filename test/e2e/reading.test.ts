// What someone does with the diagram in the editor: finds, hovers, follows it from file to file, takes pictures along.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { type Editor, startEditor } from './editor.ts';

let editor: Editor;
let close: () => Promise<void>;
let before: Map<string, string>;

beforeAll(async () => {
  ({ editor, close } = await startEditor());
  before = texts();
});
afterAll(() => close?.());
beforeEach(({ task }) => {
  onTestFailed(() => editor.picture(`failed ${task.name}`.replaceAll(/\W+/g, '_')));
});

const texts = (): Map<string, string> =>
  new Map(
    readdirSync(editor.folder)
      .filter((name) => name.endsWith('.topo'))
      .map((name) => [name, readFileSync(join(editor.folder, name), 'utf8')]),
  );
const openDiagram = async (name: string): Promise<void> => {
  await editor.closeAll();
  await editor.open(name);
  await editor.command('Topo: Open Diagram');
  await editor.diagram.locator('.toolbar .title', { hasText: name }).waitFor();
};
const saved = (name: string): Buffer => readFileSync(join(editor.folder, name));

test('what is searched is opened, selected and brought into sight', async () => {
  await openDiagram('rails.topo');
  await editor.box('dgx[0]').waitFor();
  await editor.diagram.getByRole('searchbox').fill('dgx[2].gpu[5]');
  await editor.page.keyboard.press('Enter');
  await editor.diagram.locator('[data-path="dgx[2].gpu[5]"].selected').waitFor();
});

test('the hover of a box says what the hover in the text says', async () => {
  await openDiagram('dgx_h100.topo');
  await editor.box('nic[2]').hover();
  const card = editor.diagram.locator('.tooltip:not([hidden])');
  // ConnectX-7: one port NDR, 400 Gb/s (NVIDIA ConnectX-7 data sheet).
  await card.locator('pre', { hasText: 'nic[8] : ConnectX7' }).waitFor();
  await editor.openAt('dgx_h100.topo', 'nic[8]', 1);
  expect(await editor.hover('ConnectX7')).toContain('nic[8] : ConnectX7');
});

test('the diagram follows the editor to another file, and stays where it is locked', async () => {
  await openDiagram('dgx_h100.topo');
  await editor.box('gpu[7]').waitFor();
  await editor.open('ring.topo');
  await editor.diagram.locator('.toolbar .title', { hasText: 'ring.topo' }).waitFor();
  await editor.box('g[3]').waitFor();
  await editor.diagram.getByRole('button', { name: /^Keep this file/ }).click();
  await editor.page.locator('.tab', { hasText: '(locked)' }).first().waitFor();
  await editor.page.locator('.tab[data-resource-name="ring.topo"]').first().click();
  await editor.open('dgx_h100.topo');
  await editor.page.locator('.statusbar-item', { hasText: /^Topo/ }).first().waitFor();
  await editor.diagram.locator('.toolbar .title', { hasText: 'ring.topo' }).waitFor();
});

test('a diagram that is hidden follows too, and is drawn when it comes to the front', async () => {
  await openDiagram('rails.topo');
  await editor.box('dgx[0]').waitFor();
  // By its tab: a click into the page makes its group the active one only after a while, and the file opened in the other.
  await editor.page.locator('.tab', { hasText: 'Diagram of rails.topo' }).first().click();
  await editor.page
    .locator('.editor-group-container.active .tab.active', { hasText: 'Diagram of rails.topo' })
    .waitFor();
  await editor.open('README.md');
  await editor.diagram.locator('.toolbar').waitFor({ state: 'detached' });
  await editor.page.locator('.tab[data-resource-name="rails.topo"]').first().click();
  await editor.open('ring.topo');
  await editor.page.locator('.tab', { hasText: 'Diagram of ring.topo' }).first().click();
  await editor.box('g[3]').waitFor();
});

test('a picture is saved as SVG and as PNG, in the colours asked for', async () => {
  await openDiagram('ring.topo');
  await editor.box('g[3]').waitFor();
  for (const kind of ['SVG', 'PNG']) {
    await editor.command(`Topo: Export Diagram as ${kind}`);
    await editor.choose('High contrast, dark');
    await editor.confirmDialog();
    const name = `Ring.${kind.toLowerCase()}`;
    await editor.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).waitFor();
  }
  expect(saved('Ring.svg').toString()).toMatch(/^<svg .*#000000.*<\/svg>\n$/s);
  expect(saved('Ring.png').subarray(1, 4).toString()).toBe('PNG');
});

test('the diagram is copied as a picture, the analysis as Markdown', async () => {
  await openDiagram('ring.topo');
  await editor.box('g[3]').waitFor();
  const copied = editor.page.locator('.statusbar-item', { hasText: 'in the clipboard, as a picture' });
  await editor.command('Topo: Copy Diagram as a Picture');
  await copied.waitFor();
  await editor.page.evaluate(() => navigator.clipboard.writeText(''));
  await copied.waitFor({ state: 'detached' });
  await editor.diagram.getByRole('button', { name: 'Copy as a picture' }).click();
  await copied.waitFor();
  const types = () =>
    editor.page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(await types()).toEqual(['image/png']);
  await editor.command('Topo: Analyze Collective');
  await editor.diagram.getByRole('button', { name: 'Copy as Markdown' }).click();
  await editor.page.locator('.statusbar-item', { hasText: 'The analysis is in the clipboard' }).waitFor();
  expect(await editor.page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^### Ring: allreduce of 256 MiB on 4 ranks/,
  );
});

test('axe finds nothing serious in the diagram as VS Code shows it', async () => {
  await openDiagram('dgx_h100.topo');
  await editor.box('gpu[0]').waitFor();
  const frame = await (await editor.box('gpu[0]').elementHandle())?.ownerFrame();
  await frame?.evaluate(axe.source);
  const serious = await frame?.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // As in test/webview: the drawing in a box is no label of it.
    const { violations } = await run(document, { rules: { 'label-content-name-mismatch': { enabled: false } } });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
  });
  expect(serious).toEqual([]);
});

test('opened, zoomed and selected things are as they were after the editor has been loaded anew', async () => {
  await openDiagram('rails.topo');
  await editor.box('dgx[1]').dblclick();
  await editor.diagram.locator('[data-path="dgx[1].gpu[3]"]').click();
  await editor.diagram.getByRole('button', { name: 'Zoom in' }).click();
  const zoom = () => editor.diagram.locator('.percent').textContent();
  const was = await zoom();
  await editor.reload();
  await editor.diagram.locator('[data-path="dgx[1].gpu[3]"].selected').waitFor();
  expect(await zoom()).toBe(was);
});

test('nothing asks for attention, leaves the machine or goes wrong unseen, and no text was touched', async () => {
  expect(await editor.toasts()).toEqual([]);
  expect(editor.outside).toEqual([]);
  expect(editor.errors).toEqual([]);
  expect(texts()).toEqual(before);
  expect(await editor.page.locator('.tab.dirty').count()).toBe(0);
});
