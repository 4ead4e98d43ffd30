// The language server over stdio: every request that an editor makes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CodeAction, DocumentSymbol, Location, MarkupContent, Range } from 'vscode-languageserver/node';
import type { AnalyzeResult, Scene } from '../../server/protocol.ts';
import { applied, type Client, ring, start } from './client.ts';

let client: Client;
/** A document of its own for each test. */
let name: string;
let count = 0;

beforeAll(async () => {
  client = await start();
});
afterAll(() => client.end());
beforeEach(() => {
  name = `file${count++}.topo`;
});
afterEach(() => {
  expect(client.logs).toEqual([]);
});

const codes = (found: readonly { code?: unknown }[]): unknown[] => found.map(({ code }) => code);

test('it says what it can', () => {
  expect(client.server.serverInfo?.name).toBe('topo');
  expect(Object.keys(client.server.capabilities).sort()).toEqual([
    'codeActionProvider',
    'completionProvider',
    'definitionProvider',
    'documentFormattingProvider',
    'documentRangeFormattingProvider',
    'documentSymbolProvider',
    'foldingRangeProvider',
    'hoverProvider',
    'inlayHintProvider',
    'textDocumentSync',
  ]);
});

describe('what is wrong', () => {
  test('is told on opening, with range, code and source', async () => {
    const uri = client.open(name, 'cluster C {\n  g[2] : H100_SMX\n}\n');
    expect(await client.diagnostics(uri, 1)).toMatchObject([
      {
        range: { start: { line: 1, character: 9 }, end: { line: 1, character: 17 } },
        severity: 1,
        code: 'name.unknown',
        source: 'topo',
      },
    ]);
  });
  test('an expect that fails too', async () => {
    const uri = client.open(name, ring);
    const found = await client.diagnostics(uri, 1, (all) => all.length > 0);
    expect(found).toMatchObject([{ code: 'expect.failed', range: { start: { line: 4, character: 9 } } }]);
    expect(found[0].message).toBe('not so: `diameter` is 2, expected == 3.');
  });
  test('a show that cannot be answered', async () => {
    const uri = client.open(name, 'cluster C {\n  g[2] : gpu\n  show diameter\n}\n');
    expect(codes(await client.diagnostics(uri, 1))).toEqual(['ask.unreachable']);
  });
  test('goes away when it is mended', async () => {
    const uri = client.open(name, 'cluster C {\n  g[2] : Nothing\n}\n');
    expect(await client.diagnostics(uri, 1)).toHaveLength(1);
    client.change(uri, 'cluster C {\n  g : gpu\n}\n', 2);
    expect(await client.diagnostics(uri, 2)).toEqual([]);
  });
  test('unused names are faded', async () => {
    const uri = client.open(name, 'let a = 1\n');
    expect(await client.diagnostics(uri, 1)).toMatchObject([{ code: 'name.unused', tags: [1] }]);
  });
  test('the other place is named', async () => {
    const uri = client.open(name, 'node A { g : gpu }\nnode A { g : gpu }\n');
    expect(await client.diagnostics(uri, 1)).toMatchObject([
      {
        code: 'name.duplicate',
        relatedInformation: [{ location: { uri, range: { start: { line: 0, character: 5 } } } }],
      },
    ]);
  });
});

describe('versions', () => {
  test('the newest wins: after the last edit nothing older is published', async () => {
    const uri = client.open(name, 'let a = 0\n');
    for (let version = 2; version <= 60; version++)
      client.change(
        uri,
        version === 60 ? 'let it = 1\nlet b = it\n' : `let a${version} = Nothing${version}\n`,
        version,
      );
    await client.diagnostics(uri, 60);
    const versions = client.published.filter((each) => each.uri === uri).map(({ version = 0 }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(versions.at(-1)).toBe(60);
    // Answers come after all edits that were sent before: still nothing older.
    await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    expect(client.published.filter((each) => each.uri === uri).at(-1)?.version).toBe(60);
  });
  test('edits in pieces', async () => {
    const uri = client.open(name, 'cluster C {\n  g : gup\n}\n');
    expect(codes(await client.diagnostics(uri, 1))).toEqual(['name.unknown']);
    const range = { start: { line: 1, character: 6 }, end: { line: 1, character: 9 } };
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range, text: 'gpu' }],
    });
    expect(await client.diagnostics(uri, 2)).toEqual([]);
  });
  test('faces hear of every change', async () => {
    const uri = client.open(name, ring);
    client.change(uri, `${ring}\n`, 2);
    await client.diagnostics(uri, 2);
    expect(client.changes.filter((each) => each.uri === uri).map(({ version }) => version)).toEqual([1, 2]);
  });
  test('what is closed has no diagnostics left', async () => {
    const uri = client.open(name, 'let a = 0\n');
    await client.diagnostics(uri, 1);
    client.close(uri);
    await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    expect(client.published.filter((each) => each.uri === uri).at(-1)?.diagnostics).toEqual([]);
  });
});

