// Random texts of the whole grammar, laid out at random, and all the texts that ship with Topo.
import fc from 'fast-check';
import { libraryFiles } from '../../server/library/index.ts';
import { examples } from '../support/examples.ts';
import { systems } from '../support/systems.ts';

/** The library, the examples and the systems of the tests, by name. */
export const shipped: readonly (readonly [name: string, text: string])[] = [
  ...libraryFiles.map(({ uri, text }) => [uri, text] as const),
  ...examples,
  ...systems,
];

/** What is written without regard to lines; `↵` is where a line has to end. */
type Words = readonly string[];
type Part = fc.Arbitrary<Words>;

const words = (...each: (string | Part)[]): Part =>
  fc.tuple(...each.map((part) => (typeof part === 'string' ? fc.constant([part]) : part))).map((parts) => parts.flat());
const either = (...each: Part[]): Part => fc.oneof(...each);
const maybe = (part: Part): Part => fc.option(part, { nil: [], freq: 2 });
const word = (...each: string[]): Part => fc.constantFrom(...each).map((text) => [text]);
function list(part: Part, separator: string | Part, minLength = 0, maxLength = 3): Part {
  const between = typeof separator === 'string' ? fc.constant([separator]) : separator;
  return fc
    .array(fc.tuple(between, part), { minLength, maxLength })
    .map((parts) => parts.flatMap(([separated, each], i) => (i === 0 ? each : [...separated, ...each])));
}

const name = word('g', 'gpu', 'leaf', 'x', 'x2', 's', 'b', 'dgx_h100', 'aVeryLongNameOfAPart', 'plan', 'show', 'node');
const number = word('0', '8', '3.35', '1e6', '4_096');
const quantity = word('25 GB/s', '400Gb/s', '1  us', '80GB', '1 GiB', '7 W', '989 TFLOPS');
const lineCode = fc.constantFrom('128b/130b', '8b / 10b').map((text) => text.split(' '));
const index = (expr: Part): Part =>
  words('[', list(either(word('*'), words(expr, maybe(words('..', expr)))), ',', 1), ']');
const placeOf = (expr: Part): Part =>
  words(
    name,
    fc.array(either(index(expr), words('.', name)), { maxLength: 2 }).map((all) => all.flat()),
  );

const expr: Part = fc.letrec<{ expr: Words }>((tie) => {
  const deeper = tie('expr');
  const place = placeOf(deeper);
  const argument = words(maybe(words(name, '=')), deeper);
  const operator = word('||', '&&', '+', '-', '*', '/', '%', '**');
  return {
    expr: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      number,
      quantity,
      lineCode,
      place,
      word('true', 'false'),
      words('(', deeper, ')'),
      words(word('-', '!'), deeper),
      words(deeper, operator, deeper),
      words('(', deeper, word('==', '!=', '<', '<=', '>', '>='), number, ')'),
      words(place, word('x18', 'x2')),
      words(place, 'x', '(', deeper, ')'),
      words('(', place, word('--', '->'), place, ')'),
      words(word('allreduce', 'bandwidth', 'min'), '(', list(argument, ','), ')'),
    ),
  };
}).expr;

const place = placeOf(expr);
const setting = words(name, '=', expr);
const settings = words('(', list(setting, ','), ')');
const propertyName = word('rate', 'ports', 'memory', 'memory_bandwidth', 'x', 'link', 'show');
const properties = words('{', list(words(propertyName, '=', expr), word(',', ';', '↵')), maybe(word('↵', ',')), '}');
const doc = maybe(word('↵/// told↵', '↵/// told\n/// at length↵'));
const partName = word('g', 'gpu', 'leaf', 'aVeryLongNameOfAPart', 'plan', 'show', 'let', 'node', 'link');
const type = words(word('gpu', 'H100_SXM', 'DGX_H100', 'Unit'), maybe(settings));
const clause = either(
  words('for', 'i', 'in', list(either(word('*'), words(number, maybe(words('..', number)))), ',', 1)),
  words('where', expr),
);
const clauses = fc.array(clause, { maxLength: 2 }).map((all) => all.flat());

const statement = words(
  doc,
  either(
    words(
      partName,
      fc.array(words('[', expr, ']'), { maxLength: 2 }).map((all) => all.flat()),
      ':',
      type,
      maybe(properties),
    ),
    words(place, word('--', '->'), place, ':', expr, maybe(words(',', quantity)), clauses),
    words('let', name, '=', expr),
    words(word('show', 'expect', 'without'), either(number, quantity, words('(', expr, ')'), words('-', expr))),
    words(word('show', 'expect', 'without'), name, 'x2'),
    words('plan', name, ':', name, properties),
  ),
);
const ends = word('↵', '↵', '↵', ';', ';↵', '↵\n\n\n');
const body = words('{', list(statement, ends, 0, 5), maybe(ends), '}');
const definition = words(
  doc,
  either(
    words('import', '"a b.topo"'),
    words('let', name, '=', expr),
    words(word('link', 'device', 'model'), name, maybe(words(':', name)), maybe(properties)),
    words(word('node', 'cluster'), name, maybe(settings), maybe(words(':', type)), maybe(body)),
  ),
);

/** Texts without faults: any definitions, statements and expressions, with any blanks, comments and lines. */
export const soundTexts: fc.Arbitrary<string> = fc
  .tuple(
    list(definition, ends, 0, 4),
    fc.array(fc.nat(39), { minLength: 1, maxLength: 50 }),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([all, glue, newline]) => laid(all, glue).replaceAll('\n', newline));

const blanks = ['', ' ', '   ', '\t', ' /* why */ ', ' /* a\n b */ ', '\n', '\n    ', ' // so\n', '\n\n\n\n'];

/** Words with blanks between: lines end only where the language lets a statement go on, comments stand anywhere. */
function laid(all: Words, glue: readonly number[]): string {
  let out = '';
  let depth = 0;
  all.forEach((each, i) => {
    if (each.includes('↵')) {
      out +=
        ['\n', '\n\n', ' // end\n', ' /* end */\n'][glue[i % glue.length] % 4] + each.replaceAll('↵', '\n').trimStart();
      return;
    }
    if (each === ')' || each === ']') depth--;
    const before = all[i - 1] ?? '↵';
    const chosen = blanks[glue[i % glue.length]] ?? ' ';
    const mayEnd = goesOn(before, each, depth) || before.includes('↵') || before === ';' || before === '{';
    out += chosen.includes('\n') && !mayEnd ? ' ' : chosen === '' && touches(before, each) ? ' ' : chosen;
    if (each === '(' || each === '[') depth++;
    out += each;
  });
  return out;
}

/** Whether a line may end between two words of a statement. */
function goesOn(before: string, after: string, depth: number): boolean {
  if (/^(for|where)$/.test(after)) return true;
  if (depth > 0) return !/^[a-z_]+$/i.test(after);
  return !/^[\w"}]/.test(after) && after !== ';' && after !== ',' && after !== '{' && before !== 'show';
}

/** Whether two words would be read as others without a blank between them. */
const touches = (before: string, after: string): boolean =>
  (/[\w"]$/.test(before) && /^[\w"]/.test(after)) || (/[^\w\s)\]"]$/.test(before) && /^[^\w\s([]/.test(after));
