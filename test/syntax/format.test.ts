// The one formatting: what it does. That it changes no meaning: format.properties.test.ts.
import { describe, expect, test } from 'vitest';
import { format, formatEdits, formatRange } from '../../server/syntax/format.ts';

function check(before: string, after: string): void {
  expect(format(before)).toBe(after);
  expect(format(after)).toBe(after);
}

describe('blanks', () => {
  test('around operators, after commas, in quantities', () =>
    check(
      'let a=1+2*-3**x.y\nlet b=f( 1GiB,over=g[0 .. 3 , 5] )\nlet c = !a&&-b<2\n',
      'let a = 1 + 2 * -3 ** x.y\nlet b = f(1 GiB, over = g[0..3, 5])\nlet c = !a && -b < 2\n',
    ));
  test('none in the ratio of a line code', () =>
    check('link A{rate=8GT/s,encoding=128b/130b}', 'link A { rate = 8 GT/s, encoding = 128b/130b }\n'));
  test('none put into what is no unit', () => check('let a = 5_s + 50 G1/s\n', 'let a = 5_s + 50 G1/s\n'));
  test('a sign after a sign', () => check('let a = - -1\n', 'let a = - -1\n'));
  test('a separator stays that keeps a comment behind it from documenting what comes next', () =>
    check('let a = 1\n/* b */; /// told\nlet b = 2\n', 'let a = 1\n/* b */ ;  /// told\nlet b = 2\n'));
  test('a keyword is no call', () => check('node N {\nshow (1+2)*3\n}\n', 'node N {\n  show (1 + 2) * 3\n}\n'));
  test('counts', () => check('node N {\na--b:NDR x( 32/n )\n}\n', 'node N {\n  a -- b : NDR x(32 / n)\n}\n'));
});

describe('lines', () => {
  test('indented by their braces, gone-on lines by two more', () =>
    check(
      'cluster C {\ng[4] : gpu\n    g[i] -- g[i + 1] : NDR\nfor i in 0..2\n}\n',
      'cluster C {\n  g[4] : gpu\n  g[i] -- g[i + 1] : NDR\n    for i in 0..2\n}\n',
    ));
  test('at most one empty line, none inside braces at their ends', () =>
    check('\n\nlink A { }\n\n\n\nnode N {\n\n  g : gpu\n\n}', 'link A { }\n\nnode N {\n  g : gpu\n}\n'));
  test('statements joined by ; stay joined', () =>
    check('node N {\n g : gpu;n : nic;  g -- n : NDR\n}\n', 'node N {\n  g : gpu; n : nic; g -- n : NDR\n}\n'));
  test('a `;` or `,` that the end of the line or of the braces stands for goes', () => {
    check(
      'device D : gpu {\nports = A,\nsm = 90 ; // c\n}\n',
      'device D : gpu {\n  ports = A\n  sm    = 90  // c\n}\n',
    );
    check('let a = 1;\nnode N { g : gpu; h : cpu; };\n', 'let a = 1\nnode N { g : gpu; h : cpu }\n');
    check('link A { rate = 1 GB/s, }\n', 'link A { rate = 1 GB/s }\n');
  });
  test('a line that ends in a `*` for all is over', () =>
    check('node N {\ng -- h : A for i in *;\nshow 1\n}\n', 'node N {\n  g -- h : A for i in *\n  show 1\n}\n'));
  test('braces over several lines: the first ends its line, the last begins one', () =>
    check('node N { g : gpu\nh : gpu { memory = 1 GB } }\n', 'node N {\n  g : gpu\n  h : gpu { memory = 1 GB }\n}\n'));
  test('a brace goes to the end of its line', () =>
    check('node N\n{\ng : gpu\n\n{ memory = 1 GB }\n}\n', 'node N {\n  g : gpu { memory = 1 GB }\n}\n'));
  test('a head that goes on is set off from the body', () =>
    check('node N(a = 1,\nb = 2) {\ng : gpu\n}\n', 'node N(a = 1,\n    b = 2) {\n  g : gpu\n}\n'));
  test('a comment stands as what follows it, the last one as what is before it', () =>
    check(
      'node N {\n// g\ng : gpu\n      /* last */\n}\n  // end\n',
      'node N {\n  // g\n  g : gpu\n  /* last */\n}\n// end\n',
    ));
  test('inside a comment nothing changes', () =>
    check('node N {\n/* a\n   b */\ng : gpu\n}\n', 'node N {\n  /* a\n   b */\n  g : gpu\n}\n'));
  test('ends of lines are kept as they are', () =>
    check('link A { }\r\n\r\n\r\nlink B { }\r\n', 'link A { }\r\n\r\nlink B { }\r\n'));
  test('nothing is nothing', () => check('', ''));
});

