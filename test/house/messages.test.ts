// l10n/bundle.l10n.json holds every message there is, for whoever translates; `npm run l10n` writes it anew. A message
// that is put together before `l10n.t` sees it could not be in it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { english } from '../../client/webview/strings.ts';

const sources = ['server', 'client'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

interface Call {
  readonly path: string;
  /** Undefined where it is no literal. */
  readonly message: string | undefined;
}

function callsIn(path: string): Call[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/\bl10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")?/g)].map((call) => {
    const literal = call[1] ?? call[2];
    return { path, message: literal?.replaceAll(/\\(['"\\])/g, '$1') };
  });
}

const calls = sources.flatMap(callsIn);

test('messages are whole sentences in the source', () => {
  // The page's words come from one table, which is in the bundle as a whole.
  const open = calls.filter(({ message }) => message === undefined).map(({ path }) => path);
  expect(open).toEqual([join('client', 'extension', 'pageFor.ts')]);
});

test('the bundle holds every message', async () => {
  const messages = new Set([...calls.flatMap(({ message }) => message ?? []), ...Object.values(english)]);
  const bundle = Object.fromEntries([...messages].sort().map((message) => [message, message]));
  await expect(`${JSON.stringify(bundle, undefined, 2)}\n`).toMatchFileSnapshot('../../l10n/bundle.l10n.json');
});

test('a translation holds only messages that there are', () => {
  const known = new Set(Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8'))));
  for (const name of readdirSync('l10n')) {
    const unknown = Object.keys(JSON.parse(readFileSync(join('l10n', name), 'utf8'))).filter((key) => !known.has(key));
    expect(unknown, name).toEqual([]);
  }
});
