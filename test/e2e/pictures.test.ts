// The pictures of the README, taken of a real VS Code: by `npm run pictures` alone, so that tests change no file.
import { test } from 'vitest';
import { type Editor, startEditor } from './editor.ts';

const themes = { light: 'Default Light Modern', dark: 'Default Dark Modern' };

async function takePictures(editor: Editor, name: string): Promise<void> {
  await editor.command('View: Toggle Primary Side Bar Visibility');
  await editor.open('dgx_h100.topo');
  await editor.command('Topo: Open Diagram');
  await editor.box('gpu[0]').waitFor();
  await editor.openAt('dgx_h100.topo', '-- nvs[0, 3]', 1);
  await editor.diagram.locator('.glow').first().waitFor({ state: 'attached' });
  await editor.command('Show or Focus Hover');
  await editor.page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: 'GB/s' }).first().waitFor();
  await editor.picture(`text-${name}`, 'docs/pictures');
  await editor.page.keyboard.press('Escape');
  await editor.closeAll();
  await editor.open('rails.topo');
  await editor.command('Topo: Analyze Collective');
  await editor.diagram.locator('.figures .value').first().waitFor();
  await editor.diagram.locator('.halo, .hotbox').first().waitFor({ state: 'attached' });
  await editor.diagram.locator('canvas').first().waitFor();
  await editor.diagram.getByRole('radio', { name: 'Load' }).check();
  // The whole window for the diagram, as one would look at it.
  await editor.command('View: Toggle Maximize Editor Group');
  await editor.diagram.locator('.page.open > aside').waitFor();
  await editor.command('Topo: Analyze Collective');
  await editor.picture(`cost-${name}`, 'docs/pictures');
  await editor.diagram.getByRole('button', { name: 'Halving-doubling', exact: true }).click();
  await editor.diagram.getByRole('button', { name: 'Watch it step by step' }).click();
  const on = editor.diagram.locator('.player').getByRole('button', { name: 'One step on' });
  // The fourth is the first between servers.
  for (let step = 0; step < 4; step++) await on.click();
  await editor.diagram.locator('.playing .flow').first().waitFor({ state: 'attached' });
  await editor.picture(`watch-${name}`, 'docs/pictures');
}

for (const [name, theme] of Object.entries(themes))
  test(name, async () => {
    const { editor, close } = await startEditor({ 'workbench.colorTheme': theme });
    await takePictures(editor, name).finally(close);
  }, 300_000);
