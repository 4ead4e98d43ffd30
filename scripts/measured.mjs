// What was measured beside what Topo predicts, by machine, collective and size: `npm run -s measured`. `--check` compares the
// table with docs/cost-model.md, `--write` puts it there.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installDependencies, root, say } from './steps.mjs';

await installDependencies();
const { build } = await import('esbuild');

const [flag = ''] = process.argv.slice(2);
if (!['', '--check', '--write'].includes(flag)) fail(`measured knows --check and --write, not ${flag}.`);

process.chdir(root);
const bundle = join(root, 'node_modules', '.measured.mjs');
await build({
  entryPoints: ['test/support/measured.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  loader: { '.topo': 'text', '.md': 'text', '.wasm': 'binary' },
  // What is not a module there fetches Node's own parts by `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
try {
  const { table, pageWith } = await import(bundle);
  const text = table();
  console.log(text);
  const { before, after } = pageWith(text);
  if (flag === '--check' && before !== after)
    fail('docs/cost-model.md has another table: `npm run measured -- --write`.');
  if (flag === '--write') {
    writeFileSync('docs/cost-model.md', after);
    say('docs/cost-model.md has this table now.');
  }
} finally {
  rmSync(bundle, { force: true });
}
