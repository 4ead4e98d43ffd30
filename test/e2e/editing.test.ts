// What someone does with the text: sees what is wrong, hovers, completes, goes to a definition, formats, reads the answers.
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

test('an example opens as Topo, without a fault, its questions answered at the end of their lines', async () => {
  await editor.open('dgx_h100.topo');
  await editor.page.locator('.statusbar-item', { hasText: /^Topo/ }).first().waitFor();
  // A bus bandwidth, whatever the model makes of it: the figures themselves are checked where they are computed.
  await editor
    .line('show   allreduce(1 GiB)')
    .filter({ hasText: /GiB\)\s.*GB\/s/ })
    .waitFor();
  await editor.line('expect bandwidth').filter({ hasText: '✓' }).waitFor();
  expect(await editor.squiggles.count()).toBe(0);
});

test('a wrong name gets a squiggle and a line in Problems that says what was meant; mended, both go', async () => {
  await editor.openNew('wrong.topo', 'cluster Wrong {\n  gpu[8] : H100_SMX\n  gpu[*] -- gpu[*] : NVLink4\n}\n');
  await editor.squiggles.first().waitFor();
  await editor.command('View: Focus Problems');
  await editor.problem(/H100_SMX.*H100_SXM/).waitFor();
  await editor.goTo(2, 12);
  await editor.page.keyboard.press('Control+.');
  await editor.page.locator('.action-widget .monaco-list-row', { hasText: 'H100_SXM' }).first().waitFor();
  await editor.page.keyboard.press('Enter');
  await editor.line('gpu[8] : H100_SXM').waitFor();
  await editor.squiggles.first().waitFor({ state: 'detached' });
});

test('a click on the code of a finding opens what it means; the fix that allows it writes the comment', async () => {
  await editor.openNew('spare.topo', 'cluster Spare {\n  g[4] : gpu\n  s[2] : switch\n  g[*] -- s[0] : 50 GB/s\n}\n');
  await editor.warnings.first().waitFor();
  await editor.goTo(3, 3);
  await editor.command('Show or Focus Hover');
  await editor.page.locator('.monaco-hover:not(.hidden) a.code-link', { hasText: 'wiring.alone' }).first().click();
  await editor.preview.locator('h3', { hasText: 'wiring.alone' }).waitFor();
  await editor.preview.locator('p', { hasText: 'A part is connected to nothing.' }).waitFor();
  await editor.open('spare.topo');
  await editor.goTo(3, 3);
  await editor.page.keyboard.press('Control+.');
  await editor.page.locator('.action-widget .monaco-list-row', { hasText: 'Allow' }).first().click();
  await editor.line('// topo: allow wiring.alone').waitFor();
  await editor.warnings.first().waitFor({ state: 'detached' });
});

test('hover on a connection tells its rates', async () => {
  await editor.openAt('dgx_h100.topo', '-- nvs[0, 3]', 1);
  // Five NVLink 4 of 25 GB/s each way (NVIDIA H100 data sheet: 18 links, 900 GB/s both ways).
  expect(await editor.hover('125 GB/s')).toContain('NVLink4');
});

test('completion offers the devices of the library', async () => {
  await editor.openNew('half.topo', 'node Half {\n  nic : ConnectX\n}\n');
  await editor.goTo(2, 17);
  await editor.page.keyboard.press('Control+Space');
  await editor.suggestion('ConnectX7').waitFor();
  await editor.page.keyboard.type('7');
  await editor.page.keyboard.press('Tab');
  await editor.line('nic : ConnectX7').waitFor();
});

test('go to definition opens the library, which cannot be written', async () => {
  await editor.openAt('dgx_h100.topo', 'H100_SXM, network', 1);
  await editor.page.keyboard.press('F12');
  await editor.tab('nvidia.topo').waitFor();
  await editor.line('device H100_SXM').waitFor();
  await editor.page.keyboard.type('x');
  await editor.page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
});

test('the outline lists what the file defines', async () => {
  await editor.open('rails.topo');
  await editor.command('Explorer: Focus on Outline View');
  await editor.page.locator('.outline-tree .monaco-list-row', { hasText: 'Rails' }).first().waitFor();
  await editor.page.locator('.outline-tree .monaco-list-row', { hasText: 'leaf[8]' }).first().waitFor();
});

test('formatting sets blanks and columns', async () => {
  await editor.openNew('crooked.topo', 'cluster Crooked{\ng[4]:gpu\n   g[i]--g[(i+1)%4]:50GB/s\n}\n');
  await editor.command('Format Document');
  await editor.line('g[i] -- g[(i + 1) % 4] : 50 GB/s').waitFor();
  expect((await editor.lines()).slice(0, 2)).toEqual(['cluster Crooked {', '  g[4] : gpu']);
});

test('nothing asks for attention, leaves the machine or goes wrong unseen', async () => {
  expect(await editor.toasts()).toEqual([]);
  expect(editor.outside).toEqual([]);
  expect(editor.errors).toEqual([]);
});
