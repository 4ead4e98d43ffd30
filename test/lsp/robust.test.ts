// What must not break the language server: documents and places that are not there, params that are no params, requests that
// are called off; and how it ends.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CancellationTokenSource, LSPErrorCodes } from 'vscode-languageserver/node';
import { type Client, ring, start } from './client.ts';

let client: Client;
/** A document of its own for each test. */
let name: string;
let count = 0;

beforeAll(async () => {
  client = await start();
});
afterAll(async () => {
  await client.end();
  expect(client.logs).toEqual([]);
});
beforeEach(() => {
  name = `file${count++}.topo`;
});

describe('what must not break it', () => {
  const methods = [
    'textDocument/hover',
    'textDocument/completion',
    'textDocument/definition',
    'textDocument/documentSymbol',
    'textDocument/foldingRange',
    'textDocument/formatting',
    'textDocument/rangeFormatting',
    'textDocument/codeAction',
    'textDocument/inlayHint',
    'topo/scene',
    'topo/analyze',
    'topo/libraryText',
  ];
  test('documents that are not there', async () => {
    const uri = client.uri('never.topo');
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const params = {
      ...client.at(uri, 0, 0),
      range,
      context: { diagnostics: [] },
      uri,
      collective: 'allreduce',
      size: 1,
    };
    const answers = [];
    for (const method of methods) answers.push(await client.request(method, params));
    const refused = { refused: `there is no file \`${uri}\`.` };
    expect(answers).toEqual([null, [], null, [], [], [], [], [], [], refused, refused, null]);
  });
  test('positions beyond the text', async () => {
    const uri = client.open(name, ring);
    for (const [line, character] of [
      [0, 1e6],
      [1e6, 0],
      [-1, -1],
    ])
      for (const method of methods.slice(0, 3)) await client.request(method, client.at(uri, line, character));
  });
  test('a document of another scheme', async () => {
    const uri = 'untitled:Untitled-1';
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'topo', version: 1, text: ring } });
    expect(await client.diagnostics(uri, 1, (all) => all.length > 0)).toMatchObject([{ code: 'expect.failed' }]);
  });
  test('a cancelled request is answered as such or at all', async () => {
    const uri = client.open(name, ring);
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest(
      'topo/analyze',
      { uri, collective: 'allreduce', size: 1e9 },
      source.token,
    );
    source.cancel();
    const outcome = await asked.catch((thrown: { code: number }) => thrown.code);
    if (typeof outcome === 'number') expect(outcome).toBe(LSPErrorCodes.RequestCancelled);
    expect(await client.request('topo/scene', { uri })).toMatchObject({ root: 'Ring' });
  });
});

describe('params that are no params', () => {
  let other: Client;
  beforeAll(async () => {
    other = await start();
  });
  afterAll(() => other.end());
  test('are answered, logged, and survived', async () => {
    const bad = [{}, { textDocument: {} }, { textDocument: null }, { uri: 7 }, []];
    for (const method of [
      'textDocument/hover',
      'textDocument/completion',
      'textDocument/codeAction',
      'topo/scene',
      'topo/analyze',
      'topo/libraryText',
    ])
      for (const params of bad)
        await other.request(method, params).catch((thrown: { code: number }) => expect(thrown.code).toBeLessThan(0));
    other.notify('textDocument/didChange', {
      textDocument: { uri: 'file:///no.topo', version: 2 },
      contentChanges: [{ text: 'x' }],
    });
    other.notify('workspace/didChangeWatchedFiles', {});
    const uri = other.open('after.topo', ring);
    expect(await other.request('topo/scene', { uri })).toMatchObject({ root: 'Ring' });
    expect(other.logs.some((line) => line.includes('topo/scene'))).toBe(true);
  });
  test('an unknown method is refused as such', async () => {
    await expect(other.request('topo/nothing', {})).rejects.toMatchObject({ code: -32601 });
  });
});

describe('the end', () => {
  test('shutdown, then exit: 0', async () => {
    const last = await start();
    await last.request('shutdown');
    last.notify('exit');
    expect(await last.ended).toBe(0);
    await last.end();
  });
  test('exit without shutdown: 1', async () => {
    const last = await start();
    last.notify('exit');
    expect(await last.ended).toBe(1);
    await last.end();
  });
  test('it asks for a watcher where the client has one', async () => {
    const last = await start({ workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
    const asked = new Promise((found) => last.connection.onRequest('client/registerCapability', found));
    expect(await asked).toMatchObject({ registrations: [{ method: 'workspace/didChangeWatchedFiles' }] });
    await last.end();
  });
});
