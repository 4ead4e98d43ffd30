// "What a statement makes, exactly": rules 1 to 5 of connections, ports, and without, each by a small example.
import { describe, expect, it } from 'vitest';
import { checkAnswers, checkFine, checkJoins, codesOf, templateOf } from './support.ts';

const body = (...lines: string[]): string => `cluster C {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

describe('rule 1: a name in an index', () => {
  it('is a constant if there is one, else a variable', () =>
    checkJoins(
      body('let k = 1', 'g[3] : gpu', 'h[3] : nic', 'g[k + 0] -- h[i] : 1 GB/s'),
      'g[1] h[0]',
      'g[1] h[1]',
      'g[1] h[2]',
    ));
  it('is a constant of the file too', () =>
    checkJoins(`let k = 2\n${body('g[3] : gpu', 'g[k + 0] -- g[0] : 1 GB/s')}`, 'g[2] g[0]'));
  it('may be called as a part, a definition, a unit or a question is', () =>
    checkJoins(body('g[2] : gpu', 'h[2] : nic', 'g[gpu] -- h[gpu] : 1 GB/s'), 'g[0] h[0]', 'g[1] h[1]'));
  it.each(['s', 'b', 'x', 'x2', 'count', 'show', 'plan', 'ring', 'memory'])('may be called %s', (name) =>
    checkJoins(body('g[2] : gpu', 'h[2] : nic', `g[${name}] -- h[${name}] : 1 GB/s`), 'g[0] h[0]', 'g[1] h[1]'),
  );
});

describe('rule 2: the range of a variable', () => {
  it('is where it stands alone, of all such the same', () =>
    checkJoins(body('g[4] : gpu', 'h[2] : nic', 'g[2 * i] -- h[i] : 1 GB/s'), 'g[0] h[0]', 'g[2] h[1]'));
  it('is the set of its for, in that order', () =>
    checkJoins(
      body('g[6] : gpu', 'g[i] -- g[i + 1] : 1 GB/s for i in 4, 0..2'),
      'g[4] g[5]',
      'g[0] g[1]',
      'g[1] g[2]',
      'g[2] g[3]',
    ));
  it('a for may follow a where, and come twice', () =>
    checkJoins(
      body('g[4] : gpu', 'h[4] : nic', 'g[i + 0] -- h[j + 0] : 1 GB/s where i != j for i in 0..1 for j in 0..1'),
      'g[0] h[1]',
      'g[1] h[0]',
    ));
  it('several wheres must all hold', () =>
    checkJoins(body('g[4] : gpu', 'h : nic', 'g[i] -- h : 1 GB/s where i > 0 where i < 3'), 'g[1] h', 'g[2] h'));
});

describe('rule 3: the first varies slowest', () => {
  it('left to right, sets and stars are variables too', () =>
    checkJoins(
      body('g[2] : gpu', 'h[3] : nic', 'g[*] -- h[0, 2] : 1 GB/s'),
      'g[0] h[0]',
      'g[0] h[2]',
      'g[1] h[0]',
      'g[1] h[2]',
    ));
  it('the variables of for come last', () =>
    checkJoins(
      body('g[4] : gpu', 'h[2] : nic', 'g[2 * k + 0] -- h[i] : 1 GB/s for k in 0..1'),
      'g[0] h[0]',
      'g[0] h[1]',
      'g[2] h[0]',
      'g[2] h[1]',
    ));
  it('over nested arrays and two dimensions', () =>
    checkJoins(
      `node N { n[2] : nic }\n${body('h[2] : N', 's[2][2] : switch', 'h[i].n[r] -- s[i][r] : 1 GB/s')}`,
      'h[0].n[0] s[0][0]',
      'h[0].n[1] s[0][1]',
      'h[1].n[0] s[1][0]',
      'h[1].n[1] s[1][1]',
    ));
  it('sets in several indices take all combinations', () =>
    checkJoins(
      body('c[3][3] : gpu', 's : switch', 'c[0, 2][1..2] -- s : 1 GB/s'),
      'c[0][1] s',
      'c[0][2] s',
      'c[2][1] s',
      'c[2][2] s',
    ));
});

describe('rule 4: where', () => {
  it('is asked before any index is looked at', () =>
    checkJoins(body('g[3] : gpu', 'g[i] -- g[i + 1] : 1 GB/s where i < 2'), 'g[0] g[1]', 'g[1] g[2]'));
  it('shields a division by nothing', () =>
    checkJoins(body('g[3] : gpu', 'g[i] -- g[2 / i] : 1 GB/s where i > 0'), 'g[1] g[2]'));
});

describe('rule 5: one statement joins two devices once', () => {
  it.each([
    [1, []],
    [2, ['g[0] g[1]']],
    [3, ['g[0] g[1]', 'g[1] g[2]', 'g[2] g[0]']],
  ])('a ring of %i', (n, pairs) =>
    checkJoins(`cluster C(n = ${n}) {\n  g[n] : gpu\n  g[i] -- g[(i + 1) % n] : 1 GB/s\n}\n`, ...pairs),
  );
  it('a full mesh', () =>
    checkJoins(body('g[3] : gpu', 'g[*] -- g[*] : 1 GB/s'), 'g[0] g[1]', 'g[0] g[2]', 'g[1] g[2]'));
  it('one way: once each way', () => checkJoins(body('g[2] : gpu', 'g[*] -> g[*] : 1 GB/s'), 'g[0] g[1]', 'g[1] g[0]'));
  it('a formula that meets each pair from both sides', () =>
    checkJoins(body('g[4] : gpu', 'g[i] -- g[3 - i] : 1 GB/s'), 'g[0] g[3]', 'g[1] g[2]'));
  it('links of different statements add up, xN are several', () =>
    checkAnswers(
      body('g[2] : gpu', 'g[0] -- g[1] : 1 GB/s x3', 'g[1] -- g[0] : 2 GB/s', 'show bandwidth(g[0], g[1]) //= 5 GB/s'),
    ));
});

describe('sizes of 0', () => {
  it('make nothing, and so do connections to them', () => {
    const text = `cluster C(n = 0) {\n  g[2] : gpu\n  s[n] : switch\n  g[*] -- s[*] : 1 GB/s\n  g[i] -- s[0] : 1 GB/s\n}\n`;
    checkJoins(text);
    expect(templateOf(text).deviceCount).toBe(2);
  });
  it('in an array of two dimensions', () =>
    checkFine('cluster C(n = 0) { g[n][4] : gpu; h[4][n] : nic; g[*][i] -- h[i][*] : 1 GB/s }'));
  it('ranges that end before they begin are empty where a parameter says so', () =>
    checkFine('cluster C(n = 0) { g[n] : gpu; s : switch; g[0..n - 1] -- s : 1 GB/s }'));
});

describe('what an index may be', () => {
  it('a real that is whole', () => checkJoins(body('g[4] : gpu', 'g[6 / 2.0] -- g[0] : 1 GB/s'), 'g[3] g[0]'));
  it('a division rounds down, a remainder wraps below nothing', () =>
    checkJoins(
      body('g[3] : gpu', 'h[2] : nic', 'g[(i - 1) % 3] -- h[i / 2] : 1 GB/s for i in 0..2'),
      'g[2] h[0]',
      'g[0] h[0]',
      'g[1] h[1]',
    ));
});

describe('ports', () => {
  const card = 'link L { rate = 10 GB/s }\nlink M : L { rate = 20 GB/s }\n';
  it('the slowest that serve go first, then the next', () =>
    checkFine(`${card}device S : switch { ports = M x1 + L x2 }\n${body('g[3] : gpu', 's : S', 'g[*] -- s : L')}`));
  it('a faster link takes none of the slower ports', () =>
    expect(
      codesOf(`${card}device S : switch { ports = M x1 + L x2 }\n${body('g[2] : gpu', 's : S', 'g[*] -- s : M')}`),
    ).toEqual(['port.count']));
  it('lanes are shared out: 64 ports of 4 lanes are 128 of 2', () => {
    const text = (n: number): string => `cluster C { n[${n}] : nic; s : QM9700; n[*] -- s : NDR200 }`;
    checkFine(text(128));
    expect(codesOf(text(129))).toEqual(['port.count']);
  });
  it('a bare rate takes no port, and a device without ports takes any link', () =>
    checkFine(body('s : QM9700', 'n[70] : nic', 'n[*] -- s : 5 GB/s', 'm[3] : nic', 'm[*] -- n[0] : NDR')));
});

describe('without', () => {
  it('takes out places, cables and some of their links', () =>
    checkAnswers(
      body(
        'g[4] : gpu { memory = 10 GB }',
        's : switch',
        'g[*] -- s : 5 GB/s x4',
        'without g[3] + (g[2] -- s)',
        'without g[1] -- s x3',
        'show memory //= 30 GB',
        'show count(gpu) //= 3',
        'show bandwidth(g[0], g[1]) //= 5 GB/s',
        'show bandwidth(g[0], g[2]) //= 0 B/s',
      ),
    ));
  it('numbers of the rest do not move, and what is out is joined by nothing', () =>
    checkAnswers(
      body(
        'g[3] : gpu',
        'without g[0]',
        'g[i] -- g[(i + 1) % 3] : 5 GB/s',
        'show bandwidth(g[1], g[2]) //= 5 GB/s',
        'show diameter //= 1',
      ),
    ));
  it('in a question it is supposed for that question alone', () =>
    checkAnswers(
      body(
        'g[3] : gpu { forwards = true }',
        'g[*] -- g[*] : 5 GB/s',
        'show bandwidth(g[0], g[1], without = g[2]) //= 5 GB/s',
        'show bandwidth(g[0], g[1], without = g[2] + (g[0] -- g[1])) //= 0 B/s',
        'show bandwidth(g[0], g[1]) //= 10 GB/s',
      ),
    ));
});
