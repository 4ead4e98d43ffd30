// Reading and formatting a file of ten thousand lines.
import { bench, describe } from 'vitest';
import { format } from '../../server/syntax/format.ts';
import { tokenize } from '../../server/syntax/lexer.ts';
import { parse } from '../../server/syntax/parser.ts';
import { nodes } from './texts.ts';

const text = nodes(10_000);

describe('10 000 lines', () => {
  bench('tokens', () => void tokenize(text));
  bench('tree', () => void parse(text));
  bench('formatted', () => void format(text));
});
