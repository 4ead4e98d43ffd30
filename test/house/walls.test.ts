// The walls of docs/architecture.md: which room may import which, and which packages. Type imports count: to know a type
// is to know the room. Nothing else holds the walls.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

interface Room {
  /** Rooms, or single files of them, that it may import. */
  readonly knows: readonly string[];
  /** Packages, as they are written in an import; `node:` is all of Node. */
  readonly packages?: readonly string[];
}

const words = ['@vscode/l10n'];

/** The longest name that a file's path begins with is its room. */
const rooms: Record<string, Room> = {
  'server/syntax': { knows: [], packages: words },
  'server/library': { knows: [] },
  'server/semantics': { knows: ['server/syntax', 'server/library'], packages: words },
  // No text and no places in it: of a definition it knows what stands there, not how it was written.
  'server/topology': {
    knows: ['server/semantics/template.ts', 'server/semantics/hardware.ts', 'server/semantics/values.ts'],
    packages: words,
  },
  'server/collectives': { knows: ['server/topology', 'server/semantics/template.ts'], packages: words },
  // Of syntax the way a quantity is printed, and nothing else.
  'server/questions': {
    knows: ['server/semantics', 'server/topology', 'server/collectives', 'server/syntax/quantities.ts'],
    packages: words,
  },
  'server/protocol.ts': { knows: ['server/semantics/hardware.ts', 'server/collectives/collective.ts'] },
  'server/workspace.ts': { knows: ['server/syntax', 'server/semantics', 'server/library'] },
  'server/features': {
    knows: [
      'docs/findings.md',
      'server/syntax',
      'server/semantics',
      'server/topology',
      'server/collectives',
      'server/questions',
      'server/protocol.ts',
      'server/workspace.ts',
    ],
    packages: words,
  },
  // Of the rooms below the features it knows the shapes that features return, the formatter, which needs no more than a text,
  // and where a solver of linear programs is put.
  'server/lsp': {
    knows: [
      'server/features',
      'server/protocol.ts',
      'server/workspace.ts',
      'server/syntax/finding.ts',
      'server/syntax/format.ts',
      'server/semantics/hardware.ts',
      'server/collectives/program.ts',
    ],
    packages: [...words, 'highs', 'vscode-languageserver', 'vscode-languageserver-textdocument', 'node:'],
  },
  'client/diagram': { knows: ['server/protocol.ts'], packages: ['elkjs', ...words] },
  'client/raster': { knows: [], packages: ['@resvg/resvg-wasm', '@fontsource/inter', 'node:zlib'] },
  'client/webview': {
    knows: ['server/protocol.ts', 'client/diagram'],
    packages: ['preact', 'uplot', 'd3-', '@vscode-elements/', 'elkjs'],
  },
  // Of the page the messages it takes and the words it shows.
  'client/extension': {
    knows: [
      'server/protocol.ts',
      'client/diagram',
      'client/raster',
      'client/webview/messages.ts',
      'client/webview/strings.ts',
    ],
    packages: ['vscode', 'vscode-languageclient', 'node:', ...words],
  },
  'client/cli': {
    knows: ['server', 'client/diagram', 'client/raster', 'package.json'],
    packages: ['commander', 'elkjs', 'node:', ...words],
  },
};

const files = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && !path.includes('node_modules'));

const code = [...files('server', /\.tsx?$/), ...files('client', /\.tsx?$/)];

const roomOf = (path: string): string | undefined =>
  Object.keys(rooms)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3]);
}

/** What is wrong with an import, undefined where it is fine. */
function breach(path: string, imported: string): string | undefined {
  const room = roomOf(path);
  if (room === undefined) return `${path} stands in no room`;
  const { knows, packages = [] } = rooms[room];
  if (!imported.startsWith('.')) {
    const allowed = packages.some(
      (each) => imported === each || imported.startsWith(/[:/-]$/.test(each) ? each : `${each}/`),
    );
    return allowed ? undefined : `${path} imports ${imported}, which ${room} may not know`;
  }
  const target = normalize(join(dirname(path), imported));
  const within = (each: string): boolean => target === each || target.startsWith(`${each}/`);
  if (within(room) || knows.some(within)) return undefined;
  return `${path} imports ${target}, which ${room} may not know (it knows ${knows.join(', ') || 'no other room'})`;
}

test('every import stays inside the walls', () => {
  const breaches = code.flatMap((path) => importsOf(path).flatMap((imported) => breach(path, imported) ?? []));
  expect(breaches).toEqual([]);
});

test('an import through a wall is told', () => {
  expect(breach('server/syntax/lexer.ts', '../semantics/file.ts')).toContain('server/syntax may not know');
  expect(breach('server/syntax/lexer.ts', 'node:fs')).toContain('node:fs');
  expect(breach('client/diagram/svg.ts', 'vscode')).toContain('vscode');
  expect(breach('client/webview/main.tsx', '../../server/workspace.ts')).toContain('client/webview may not know');
  expect(breach('server/elsewhere/x.ts', './y.ts')).toContain('no room');
  expect(breach('client/cli/main.ts', '../../server/features/scene.ts')).toBeUndefined();
});

/** Longer than 400 lines, and why. */
const long: Record<string, string> = {
  'test/semantics/body/findings.test.ts': 'one fixture for every finding of a body',
  'test/topology/routes.test.ts': 'the ways through every kind of server, by hand',
};

test('files are short', () => {
  const ours = [...code, ...files('test', /\.(tsx?|mjs)$/), ...files('scripts', /\.mjs$/)];
  const tooLong = ours.filter((path) => !(path in long) && readFileSync(path, 'utf8').split('\n').length > 400);
  expect(tooLong).toEqual([]);
  expect(Object.keys(long).filter((path) => !existsSync(path))).toEqual([]);
});

test('nothing is left for later, and every type is known', () => {
  const found = [...code, ...files('scripts', /\.mjs$/)].flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        /\b(TODO|FIXME|XXX)\b|^(?!.*\/[/*]).*: any\b|\bas any\b|<any>|\bany\[\]|@ts-(ignore|expect-error|nocheck)/.test(
          line,
        )
          ? `${path}:${i + 1} ${line.trim()}`
          : [],
      ),
  );
  expect(found).toEqual([]);
});

test('the locks name packages, not where they were fetched', () => {
  for (const lock of ['package-lock.json', 'test/e2e/vscode/package-lock.json']) {
    const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, { resolved?: string }> };
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  }
});

test('the lock is of this manifest', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[''];
  expect(lock.devDependencies).toEqual(manifest.devDependencies);
  expect(manifest.dependencies).toBeUndefined(); // everything is bundled
});

test('docs/architecture.md names every room', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const missing = Object.keys(rooms).filter(
    (room) => !text.includes(`\`${room.replace(/^(server|client)\//, '')}\``) && !text.includes(`\`${room}\``),
  );
  expect(missing).toEqual([]);
});