describe('requests of every editor', () => {
  test('hover', async () => {
    const uri = client.open(name, ring);
    const told = await client.request<{ contents: MarkupContent; range: Range }>(
      'textDocument/hover',
      client.at(uri, 2, 8),
    );
    expect(told.contents.value).toContain('| all 4 pairs | 200 GB/s | 400 GB/s |');
    expect(told.range).toEqual({ start: { line: 2, character: 2 }, end: { line: 2, character: 40 } });
    expect(await client.request('textDocument/hover', client.at(uri, 6, 0))).toBeNull();
  });
  test('completion', async () => {
    const uri = client.open(name, 'cluster C {\n  g[2] : H100_\n}\n');
    const items = await client.request('textDocument/completion', client.at(uri, 1, 14));
    expect(items).toContainEqual(
      expect.objectContaining({
        label: 'H100_SXM',
        textEdit: { range: { start: { line: 1, character: 9 }, end: { line: 1, character: 14 } }, newText: 'H100_SXM' },
      }),
    );
  });
  test('definition, into the library, whose text can be had', async () => {
    const uri = client.open(name, 'cluster C {\n  g[2] : H100_SXM\n}\n');
    const found = await client.request<Location>('textDocument/definition', client.at(uri, 1, 12));
    expect(found.uri).toBe('topo-library:/accelerators/nvidia.topo');
    const text = await client.request<string>('topo/libraryText', { uri: found.uri });
    expect(text.split('\n')[found.range.start.line]).toContain('device H100_SXM : gpu');
    expect(await client.request('topo/libraryText', { uri: 'topo-library:/no.topo' })).toBeNull();
    expect(await client.request('topo/libraryText', { uri })).toBeNull();
  });
  test('symbols', async () => {
    const uri = client.open(name, ring);
    const [symbol] = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
    expect(symbol.name).toBe('Ring');
    expect(symbol.children?.map((each) => each.name)).toEqual(['g[4]', 'show bisection', 'expect diameter == 3']);
  });
  test('folding', async () => {
    const uri = client.open(name, ring);
    expect(await client.request('textDocument/foldingRange', { textDocument: { uri } })).toEqual([
      { startLine: 0, endLine: 4 },
    ]);
  });
  test('a quick fix gives the mended text', async () => {
    const text = 'cluster C {\n  g : H100_SMX\n}\n';
    const uri = client.open(name, text);
    const at = { line: 1, character: 8 };
    const ask = { textDocument: { uri }, range: { start: at, end: at }, context: { diagnostics: [] } };
    const [action] = await client.request<CodeAction[]>('textDocument/codeAction', ask);
    expect(action).toMatchObject({ title: 'H100_SXM', kind: 'quickfix', diagnostics: [{ code: 'name.unknown' }] });
    expect(applied(text, action.edit?.changes?.[uri] ?? [])).toBe('cluster C {\n  g : H100_SXM\n}\n');
    const only = { ...ask, context: { diagnostics: [], only: ['refactor'] } };
    expect(await client.request('textDocument/codeAction', only)).toEqual([]);
  });
  test('answers as inlay hints, at the ends of their lines', async () => {
    const uri = client.open(name, ring);
    const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
    const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range });
    // A ring of four: two cables of 50 GB/s cross its middle; the farthest are two links apart.
    expect(hints).toMatchObject([
      { position: { line: 3, character: 16 }, label: ' 100 GB/s' },
      { position: { line: 4, character: 22 }, label: ' ✗ 2' },
    ]);
    const first = { start: range.start, end: { line: 3, character: 0 } };
    expect(await client.request('textDocument/inlayHint', { textDocument: { uri }, range: first })).toHaveLength(1);
  });
});

