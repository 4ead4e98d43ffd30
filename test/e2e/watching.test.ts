// An algorithm watched in the editor: steps on, and the picture follows.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Editor, startEditor } from './editor.ts';

let editor: Editor;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ editor, close } = await startEditor());
});
afterAll(() => close?.());

test('an all-reduce step by step', async () => {
  onTestFailed(() => editor.picture('failed_watching'));
  await editor.open('rails.topo');
  await editor.command('Topo: Analyze Collective');
  const { diagram } = editor;
  await diagram.getByRole('button', { name: 'Ring', exact: true }).click();
  await diagram.getByRole('button', { name: 'Watch it step by step' }).click();
  const player = diagram.locator('.player');
  await player.getByRole('button', { name: 'One step on' }).click();
  await diagram.locator('.playing .flow').first().waitFor({ state: 'attached' });
  expect(await player.getByRole('status').textContent()).toMatch(/dgx\[\d\]\.gpu\[\d\] → dgx\[\d\]\.gpu\[\d\]/);
  await player.getByRole('button', { name: 'Stop watching' }).click();
  await diagram.locator('.playing').waitFor({ state: 'detached' });
});
