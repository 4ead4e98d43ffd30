// `npm run -s topo -- show FILE`: the command line on a fresh clone. What is missing is installed and built first; after
// that it is dist/topo.js and nothing else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, installDependencies, root, run } from './steps.mjs';

const topo = join(root, 'dist', 'topo.js');
if (!existsSync(topo)) {
  await installDependencies();
  await buildAll();
}
const { code } = await run(process.execPath, [topo, ...process.argv.slice(2)], { cwd: process.env.INIT_CWD ?? root });
process.exit(code);
