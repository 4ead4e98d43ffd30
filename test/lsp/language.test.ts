// A server that is handed a bundle of messages speaks its language; without one, or with a broken one, English.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import { start } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'topo-messages-'));
afterAll(() => rmSync(folder, { recursive: true }));

function bundle(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

/** The first message about a file that is not there, and what the server logged. */
async function check(messages: string): Promise<{ message: Diagnostic['message'] | undefined; logs: number }> {
  const client = await start({}, { messages });
  const uri = client.open('a.topo', 'import "b.topo"\n');
  const [first] = await client.diagnostics(uri, 1);
  await client.end();
  return { message: first?.message, logs: client.logs.length };
}

test('messages are in the language of the bundle', async () => {
  const german = { 'there is no file `{0}` here that can be read.': 'die Datei `{0}` gibt es hier nicht.' };
  const messages = bundle('bundle.l10n.de.json', JSON.stringify(german));
  expect(await check(messages)).toEqual({ message: 'die Datei `b.topo` gibt es hier nicht.', logs: 0 });
});

test('a broken bundle is logged, and the server speaks English', async () => {
  expect(await check(bundle('broken.json', '{'))).toEqual({
    message: 'there is no file `b.topo` here that can be read.',
    logs: 1,
  });
});

test('a missing bundle is logged, and the server speaks English', async () => {
  const messages = pathToFileURL(join(folder, 'missing.json')).href;
  expect(await check(messages)).toEqual({ message: 'there is no file `b.topo` here that can be read.', logs: 1 });
});