describe('columns', () => {
  test('of parts and of connections, each for itself', () =>
    check(
      'node N {\ncpu : X\ngpu[8] : Y\ngpu[*] -- cpu : P x16\ngpu[0] -- gpu[1] : Q\n}\n',
      'node N {\n  cpu    : X\n  gpu[8] : Y\n  gpu[*] -- cpu    : P x16\n  gpu[0] -- gpu[1] : Q\n}\n',
    ));
  test('an empty line begins anew', () =>
    check('node N {\na : X\n\nlong : Y\n}\n', 'node N {\n  a : X\n\n  long : Y\n}\n'));
  test('of questions', () => check('node N {\nshow a\nexpect b\n}\n', 'node N {\n  show   a\n  expect b\n}\n'));
  test('of constants, in a file and in a body', () =>
    check(
      'let a = 1\nlet bb = 2\nnode N {\nlet ccc = 1\nlet d = 2\n}\n',
      'let a  = 1\nlet bb = 2\nnode N {\n  let ccc = 1\n  let d   = 2\n}\n',
    ));
  test('of properties, by the first of each line', () =>
    check(
      'device D : gpu {\nsm = 90\nmemory = 80 GB, power = 700 W\n}\n',
      'device D : gpu {\n  sm     = 90\n  memory = 80 GB, power = 700 W\n}\n',
    ));
  test('of connections that go on below', () =>
    check(
      'node N {\na[i] -- b : X\nfor i in 0..2\naa[j] -> b[0] : Y\n}\n',
      'node N {\n  a[i]  -- b    : X\n    for i in 0..2\n  aa[j] -> b[0] : Y\n}\n',
    ));
  test('what is more than 16 wider stands out and moves nothing', () =>
    check(
      'node N {\na -- b : X\nsu[s].dgx[n].nic[r + 1] -- leaf[r] : NDR\nccc -- d : Y\n}\n',
      'node N {\n  a   -- b : X\n  su[s].dgx[n].nic[r + 1] -- leaf[r] : NDR\n  ccc -- d : Y\n}\n',
    ));
  test('what is 16 wider does not', () =>
    check(
      'node N {\na : X\nabcdefghijklmnopq : Y\n}\n',
      `node N {\n  a${' '.repeat(16)} : X\n  abcdefghijklmnopq : Y\n}\n`,
    ));
  test('of comments', () =>
    check(
      'node N {\n  a : X // one\n  bb : Y      // two\n  // three\n}\n',
      'node N {\n  a  : X  // one\n  bb : Y  // two\n  // three\n}\n',
    ));
});

describe('lines of more than 120 characters', () => {
  const long = 'a'.repeat(48);
  test('are broken before what a connection runs over', () =>
    check(
      `cluster C {\n${long}[i] -- ${long}[i + 1] : NDR for i in 0..3 where i != 2\n}\n`,
      `cluster C {\n  ${long}[i] -- ${long}[i + 1] : NDR\n    for i in 0..3 where i != 2\n}\n`,
    ));
  test('have their braces opened, a property a line', () =>
    check(
      `device D : gpu { ports = ${long}, memory_bandwidth = ${long}, sm = 90 } // c\n`,
      `device D : gpu {\n  ports            = ${long}\n  memory_bandwidth = ${long}\n  sm               = 90\n}  // c\n`,
    ));
  test('are broken after an argument', () =>
    check(
      `node N {\nshow allreduce(1 GiB, over = ${long}, without = ${long}, channels = 2)\n}\n`,
      `node N {\n  show allreduce(1 GiB, over = ${long},\n    without = ${long}, channels = 2)\n}\n`,
    ));
  test('are broken before an operator, the loosest', () =>
    check(
      `let a = ${long} * 2 + ${long} * 3 + b * c * d * e\n`,
      `let a = ${long} * 2 + ${long} * 3\n    + b * c * d * e\n`,
    ));
  test('of several statements are broken between them', () =>
    check(
      `node N {\n${long} : gpu; ${long} : gpu; g : gpu; h : gpu\n}\n`,
      `node N {\n  ${long} : gpu; ${long} : gpu\n  g : gpu; h : gpu\n}\n`,
    ));
  test('are not counted with their comments', () =>
    check(`let a = 1  // ${long}${long}${long}\n`, `let a = 1  // ${long}${long}${long}\n`));
  test('stay where there is no place to break them', () =>
    check(`let a = ${long}${long}${long}\n`, `let a = ${long}${long}${long}\n`));
  test('have no name brought to the head of a line that would begin a definition there', () =>
    check(
      `node N {\n  show ${long}(${long}, link x1234567890123)\n}\n`,
      `node N {\n  show ${long}(${long}, link x1234567890123)\n}\n`,
    ));
});

describe('faults', () => {
  test('a line with a fault is left alone, the others are not', () =>
    check('node N {\n    g[4]   gpu\nh  :  cpu\n}\n', 'node N {\n    g[4]   gpu\n  h : cpu\n}\n'));
  test('so are the lines on which the statement goes on', () =>
    check(
      'node N {\n g[i]  --  : NDR\n  for  i in  0..2\n\n\nh  :  cpu\n}\n',
      'node N {\n g[i]  --  : NDR\n  for  i in  0..2\n\n  h : cpu\n}\n',
    ));
  test('a definition whose brace is never closed is left alone, the others are not', () =>
    check(
      'link  A { }\nnode N {\n      g  : gpu\n\n\nnode  M {\ng : gpu\n}\n',
      'link A { }\nnode N {\n      g  : gpu\n\nnode M {\n  g : gpu\n}\n',
    ));
  test('what stands in no definition is left alone', () =>
    check('  g  :  gpu\n h  :  cpu\nlink  A { }\n', '  g  :  gpu\n h  :  cpu\nlink A { }\n'));
  test('a comment that is never closed keeps its end', () => check('link  A { }\n/* b  \n ', 'link A { }\n/* b  \n '));
});

describe('edits', () => {
  const text = 'link  A { }\n\n\n\nnode N {\n     g : gpu\n}\n';
  test('touch only what changes', () =>
    expect(formatEdits(text)).toEqual([
      { start: 5, end: 6, text: '' },
      { start: 13, end: 15, text: '' },
      { start: 26, end: 29, text: '' },
    ]));
  test('are none where nothing changes', () => expect(formatEdits(format(text))).toEqual([]));
  test('of a range are those of its lines', () =>
    expect(formatRange(text, 27, 27)).toEqual([{ start: 26, end: 29, text: '' }]));
  test('never part a carriage return from its line feed', () =>
    expect(formatEdits('let a = 1\r\n\r\n\r\nlet b = 1\r\n')).toEqual([{ start: 13, end: 15, text: '' }]));
});
