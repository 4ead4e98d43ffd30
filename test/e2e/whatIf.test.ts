// What if by hand, in the editor: a switch fails, its loss is written into the text, undo takes it back.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Editor, startEditor } from './editor.ts';

let editor: Editor;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ editor, close } = await startEditor());
});
afterAll(() => close?.());

test('a leaf that fails costs time, and becomes a line of the text', async () => {
  onTestFailed(() => editor.picture('failed_what_if'));
  await editor.open('rails.topo');
  await editor.command('Topo: Open Diagram');
  await editor.box('leaf[3]').click();
  await editor.page.keyboard.press('Delete');
  const { diagram } = editor;
  await diagram.locator('[data-path="leaf[3]"].failed .cross').waitFor();
  await diagram.locator('.answer[aria-busy="false"] .figures').waitFor();
  await diagram.getByRole('button', { name: 'Write into the text' }).click();
  await diagram.locator('.whatif li').waitFor({ state: 'detached' });
  await editor.page.locator('.view-line', { hasText: /without\sleaf\[3\]/ }).waitFor();
  expect(await diagram.locator('.failed').count()).toBe(0);
});
