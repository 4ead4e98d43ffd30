// Findings as a client is told them: levels that change while a file is open, links to explanations, the fix that allows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeAction, CompletionItem, Diagnostic } from 'vscode-languageserver/node';
import { applied, type Client, start } from './client.ts';

const unused = 'let a = 1\n';
const levelsOf = (found: readonly Diagnostic[]): string[] => found.map(({ code, severity }) => `${code} ${severity}`);
/** DiagnosticSeverity: 1 error, 2 warning, 3 information, 4 hint. */
const at = (level: number) => (found: readonly Diagnostic[]) => found.some(({ severity }) => severity === level);

describe('a client that is asked for its settings', () => {
  let client: Client;
  let setting: unknown = { 'name.unused': 'warning' };
  const asked: unknown[] = [];
  beforeAll(async () => {
    client = await start(
      { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } } },
      {},
      (section) => {
        asked.push(section);
        return setting;
      },
    );
  });
  afterAll(() => client.end());

  test('nothing is told before they are known; then at their levels, which change while the file is open', async () => {
    const uri = client.open('a.topo', unused);
    expect(levelsOf(await client.diagnostics(uri, 1))).toEqual(['name.unused 2']);
    setting = { 'name.*': 'error' };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect(levelsOf(await client.diagnostics(uri, 1, at(1)))).toEqual(['name.unused 1']);
    setting = { 'name.unused': 'off' };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect(await client.diagnostics(uri, 1, (found) => found.length === 0)).toEqual([]);
    setting = null;
    client.notify('workspace/didChangeConfiguration', { settings: null });
    expect(levelsOf(await client.diagnostics(uri, 1, at(4)))).toEqual(['name.unused 4']);
    expect(new Set(asked)).toEqual(new Set(['topo.findings.severity']));
    // Every one that was published is of the newest setting then: none at the level before.
    const told = client.published.filter((each) => each.uri === uri).map((each) => levelsOf(each.diagnostics).join());
    expect(told).toEqual(['name.unused 2', 'name.unused 1', '', 'name.unused 4']);
  });
});

describe('a client that sends its settings, or none', () => {
  let client: Client;
  beforeAll(async () => {
    client = await start();
  });
  afterAll(() => client.end());

  test('nested, under the whole name, or nonsense', async () => {
    const uri = client.open('a.topo', unused);
    expect(levelsOf(await client.diagnostics(uri, 1))).toEqual(['name.unused 4']);
    const send = (settings: unknown) => client.notify('workspace/didChangeConfiguration', { settings });
    send({ topo: { findings: { severity: { 'name.unused': 'error' } } } });
    await client.diagnostics(uri, 1, at(1));
    send({ 'topo.findings.severity': { 'name.unused': 'information' } });
    await client.diagnostics(uri, 1, at(3));
    for (const nonsense of [{ topo: 7 }, null, 'x', { topo: { findings: { severity: [] } } }]) send(nonsense);
    send({ topo: { findings: { severity: { 'name.unused': 'warning' } } } });
    expect(levelsOf(await client.diagnostics(uri, 1, at(2)))).toEqual(['name.unused 2']);
  });
  test('its codes are no links', async () => {
    const uri = client.open('b.topo', unused);
    const [found] = await client.diagnostics(uri, 1);
    expect(found.codeDescription).toBeUndefined();
  });
  test('what a code means can be asked', async () => {
    expect(await client.request('topo/explanation', { code: 'wiring.slot' })).toMatch(/^### wiring\.slot\n/);
    expect(await client.request('topo/explanation', { code: 'wiring.nothing' })).toBeNull();
    expect(await client.request('topo/explanation', { code: 7 })).toBeNull();
  });
});

describe('with an address of explanations', () => {
  let client: Client;
  beforeAll(async () => {
    client = await start({}, { explanations: 'topo-finding:/{code}.md#{code}' });
  });
  afterAll(() => client.end());

  test('every code is a link', async () => {
    const uri = client.open('a.topo', unused);
    const [found] = await client.diagnostics(uri, 1);
    expect(found.codeDescription).toEqual({ href: 'topo-finding:/name.unused.md#name.unused' });
  });
});

describe('quick fixes', () => {
  let client: Client;
  beforeAll(async () => {
    client = await start();
  });
  afterAll(() => client.end());
  const actions = (uri: string, line: number, character: number): Promise<CodeAction[]> => {
    const place = { line, character };
    const range = { start: place, end: place };
    return client.request('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [] } });
  };

  test('to allow comes after those that mend', async () => {
    const text = 'node Host {\n  c : EPYC_9654\n  g : H100_SXM\n  g -- c : PCIe4 x16\n}\n';
    const uri = client.open('slower.topo', text);
    await client.diagnostics(uri, 1);
    const offered = await actions(uri, 3, 12);
    expect(offered.map(({ title }) => title)).toEqual(['PCIe5', 'Allow `port.slower` here']);
    const after = applied(text, offered[1].edit?.changes?.[uri] ?? []);
    expect(after).toBe(text.replace('  g --', '  // topo: allow port.slower\n  g --'));
    client.change(uri, after, 2);
    expect(await client.diagnostics(uri, 2)).toEqual([]);
  });
  test('an error is not to be allowed', async () => {
    const uri = client.open('error.topo', 'cluster C { g : H100_SMX }\n');
    await client.diagnostics(uri, 1);
    expect((await actions(uri, 0, 18)).map(({ title }) => title)).toEqual(['H100_SXM']);
  });
  test('what is wrong with a comment can be mended', async () => {
    const text = 'cluster C { g : gpu } // topo: allow wiring.far\n';
    const uri = client.open('idle.topo', text);
    expect((await client.diagnostics(uri, 1)).map(({ code }) => code)).toEqual(['allow.idle']);
    const [remove, ...others] = await actions(uri, 0, 40);
    expect([remove.title, others]).toEqual(['Remove the comment', []]);
    expect(applied(text, remove.edit?.changes?.[uri] ?? [])).toBe('cluster C { g : gpu }\n');
  });
});

describe('completion', () => {
  let client: Client;
  beforeAll(async () => {
    client = await start();
  });
  afterAll(() => client.end());
  const blankAt = (uri: string, character: number): Promise<CompletionItem[]> =>
    client.request('textDocument/completion', {
      ...client.at(uri, 0, character),
      context: { triggerKind: 2, triggerCharacter: ' ' },
    });

  test('a blank offers codes in a comment that allows, and nothing elsewhere', async () => {
    const comment = client.open('comment.topo', 'let a = 1 // topo: allow \n');
    expect((await blankAt(comment, 25)).map(({ label }) => label)).toContain('name.unused');
    const code = client.open('code.topo', 'let a = \n');
    expect(await blankAt(code, 8)).toEqual([]);
    expect(client.server.capabilities.completionProvider?.triggerCharacters).toContain(' ');
  });
});
