// The colours of a text, by the program VS Code colours with: every mark names the scope of what stands above it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { type IGrammar, INITIAL, Registry } from 'vscode-textmate';

let grammar: IGrammar;

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  await loadWASM({ data: new Uint8Array(wasm).buffer });
  const raw = JSON.parse(readFileSync('syntaxes/topo.tmLanguage.json', 'utf8'));
  const onigLib = Promise.resolve({
    createOnigScanner,
    createOnigString,
  });
  const registry = new Registry({ onigLib, loadGrammar: async () => raw });
  const loaded = await registry.loadGrammar('source.topo');
  if (!loaded) throw new Error('no grammar');
  grammar = loaded;
});

/** Lines of text; under each, `~ token scope` for its tokens from left to right (as many as matter), without `.topo`. */
function check(marked: string): void {
  let stack = INITIAL;
  let tokens: { text: string; scope: string }[] = [];
  const wrong: string[] = [];
  for (const line of marked.split('\n')) {
    if (!line.startsWith('~ ')) {
      const result = grammar.tokenizeLine(line, stack);
      stack = result.ruleStack;
      tokens = result.tokens.map(({ startIndex, endIndex, scopes }) => ({
        text: line.slice(startIndex, endIndex).trim(),
        scope: (scopes.at(-1) ?? '').replace(/\.topo$/, ''),
      }));
      continue;
    }
    const [, text, scope] = /^~ (.+) (\S+)$/.exec(line) ?? [];
    const at = tokens.findIndex((token) => token.text === text);
    if (at < 0 || tokens[at].scope !== scope) wrong.push(`${line}: found ${JSON.stringify(tokens[at] ?? tokens)}`);
    tokens.splice(0, at + 1);
  }
  expect(wrong).toEqual([]);
}

test('definitions', () =>
  check(`node DGX_H100(accelerator = H100_SXM, network = ConnectX7) : Base {
~ node storage.type
~ DGX_H100 entity.name.type.definition
~ accelerator variable.parameter
~ H100_SXM entity.name.type
~ : keyword.operator.type
~ Base entity.name.type
}
link NDR : InfiniBand { rate = 100 Gb/s, lanes = 4 }
~ link storage.type
~ InfiniBand entity.name.type
~ rate variable.parameter
~ 100 constant.numeric
~ Gb/s keyword.other.unit
import "rails.topo"
~ import keyword.control.import
~ rails.topo string.quoted.double
let rails = 8
~ let storage.type.let
~ rails variable.other.constant`));

test('words are keywords only where they stand as such', () =>
  check(`cluster C {
  node[32] : DGX_A100
~ node variable.other.part.definition
~ : keyword.operator.type
~ DGX_A100 entity.name.type
  plan[2] : switch
~ plan variable.other.part.definition
~ switch support.type.kind
  show[i] -- leaf : 50 GB/s
~ show variable.other.part
  show -- leaf : NDR
~ show variable.other.part
  gpu[8] : gpu
~ gpu variable.other.part.definition
~ gpu support.type.kind
  x2 : gpu
~ x2 variable.other.part.definition
  plan gpt3 : GPT3_175B {
~ plan storage.type.plan
~ gpt3 variable.other.plan
  }
}`));

test('connections', () =>
  check(`  dgx[n].nic[(r + 1) % 8] -- leaf[0, 3] : NVLink4 x5 for n in 0..3 where n < r
~ dgx variable.other.part
~ n variable.parameter.index
~ nic variable.other.part
~ r variable.parameter.index
~ 1 constant.numeric
~ -- keyword.operator.cable
~ leaf variable.other.part
~ NVLink4 entity.name.type
~ x keyword.operator.count
~ 5 constant.numeric.count
~ for keyword.control.range
~ in keyword.control.range
~ .. keyword.operator.range
~ 3 constant.numeric
~ where keyword.control.range
  gpu[*] -> spine : NDR x(32 / spines), 5 us
~ * keyword.operator.all
~ -> keyword.operator.cable
~ x keyword.operator.count
~ 5 constant.numeric
~ us keyword.other.unit`));

test('questions', () =>
  check(`  show   allreduce(1 GiB, algorithm = ring, without = spine[0]).busbw
~ show keyword.control.question
~ allreduce support.function.question
~ 1 constant.numeric
~ GiB keyword.other.unit
~ algorithm variable.parameter
~ ring constant.other.word
~ without variable.parameter
~ busbw variable.other.property
  expect oversubscription <= 1   // why
~ expect keyword.control.question
~ oversubscription support.function.question
~ <= keyword.operator.comparison
~ // why comment.line.double-slash
  show power
~ power support.function.question
  without = spine[0]
~ without variable.parameter
  without su[sus - 1].dgx[31]
~ without keyword.control.question`));

test('quantities and comments', () =>
  check(`/// documents
~ /// documents comment.line.documentation
  latency = 1.5us, encoding = 128b/130b, memory = 4_096 GiB
~ latency variable.parameter
~ 1.5 constant.numeric
~ us keyword.other.unit
~ b keyword.other.unit
~ / keyword.operator.arithmetic
~ b keyword.other.unit
~ 4_096 constant.numeric
~ GiB keyword.other.unit
/* a
 -- b */ x : gpu
~ -- b comment.block
~ gpu support.type.kind`));
