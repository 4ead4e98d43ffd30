// `npm run gallery`: draws the pictures of docs/gallery.md anew, by the command line. Which ones: those the page shows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, fail, installDependencies, root, run } from './steps.mjs';

await installDependencies();
await buildAll();
const page = readFileSync(join(root, 'docs/gallery.md'), 'utf8');
for (const [, picture, name, theme] of page.matchAll(/"(pictures\/gallery\/(\w+)-(light|dark)\.svg)"/g)) {
  const options = ['--root', name, '--theme', theme, '-o', join('docs', picture)];
  const { code } = await run(process.execPath, ['dist/topo.js', 'render', 'docs/gallery.topo', ...options], {
    cwd: root,
  });
  if (code !== 0) fail(`${picture} was not drawn.`);
}
