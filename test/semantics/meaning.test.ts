// What the name at a place means, for hover and go-to-definition; and that no name of a sound text is without a meaning.
import { describe, expect, it } from 'vitest';
import { libraryFiles } from '../../server/library/index.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { analyseFile } from '../../server/semantics/file.ts';
import { parse } from '../../server/syntax/parser.ts';
import { besideExamples, examples } from '../support/examples.ts';
import { fixture } from '../support/fixture.ts';
import { analyse } from './support.ts';

/** The sort of the name at `$0`, and what stands where it is defined (with the line, counted from 1). */
function check(marked: string, sort: string, defined?: string, beside: Readonly<Record<string, string>> = {}): void {
  const { text, cursor } = fixture(marked);
  const meaning = analyse(text, beside).meaningAt(cursor);
  const at = meaning?.definition;
  const whole = at && (libraryFiles.find(({ uri }) => uri === at.uri)?.text ?? beside[at.uri.slice(6)] ?? text);
  const line = whole?.slice(0, at?.start).split('\n').length;
  const file = at?.uri === 'file:/main.topo' ? '' : ` of ${at?.uri.slice(at.uri.indexOf('/') + 1)}`;
  const said = at && whole !== undefined ? `${whole.slice(at.start, at.end)} in line ${line}${file}` : undefined;
  expect([meaning?.sort, said]).toEqual([sort, defined]);
}

describe('a name means', () => {
  it('a definition of the file', () => {
    check('device D : gpu { }\ncluster C { g : $0D }', 'definition', 'D in line 1');
    check('device $0D : gpu { }', 'definition', 'D in line 1');
    check('cluster A { g : gpu }\ncluster B : A$0', 'definition', 'A in line 1');
    check('cluster A(n = 2) { g[n] : gpu }\ncluster B : A(n$0 = 3)', 'parameter', 'n in line 1');
  });

  it('a definition of the library or of an import', () => {
    const file = libraryFiles.find(({ text }) => text.includes('\ndevice H100_SXM '));
    const at = (file?.text.split('\n').findIndex((each) => each.startsWith('device H100_SXM ')) ?? 0) + 1;
    const name = file?.uri.slice(file.uri.indexOf('/') + 1);
    check('cluster C { g : H100$0_SXM }', 'definition', `H100_SXM in line ${at} of ${name}`);
    const beside = { 'more.topo': '\ndevice More : gpu { }' };
    check('import "more.topo"\ncluster C { g : Mo$0re }', 'definition', 'More in line 2 of more.topo', beside);
    check('import "mo$0re.topo"', 'import', ' in line 1 of more.topo', beside);
  });

  it('a kind, known to the language alone', () => check('cluster C { g : g$0pu }', 'definition'));

  it('a part, also where a definition has its name, and one of a part', () => {
    check('cluster C { gpu[2] : gpu\n gp$0u[0] -- gpu[1] : 5 GB/s }', 'part', 'gpu in line 1');
    const node = 'node N { nic[2] : nic }\n';
    check(`${node}cluster C { h[2] : N\n s : switch\n h[n].n$0ic[r] -- s : 5 GB/s }`, 'part', 'nic in line 1');
    check(`${node}cluster C { h[2] : N\n s : switch\n $0h[n].nic[r] -- s : 5 GB/s }`, 'part', 'h in line 2');
    check(`${node}cluster C { h[2] : N\n show bandwidth(h[0].nic[1], h[1].n$0ic[0]) }`, 'part', 'nic in line 1');
  });

  it('an index variable: where `for` names it, else where it first stands alone', () => {
    check('cluster C { g[4] : gpu\n g[i] -- g[(i$0 + 1) % 4] : 5 GB/s }', 'variable', 'i in line 2');
    check('cluster C { g[4] : gpu\n g[2 * i] -- g[2 * $0i + 1] : 5 GB/s\n for i in 0..1 }', 'variable', 'i in line 3');
    check('cluster C { g[4] : gpu\n g[i] -- g[i + 1] : 5 GB/s where $0i < 3 }', 'variable', 'i in line 2');
  });

  it('a parameter or a constant of the body, which hide those of the file', () => {
    check('let n = 2\ncluster C(n = 3) { g[$0n] : gpu }', 'parameter', 'n in line 2');
    check('let n = 2\ncluster C { let n = 3\n g[$0n] : gpu }', 'constant', 'n in line 2');
    check('let n = 2\ncluster C { g[$0n] : gpu }', 'constant', 'n in line 1');
  });

  it('a property, a question, its argument, its field, a word', () => {
    check('device D : gpu { mem$0ory = 5 GB }', 'property');
    check('let m = H100_SXM.mem$0ory', 'property');
    check('cluster C { g[2] : gpu\n show all$0reduce(1 GiB) }', 'question');
    check('cluster C { g[2] : gpu\n show allreduce(1 GiB, ov$0er = g[*]) }', 'argument');
    check('cluster C { g[2] : gpu\n show allreduce(1 GiB).bus$0bw }', 'field');
    check('cluster C { g[2] : gpu\n show allreduce(1 GiB, algorithm = ri$0ng) }', 'word');
    check('link L { transport = ro$0ce }', 'word');
  });

  it('a plan, its model, its properties', () => {
    const text = (plan: string, show: string): string =>
      `model M { layers = 2 }\ncluster C { g[2] : gpu\n plan ${plan} { tensor = 2 }\n show ${show} }`;
    check(text('p$0 : M', 'p.step'), 'plan', 'p in line 3');
    check(text('p : $0M', 'p.step'), 'definition', 'M in line 1');
    check(text('p : M', '$0p.step'), 'plan', 'p in line 3');
    check(text('p : M', 'p.$0step'), 'field');
    check('model M { layers = 2 }\ncluster C { g[2] : gpu\n plan p : M { ten$0sor = 2 } }', 'property');
  });

  it('nothing where no name stands', () => {
    const { text, cursor } = fixture('cluster C {$0  }');
    expect(analyse(text).meaningAt(cursor)).toBeUndefined();
  });

  it('what it is worth and what is said of it', () => {
    const file = analyse('/// Fast.\ndevice D : gpu { memory = 5 GB }\ncluster C { g : D }');
    expect(file.meaningAt(file.tree.text.lastIndexOf('D'))).toMatchObject({
      doc: 'Fast.',
      value: { type: 'definition', definition: { memory: 5e9 } },
    });
    expect(file.meaningAt(file.tree.text.indexOf('g : D'))).toMatchObject({ doc: 'Fast.', part: { count: 1 } });
  });
});

