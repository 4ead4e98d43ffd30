// Speed without a clock: what is made and looked at for a text, counted. Times are measured in test/bench.
import * as l10n from '@vscode/l10n';
import { describe, expect, test, vi } from 'vitest';
import { analyseFile } from '../../server/semantics/file.ts';
import type { Template } from '../../server/semantics/template.ts';
import { parse } from '../../server/syntax/parser.ts';
import { expressionsOfDefinition, isBody, namesUsedBy, walkExpr } from '../../server/syntax/walk.ts';
import { endless, longBodies, nodes, oneLiners } from '../bench/texts.ts';

vi.mock('@vscode/l10n', async (original) => {
  const real = await original<typeof l10n>();
  return { ...real, t: vi.fn(real.t) };
});

const mostDevices = 1_000_000; // size.devices in docs/language.md

function analyse(text: string) {
  const { tree, findings } = parse(text);
  const file = analyseFile('file:///a.topo', tree, { resolve: () => undefined });
  return { tree, file, findings: [...findings, ...file.findings()] };
}

function templates(text: string): Template[] {
  const { tree, file } = analyse(text);
  return tree.definitions.filter(isBody).flatMap(({ name }) => file.template(name.text) ?? []);
}

const pairs = ({ connections }: Template): number => connections.reduce((sum, { a }) => sum + a.length, 0);

describe('what cannot be built is told and not made', () => {
  test.each(endless)('%s', (_, code, text) => {
    const { findings } = analyse(text);
    expect(findings.filter(({ severity }) => severity === 'error').map((each) => each.code)).toContain(code);
    for (const template of templates(text)) {
      expect(template.deviceCount).toBeLessThanOrEqual(mostDevices);
      expect(pairs(template)).toBeLessThanOrEqual(45); // the mesh of ten at the bottom of the nested ones: 10 · 9 / 2
      expect(template.absences).toEqual([]);
    }
  });
});

describe('a large text', () => {
  const lines = 4000;
  const text = nodes(lines);
  const { tree, tokens } = parse(text);

  test('has every word once', () => {
    const words = new Set(text.replaceAll(/\/\/.*/g, '').match(/\b[A-Za-z_]\w*/g));
    expect(new Set(tokens.texts).size).toBe(tokens.texts.length);
    // Units stand among the words of the text and are part of their number.
    expect(tokens.texts.length).toBeLessThanOrEqual(words.size);
  });

  test('has fewer nodes than tokens', () => {
    let count = 0;
    for (const definition of tree.definitions)
      for (const expr of expressionsOfDefinition(definition))
        walkExpr(expr, () => {
          count++;
        });
    expect(count).toBeGreaterThan(lines);
    expect(count).toBeLessThan(tokens.count);
  });

  test('names of a definition are looked for once', () => {
    for (const definition of tree.definitions) expect(namesUsedBy(definition)).toBe(namesUsedBy(definition));
  });

  test('a body is made once, whoever asks for it', () => {
    const { file } = analyse(text);
    const once = file.template('Node7');
    expect(once?.deviceCount).toBe(2 + 4 + 8 + 8);
    expect(file.template('Node7')).toBe(once);
  });
});

test('a text that is right makes no words: a finding is put together where there is one', () => {
  const { tree, findings } = parse(nodes(4000));
  // What the library's own text makes when it is first read is not counted.
  analyse('cluster C { g[2] : H100_SXM; g[0] -- g[1] : NVLink4 x18 }');
  vi.mocked(l10n.t).mockClear();
  const file = analyseFile('file:///a.topo', tree, { resolve: () => undefined });
  expect([...findings, ...file.findings()]).toEqual([]);
  expect(l10n.t).not.toHaveBeenCalled();
});

test.each([
  ['four long bodies', longBodies(800)],
  ['clusters of one line', oneLiners(200)],
])('%s are right, so that measuring them measures no messages', (_, text) => {
  expect(analyse(text).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});
