// Reading and formatting a file of ten thousand lines.
import { bench, describe } from 'vitest';
import { format } from '../../server/syntax/format.ts';
import { tokenize } from '../../server/syntax/lexer.ts';
import { parse } from '../../server/syntax/parser.ts';

const definition = (i: number): string => `
/// Node number ${i}.
node Node${i}(accelerator = H100_SXM, network = ConnectX7) {
  cpu[2]  : Xeon_8480C
  pcie[4] : PEX89144
  gpu[8]  : accelerator { memory = 192 GB }
  nic[8]  : network

  cpu[0]  -- cpu[1]      : UPI2 x3
  pcie[i] -- cpu[i / 2]  : PCIe5 x16
  gpu[i]  -- pcie[i / 2] : PCIe5 x16
  nic[i]  -- pcie[(i + 1) % 8 / 2] : 25 GB/s, 1 us
  show   allreduce(1 GiB, over = gpu[0..7])
  expect oversubscription <= 1
}
`;
const text = Array.from({ length: 625 }, (_, i) => definition(i)).join('');

describe('10 000 lines', () => {
  bench('tokens', () => void tokenize(text));
  bench('tree', () => void parse(text));
  bench('formatted', () => void format(text));
});