/** Names of a text that are no keyword, unit or count and have no meaning, with their lines. */
function meaningless(file: FileSemantics): string[] {
  const { text } = file.tree;
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const keywords = /^(import|let|link|device|node|cluster|model|plan|show|expect|without|for|in|where|true|false)$/;
  const missing: string[] = [];
  for (const { 0: name, index } of code.matchAll(/(?<![\w./]|\d\s*)(?!x\d+\b|x\()[A-Za-z_]\w*/g))
    if (!keywords.test(name) && !file.meaningAt(index))
      missing.push(`${name} in ${code.slice(0, index).split('\n').length}`);
  return missing;
}

describe('every name has a meaning', () => {
  it.each(libraryFiles)('in $uri', ({ uri, text }) => {
    expect(meaningless(analyseFile(uri, parse(text).tree, { resolve: () => undefined }))).toEqual([]);
  });
  it.each([...examples])('in %s', (_, text) => expect(meaningless(analyse(text, besideExamples))).toEqual([]));
  it('and the check would tell', () => expect(meaningless(analyse('cluster C { g : gpuu }'))).toEqual(['gpuu in 1']));
});

describe('where something is wrong', () => {
  it('a part that could not be made still has its place', () => {
    check('cluster C { g$0 : gpuu }', 'part', 'g in line 1');
    check('cluster C { g[2] : gpuu\n $0g[0] -- g[1] : 5 GB/s }', 'part', 'g in line 1');
    check('cluster C { g[2] : gpuu\n h[2] : gpu\n h[0] -- h$0[1] : 5 GB/s }', 'part', 'h in line 2');
  });
});

describe('names in sight', () => {
  const names = (marked: string): Set<string> => {
    const { text, cursor } = fixture(marked);
    return new Set(
      analyse(text)
        .scopeAt(cursor)
        .map(({ name }) => name),
    );
  };
  it('of a body: its parts, parameters and constants, then the file, the library, the kinds', () => {
    const seen = names(
      'let k = 3\nnode N { inner : cpu }\ncluster C(n = 2) { let m = 2\n h[n] : N\n $0 }\ncluster D { other : N }',
    );
    for (const name of ['k', 'N', 'C', 'D', 'n', 'm', 'h', 'H100_SXM', 'NDR', 'gpu']) expect(seen).toContain(name);
    for (const name of ['inner', 'other']) expect(seen).not.toContain(name);
  });
  it('say what they are', () => {
    const text = '/// Hot.\ndevice D : gpu { }\ncluster C(n = 2) { g[n] : D\n  }';
    const seen = new Map(
      analyse(text)
        .scopeAt(text.length - 2)
        .map((named) => [named.name, named]),
    );
    expect(seen.get('D')).toMatchObject({ sort: 'definition', doc: 'Hot.' });
    expect(seen.get('g')).toMatchObject({ sort: 'part', part: { count: 2 }, doc: 'Hot.' });
    expect(seen.get('n')).toMatchObject({ sort: 'parameter', value: { value: 2 } });
  });
});
