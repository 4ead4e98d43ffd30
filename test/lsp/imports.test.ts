// Imports as an editor lives with them: edited and not saved, changed on disk, gone and back, badly spelt; and the fixes
// that know what other files define.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CodeAction, Diagnostic } from 'vscode-languageserver/node';
import { applied, type Client, start } from './client.ts';

let client: Client;
beforeEach(async () => {
  client = await start({ workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
});
afterEach(async () => {
  await client.end();
  expect(client.logs).toEqual([]);
});

const uses = 'import "parts.topo"\ncluster C { d : D }\n';
const codes = (found: readonly Diagnostic[]): unknown[] => found.map(({ code }) => code);
/** As many diagnostics as there are for a version, with these codes. */
const told = (uri: string, version: number, ...wanted: string[]): Promise<Diagnostic[]> =>
  client.diagnostics(uri, version, (found) => JSON.stringify(codes(found)) === JSON.stringify(wanted));
const published = (uri: string): number => client.published.filter((each) => each.uri === uri).length;

/** Waits for findings of `uri` that are told after this call. */
async function next(uri: string, from: number): Promise<unknown[]> {
  while (published(uri) <= from) await client.request('textDocument/documentSymbol', { textDocument: { uri } });
  return codes(client.published.filter((each) => each.uri === uri).at(-1)?.diagnostics ?? []);
}

describe('an import', () => {
  test('that is edited and not saved takes effect at once', async () => {
    client.open('parts.topo', 'device E : gpu { }\n');
    const uri = client.open('main.topo', uses);
    expect(await told(uri, 1, 'name.unused', 'name.unknown')).toHaveLength(2);
    const from = published(uri);
    client.change(client.uri('parts.topo'), 'device D : gpu { }\n', 2);
    expect(await next(uri, from)).toEqual([]);
  });

  test('that changes on disk takes effect when the editor says so, and so does one that goes and comes back', async () => {
    const parts = client.write('parts.topo', 'device D : gpu { }\n');
    const uri = client.open('main.topo', uses);
    expect(await client.diagnostics(uri, 1)).toEqual([]);
    const watched = (type: 1 | 2 | 3): void =>
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: parts, type }] });
    let from = published(uri);
    client.write('parts.topo', 'device E : gpu { }\n');
    watched(2);
    expect(await next(uri, from)).toEqual(['name.unused', 'name.unknown']);
    from = published(uri);
    rmSync(join(client.folder, 'parts.topo'));
    watched(3);
    // What it would have defined is not told as well.
    expect(await next(uri, from)).toEqual(['import.missing']);
    from = published(uri);
    client.write('parts.topo', 'device D : gpu { }\n');
    watched(1);
    expect(await next(uri, from)).toEqual([]);
  });

  test('of an open file that is closed again is what stands on disk', async () => {
    client.write('parts.topo', 'device D : gpu { }\n');
    const parts = client.open('parts.topo', 'device E : gpu { }\n');
    const uri = client.open('main.topo', uses);
    await told(uri, 1, 'name.unused', 'name.unknown');
    const from = published(uri);
    client.close(parts);
    expect(await next(uri, from)).toEqual([]);
  });

  test('may lie above, and have blanks, accents and signs in its name', async () => {
    mkdirSync(join(client.folder, 'sub'));
    client.write('größe 100% (a+b).topo', 'device D : gpu { }\n');
    const uri = client.open('sub/main.topo', 'import "../größe 100% (a+b).topo"\ncluster C { d : D }\n');
    expect(await client.diagnostics(uri, 1)).toEqual([]);
  });

  test('is a path and no address: `%20` is three characters', async () => {
    client.write('my parts.topo', 'device D : gpu { }\n');
    const uri = client.open('main.topo', 'import "my%20parts.topo"\ncluster C { d : D }\n');
    expect(codes(await client.diagnostics(uri, 1))).toEqual(['import.missing']);
  });

  test('of a folder, of what never ends and of what is too large to be a text is one that is not there', async () => {
    mkdirSync(join(client.folder, 'sub.topo'));
    writeFileSync(join(client.folder, 'large.topo'), Buffer.alloc(17e6, 32));
    const uri = client.open('main.topo', 'import "sub.topo"\nimport "large.topo"\nimport "../../dev/zero"\n');
    expect(codes(await client.diagnostics(uri, 1))).toEqual(['import.missing', 'import.missing', 'import.missing']);
  });

  test('of bytes that are no text is told, and nothing breaks', async () => {
    writeFileSync(join(client.folder, 'parts.topo'), Buffer.from([0xff, 0xfe, 0, 1, 2, 0x80, 0x22, 0x7b]));
    const uri = client.open('main.topo', uses);
    expect(codes(await client.diagnostics(uri, 1))).toEqual(['name.unused', 'name.unknown']);
  });

  test('spelt in two ways is one file', async () => {
    client.write('parts.topo', 'device D : gpu { }\n');
    const uri = client.open('main.topo', 'import "parts.topo"\nimport "./sub/../parts.topo"\ncluster C { d : D }\n');
    const found = await client.diagnostics(uri, 1);
    expect(found).toMatchObject([{ code: 'name.unused', range: { start: { line: 1 } } }]);
  });
});

