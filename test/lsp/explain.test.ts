// Why an answer is as it is, over the protocol.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation, Refusal } from '../../server/protocol.ts';
import { type Client, ring, start } from './client.ts';

let client: Client;
beforeAll(async () => {
  client = await start();
});
afterAll(() => client.end());

const asked = { collective: 'allreduce', size: 1e9 } as const;

// 2 · 3/4 GB both ways round four links of 50 GB/s: 15 ms and six steps of 1 us.
test('of the algorithm asked for; with half the rate it takes twice as long', async () => {
  const uri = client.open('why.topo', ring);
  const found = await client.request<Explanation>('topo/explain', { ...asked, uri, algorithm: 'ring' });
  expect(found).toMatchObject({ algorithm: 'ring', groups: [{ links: 4, of: 4 }] });
  expect(found.halved?.timeUs).toBeCloseTo(30_006, 3);
});

test('a refusal in words', async () => {
  const uri = client.open('whynot.topo', ring);
  const found = await client.request<Refusal>('topo/explain', { ...asked, uri, algorithm: 'in_switch' });
  expect(found).toEqual({ refused: 'in_switch does not do allreduce on these ranks.' });
});
