// Formatting as an editor asks for it: a document, and a selection of one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TextEdit } from 'vscode-languageserver/node';
import { applied, type Client, start } from './client.ts';

let client: Client;
beforeAll(async () => {
  client = await start();
});
afterAll(() => client.end());

test('of a document', async () => {
  const text = 'cluster C {\n      gpus[4]: gpu\n  s : switch\n}\n';
  const uri = client.open('a.topo', text);
  const edits = await client.request<TextEdit[]>('textDocument/formatting', {
    textDocument: { uri },
    options: { tabSize: 2, insertSpaces: true },
  });
  expect(applied(text, edits)).toBe('cluster C {\n  gpus[4] : gpu\n  s       : switch\n}\n');
});

test('of a selection', async () => {
  const text = 'cluster C {\n      g: gpu\n\n      s: switch\n}\n';
  const uri = client.open('b.topo', text);
  const edits = await client.request<TextEdit[]>('textDocument/rangeFormatting', {
    textDocument: { uri },
    range: { start: { line: 3, character: 8 }, end: { line: 3, character: 9 } },
    options: { tabSize: 2, insertSpaces: true },
  });
  expect(applied(text, edits)).toBe('cluster C {\n      g: gpu\n\n  s : switch\n}\n');
});