/** The texts that the quick fixes at this place make, by title. */
async function fixed(uri: string, text: string, line: number, character: number): Promise<Record<string, string>> {
  const at = { line, character };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
  return Object.fromEntries(actions.map(({ title, edit }) => [title, applied(text, edit?.changes?.[uri] ?? [])]));
}

describe('an unknown name that another file defines', () => {
  test('is imported: from an open file, or from one on disk that has not been looked at yet', async () => {
    client.write('parts.topo', 'device Widget : gpu { }\n');
    client.open('other.topo', 'device Gadget : gpu { }\n');
    const text = '/// Mine.\ncluster C { a : Widget; b : Gadget }\n';
    const uri = client.open('main.topo', text);
    await client.diagnostics(uri, 1);
    expect(await fixed(uri, text, 1, 17)).toEqual({ 'Import `parts.topo`': `import "parts.topo"\n\n${text}` });
    expect(await fixed(uri, text, 1, 30)).toEqual({ 'Import `other.topo`': `import "other.topo"\n\n${text}` });
  });

  test('is imported behind the imports there are', async () => {
    client.write('parts.topo', 'device D : gpu { }\n');
    client.write('more.topo', 'device Widget : gpu { }\n');
    const text = 'import "parts.topo" // parts\ncluster C { d : D; w : Widget }\n';
    const uri = client.open('main.topo', text);
    await client.diagnostics(uri, 1);
    const after = 'import "parts.topo" // parts\nimport "more.topo"\ncluster C { d : D; w : Widget }\n';
    expect(await fixed(uri, text, 1, 25)).toEqual({ 'Import `more.topo`': after });
  });

  test('is not imported from a file that imports this one, nor where two imports would then define a name', async () => {
    client.write('round.topo', 'import "main.topo"\ndevice Round : gpu { }\n');
    client.write('parts.topo', 'device D : gpu { }\n');
    client.write('double.topo', 'device D : gpu { }\ndevice Twin : gpu { }\n');
    const text = 'import "parts.topo"\ncluster C { d : D; r : Round; t : Twin }\n';
    const uri = client.open('main.topo', text);
    await client.diagnostics(uri, 1);
    expect(await fixed(uri, text, 1, 24)).toEqual({});
    expect(await fixed(uri, text, 1, 35)).toEqual({});
  });

  test('is looked for in the whole folder of the workspace, which hidden folders are no part of', async () => {
    const root = mkdtempSync(join(tmpdir(), 'topo-root-'));
    for (const name of ['clusters', 'lib/deep', '.git']) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, 'lib/deep/w.topo'), 'device Widget : gpu { }\n');
    writeFileSync(join(root, '.git/w.topo'), 'device Widget : gpu { }\n');
    const inside = await start({}, {}, undefined, pathToFileURL(root).href);
    const uri = pathToFileURL(join(root, 'clusters/main.topo')).href;
    const text = 'cluster C { w : Widget }\n';
    inside.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'topo', version: 1, text } });
    await inside.diagnostics(uri, 1);
    const at = { line: 0, character: 17 };
    const actions = await inside.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toEqual(['Import `../lib/deep/w.topo`']);
    await inside.end();
    rmSync(root, { recursive: true, force: true });
  });
});

test('a path that leads nowhere is mended to the file that is called so', async () => {
  mkdirSync(join(client.folder, 'lib'));
  client.write('lib/parts.topo', 'device D : gpu { }\n');
  const uri = client.open('main.topo', uses);
  await client.diagnostics(uri, 1);
  expect(await fixed(uri, uses, 0, 9)).toEqual({ '"lib/parts.topo"': uses.replace('parts', 'lib/parts') });
});

test('a connection by nothing may be by the links that both ends have ports for', async () => {
  const text = 'cluster C {\n  g : H100_SXM\n  n : ConnectX7\n  g -- n\n}\n';
  const uri = client.open('main.topo', text);
  await client.diagnostics(uri, 1);
  expect(Object.values(await fixed(uri, text, 3, 4))).toEqual([
    text.replace('g -- n', 'g -- n : 50 GB/s'),
    text.replace('g -- n', 'g -- n : PCIe5 x16'),
  ]);
});

test('everything that leaves no choice is mended at once', async () => {
  const text =
    'device D : gpu { memory : 80 GB }\n# two of them\ncluster C {\n  d[2] : D\n  d[0] – d[1] : 400 Gbit/s\n}\n';
  const uri = client.open('main.topo', text);
  await client.diagnostics(uri, 1);
  const [action] = await client.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics: [], only: ['source.fixAll'] },
  });
  const once = applied(text, action.edit?.changes?.[uri] ?? []);
  expect(once).toBe(
    'device D : gpu { memory = 80 GB }\n// two of them\ncluster C {\n  d[2] : D\n  d[0] -- d[1] : 400 Gbit/s\n}\n',
  );
});