describe('requests of our own', () => {
  test('the scene', async () => {
    const uri = client.open(name, ring);
    const scene = await client.request<Scene>('topo/scene', { uri });
    expect(scene).toMatchObject({ uri, version: 1, root: 'Ring', roots: ['Ring'] });
    expect(scene.templates[0].links).toHaveLength(4);
    expect(await client.request('topo/scene', { uri, root: 'No' })).toEqual({
      refused: 'this file defines no cluster or node `No`.',
    });
  });
  test('an analysis', async () => {
    const uri = client.open(name, ring);
    const cost = await client.request<AnalyzeResult>('topo/analyze', { uri, collective: 'allreduce', size: 1e9 });
    // 2 · 3/4 GB over 2 · 50 GB/s, and six steps of 1 us.
    expect(cost.algorithms.find((each) => each.name === 'ring')?.timeUs).toBeCloseTo(15_006, 6);
  });
});

describe('files that import others', () => {
  const user = 'import "base.topo"\ncluster C {\n  b[2] : Base\n}\n';
  test('an edit of the imported document checks the importer again', async () => {
    const base = client.open(`base${name}`, 'node Base { g : gpu }\n');
    const uri = client.open(name, user.replace('base.topo', `base${name}`));
    expect(codes(await client.diagnostics(uri, 1))).not.toContain('name.unknown');
    client.change(base, 'node Other { g : gpu }\n', 2);
    const found = await client.diagnostics(uri, 1, (all) => all.some(({ code }) => code === 'name.unknown'));
    expect(codes(found)).toContain('name.unknown');
    client.close(base);
    expect(
      codes(await client.diagnostics(uri, 1, (all) => all.some(({ code }) => code === 'import.missing'))),
    ).toContain('import.missing');
  });
  test('from disk, and again when the watcher tells of a change', async () => {
    const base = client.write(`base${name}`, 'node Other { g : gpu }\n');
    const uri = client.open(name, user.replace('base.topo', `base${name}`));
    expect(codes(await client.diagnostics(uri, 1))).toContain('name.unknown');
    client.write(`base${name}`, 'node Base { g : gpu }\n');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: base, type: 2 }] });
    await client.diagnostics(uri, 1, (all) => !all.some(({ code }) => code === 'name.unknown'));
    const found = await client.request<Location>('textDocument/definition', client.at(uri, 2, 10));
    expect(found).toMatchObject({ uri: base, range: { start: { line: 0, character: 5 } } });
  });
  test('without a watcher, when something is saved', async () => {
    client.write(`base${name}`, 'node Other { g : gpu }\n');
    const uri = client.open(name, user.replace('base.topo', `base${name}`));
    expect(codes(await client.diagnostics(uri, 1))).toContain('name.unknown');
    client.write(`base${name}`, 'node Base { g : gpu }\n');
    client.notify('textDocument/didSave', { textDocument: { uri } });
    await client.diagnostics(uri, 1, (all) => !all.some(({ code }) => code === 'name.unknown'));
  });
  test('an open document is found however its address is written', async () => {
    const base = client.uri(`base (1)${name}`).replace('(', '%28').replace(')', '%29');
    client.notify('textDocument/didOpen', {
      textDocument: { uri: base, languageId: 'topo', version: 1, text: 'node Base { g : gpu }\n' },
    });
    const uri = client.open(name, user.replace('base.topo', `base (1)${name}`));
    expect(await client.diagnostics(uri, 1)).toEqual([]);
    expect((await client.request<Location>('textDocument/definition', client.at(uri, 2, 10))).uri).toBe(base);
  });
  test('paths that lead nowhere', async () => {
    const uri = client.open(
      name,
      'import "/etc/passwd"\nimport "../../../../../../../../../../x"\nimport "."\nimport "a\\b"\nimport "\ud800"\n',
    );
    expect(codes(await client.diagnostics(uri, 1))).toEqual(Array(5).fill('import.missing'));
  });
});
