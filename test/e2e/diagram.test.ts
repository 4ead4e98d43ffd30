// What someone sees beside the text: the diagram that follows it, and what a collective costs on it.
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { type Editor, startEditor } from './editor.ts';

let editor: Editor;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ editor, close } = await startEditor());
});
afterAll(() => close?.());
beforeEach(({ task }) => {
  onTestFailed(() => editor.picture(`failed ${task.name}`.replaceAll(/\W+/g, '_')));
});

const openDiagram = async (name: string): Promise<void> => {
  await editor.closeAll();
  await editor.open(name);
  await editor.command('Topo: Open Diagram');
};

test('the diagram opens beside the text, which keeps the focus', async () => {
  await openDiagram('dgx_h100.topo');
  for (const path of ['gpu[0]', 'gpu[7]', 'nic[3]', 'pcie[2]', 'cpu[1]']) await editor.box(path).waitFor();
  expect(await editor.page.locator('.editor-group-container').count()).toBe(2);
  await editor.page.keyboard.press('Control+End');
  const { line } = editor.place('dgx_h100.topo', 'node MyDGX_H200');
  await editor.page
    .locator('.statusbar-item', { hasText: `Ln ${line + 1}, Col 1` })
    .first()
    .waitFor();
});

test('a server of a block opens to show what is in it, and closes again', async () => {
  await openDiagram('scalable_unit.topo');
  await editor.box('dgx[5]').dblclick();
  await editor.box('dgx[5].gpu[7]').waitFor();
  await editor.page.keyboard.press('Space');
  await editor.box('dgx[5].gpu[7]').waitFor({ state: 'detached' });
  await editor.box('dgx[5]').waitFor();
});

test('what the cursor stands on is marked', async () => {
  await openDiagram('dgx_h100.topo');
  await editor.box('gpu[0]').waitFor();
  await editor.openAt('dgx_h100.topo', 'pcie[4]', 1);
  await editor.diagram.locator('[data-path="pcie[0]"].cursor').waitFor();
  expect(await editor.diagram.locator('[data-path="gpu[0]"].cursor').count()).toBe(0);
});

test('a click on a box shows where it is written', async () => {
  await openDiagram('dgx_h100.topo');
  await editor.box('nic[0]').click();
  await editor.page.locator('.breadcrumbs-below-tabs', { hasText: 'nic[8]' }).first().waitFor();
});

test('the picture follows an edit, and the last good one stays while the text is broken', async () => {
  await editor.closeAll();
  await editor.openNew('edited.topo', 'cluster Edited {\n  a[3] : gpu\n  a[i] -- a[(i + 1) % 3] : 50 GB/s\n}\n');
  await editor.command('Topo: Open Diagram');
  await editor.box('a[2]').waitFor();
  await editor.goTo(4, 2);
  await editor.page.keyboard.type('\nnode');
  await editor.squiggles.first().waitFor();
  await editor.box('a[2]').waitFor();
  await editor.goTo(5, 1);
  for (const _ of 'node') await editor.page.keyboard.press('Delete');
  await editor.squiggles.first().waitFor({ state: 'detached' });
  await editor.goTo(2, 5);
  await editor.page.keyboard.press('Delete');
  await editor.page.keyboard.type('5');
  await editor.box('a[4]').waitFor();
});

test('a collective is priced from the palette: time on screen, bottleneck marked', async () => {
  await editor.closeAll();
  await editor.open('ring.topo');
  await editor.command('Topo: Analyze Collective');
  const panel = editor.diagram.locator('aside.panel');
  await panel
    .locator('.figures .value')
    .first()
    .filter({ hasText: /[\d.]+ (us|ms|s)/ })
    .waitFor();
  await panel.locator('.algorithms th', { hasText: 'Ring' }).first().waitFor();
  await editor.diagram.locator('.hot').first().waitFor({ state: 'attached' });
  await panel.locator('button.bottleneck').click();
});

test('the diagram follows the theme', async () => {
  await openDiagram('dgx_h100.topo');
  await editor.diagram.locator('body.vscode-light').waitFor();
  await editor.command('Preferences: Toggle between Light/Dark Themes');
  await editor.diagram.locator('body.vscode-dark').waitFor();
  await editor.box('gpu[0]').waitFor();
});

test('nothing asks for attention, leaves the machine or goes wrong unseen', async () => {
  expect(await editor.toasts()).toEqual([]);
  expect(editor.outside).toEqual([]);
  expect(editor.errors).toEqual([]);
});
