// Makes everything in dist/. `node scripts/build.mjs [--dev] [--watch] [PART...]`: parts are extension, raster,
// server, webview and topo; none named means all. --dev: not minified, with source maps. --watch: again at every change.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { fail, installDependencies, root, say } from './steps.mjs';

await installDependencies();
const { build, context } = await import('esbuild');

const flags = process.argv.slice(2).filter((each) => each.startsWith('--'));
const named = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const watch = flags.includes('--watch');
const dev = watch || flags.includes('--dev');

/**
 * topo.js runs inside this repository, where .js is a module, and copied elsewhere, where it is CommonJS. So it is
 * neither: a script that has no `import` and no `export` and fetches its own `require`, as both kinds of file may. The
 * solver looks up where it stands, though all of it is in here.
 */
const eitherWay = {
  banner: {
    js: `#!/usr/bin/env node
import('node:module').then(({ createRequire }) => {
const require = createRequire(process.execPath), module = { exports: {} }, exports = module.exports, __dirname = '';`,
  },
  footer: { js: '});' },
};

/** The solver as CommonJS: its module asks where it stands, which nothing in a bundle can tell. */
const solver = {
  name: 'solver',
  /** @param {import('esbuild').PluginBuild} build */
  setup: ({ onResolve }) =>
    onResolve({ filter: /^highs$/ }, () => ({ path: join(root, 'node_modules/highs/build/highs.js') })),
};

/** @type {Map<string, Buffer>} */
const packedFiles = new Map();

/** @param {string} name */
function pack(name) {
  const known = packedFiles.get(name) ?? brotliCompressSync(readFileSync(createRequire(import.meta.url).resolve(name)));
  packedFiles.set(name, known);
  return known;
}

/** `X.wasm.br`: a package's X.wasm, packed, so that the rasteriser takes 0.7 MB and not 2.5. */
const packed = {
  name: 'packed',
  /** @param {import('esbuild').PluginBuild} build */
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\.wasm\.br$/ }, ({ path }) => ({ path, namespace: 'packed' }));
    onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => ({
      contents: pack(path.replace(/\.br$/, '')),
      loader: 'binary',
    }));
  },
};

/** The rasteriser is a file of its own beside the extension, read when a PNG is wanted. */
const rasterApart = {
  name: 'raster-apart',
  /** @param {import('esbuild').PluginBuild} build */
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/raster\/raster\.ts$/ }, () => ({ path: './raster.cjs', external: true })),
};

/** @type {Record<string, import('esbuild').BuildOptions & { entryPoints: [string], outfile: string }>} */
const parts = {
  extension: {
    entryPoints: ['client/extension/main.ts'],
    outfile: 'dist/extension.cjs',
    platform: 'node',
    external: ['vscode'],
    plugins: [rasterApart],
  },
  raster: { entryPoints: ['client/raster/raster.ts'], outfile: 'dist/raster.cjs', platform: 'node' },
  server: { entryPoints: ['server/lsp/node.ts'], outfile: 'dist/server.cjs', platform: 'node' },
  webview: {
    entryPoints: ['client/webview/main.tsx'],
    outfile: 'dist/webview.js',
    platform: 'browser',
    format: 'iife',
  },
  topo: { entryPoints: ['client/cli/main.ts'], outfile: 'dist/topo.js', platform: 'node', ...eitherWay },
};

/** Files taken as they are, by the part that needs them: elkjs lays out in a worker of its own, so that the page never waits. */
const copies = { webview: [['node_modules/elkjs/lib/elk-worker.min.js', 'dist/elk-worker.js']] };

for (const flag of flags) if (!['--dev', '--watch'].includes(flag)) fail(`build knows --dev and --watch, not ${flag}.`);
for (const name of named)
  if (!(name in parts)) fail(`build knows the parts ${Object.keys(parts).join(', ')}, not ${name}.`);

const chosen = named.length > 0 ? named : Object.keys(parts);
mkdirSync(join(root, 'dist'), { recursive: true });
for (const name of chosen) {
  const entry = parts[name].entryPoints[0];
  if (!existsSync(join(root, entry))) fail(`${entry} is not there, so ${parts[name].outfile} cannot be built.`);
  await make(name, parts[name]);
}

/**
 * @param {string} name
 * @param {import('esbuild').BuildOptions & { outfile: string }} part
 */
async function make(name, part) {
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: 'cjs',
    target: part.platform === 'browser' ? 'es2022' : 'node20',
    loader: { '.topo': 'text', '.md': 'text', '.wasm': 'binary', '.ttf': 'file', '.woff2': 'binary' },
    assetNames: '[name]',
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    legalComments: 'none',
    logLevel: 'warning',
    ...part,
    plugins: [solver, packed, ...(part.plugins ?? [])],
  };
  for (const [from, to] of copies[/** @type {keyof typeof copies} */ (name)] ?? [])
    copyFileSync(join(root, from), join(root, to));
  if (watch) {
    await (await context({ ...options, logLevel: 'info' })).watch();
    return;
  }
  await build(options).catch(() => fail(`${name} could not be built; see above.`));
  if (name === 'topo') chmodSync(join(root, part.outfile), 0o755);
  const size = statSync(join(root, part.outfile)).size;
  say(`built ${part.outfile}, ${(size / 1000).toFixed(0)} kB`);
}
