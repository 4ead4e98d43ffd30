// The outline: names, what they are, in the order of the text.
import { expect, test } from 'vitest';
import { type OutlineSymbol, outline } from '../../server/features/outline.ts';
import { parse } from '../../server/syntax/parser.ts';

function check(text: string, ...expected: string[]): void {
  expect(print(text, outline(parse(text).tree), '')).toEqual(expected);
}

const print = (text: string, symbols: readonly OutlineSymbol[], indent: string): string[] =>
  symbols.flatMap((s) => {
    expect(s.range.start <= s.selection.start && s.selection.end <= s.range.end).toBe(true);
    const selected = text.slice(s.selection.start, s.selection.end);
    return [`${indent}${s.kind} ${s.name} ${s.detail} @${selected}`, ...print(text, s.children, `${indent}  `)];
  });

test('definitions and what their bodies hold', () =>
  check(
    `import "a.topo"
let rails = 2 * 4
link NDR : InfiniBand { rate = 100 Gb/s }
cluster SU(nodes = 32) : Base(n = 1) {
  dgx[nodes][2] : Host(n = 3)
  let half = nodes / 2
  dgx[i] -- leaf : NDR
  plan p : GPT { data = 2 }
  show allreduce(
    1 GiB)
}`,
    'import a.topo  @"a.topo"',
    'constant rails = 2 * 4 @rails',
    'link NDR : InfiniBand @NDR',
    'cluster SU : Base(n = 1) @SU',
    '  part dgx[nodes][2] : Host(n = 3) @dgx',
    '  constant half = nodes / 2 @half',
    '  plan p : GPT @p',
    '  question show allreduce( 1 GiB)  @allreduce(\n    1 GiB)',
  ));

test('what is half written', () =>
  check('node \ncluster C {\n  g : \n  h : gpu\n}\nlet', 'cluster C  @C', '  part g  @g', '  part h : gpu @h'));
