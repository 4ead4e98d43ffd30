// What the cost panel asks when something is failed by hand: places and links of the picture, as `without`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnalyzeResult, Refusal, TextChange } from '../../server/protocol.ts';
import { type Client, start } from './client.ts';

let client: Client;
beforeAll(async () => {
  client = await start();
});
afterAll(() => client.end());

const text = `cluster Ring {
  g[4] : gpu

  g[i] -- g[(i + 1) % 4] : 50 GB/s
}
`;
const question = { collective: 'broadcast', size: 1e9, algorithm: 'chain' };

/** GB/s that the cut of the optimum lets through. */
async function cutOf(without?: string): Promise<number | undefined> {
  const uri = client.open('failing.topo', text);
  const answer = await client.request<AnalyzeResult>('topo/analyze', { uri, ...question, ...(without && { without }) });
  return answer.optimum?.cut?.GBps;
}

// Two links leave any one of a ring; one of them less leaves one.
test('a failed link narrows the cut', async () => {
  expect(await cutOf()).toBe(100);
  expect(await cutOf('g[0] -- g[1]')).toBe(50);
});

test('several, the way the panel joins them; a GPU that failed is no rank', async () => {
  const uri = client.open('several.topo', text);
  const without = '(g[3]) + (g[0] -- g[3])';
  const answer = await client.request<AnalyzeResult>('topo/analyze', { uri, ...question, without });
  expect(answer.ranks).toBe(3);
});

// Of the two links that leave a rank one at 20 instead of 50 leaves 70.
test('a link of another rate changes the cut, by whichever end it is named', async () => {
  const uri = client.open('rates.topo', text);
  for (const name of ['g[0] -- g[1]', 'g[1] -- g[0]']) {
    const rates = { [name]: '20 GB/s' };
    const answer = await client.request<AnalyzeResult>('topo/analyze', { uri, ...question, rates });
    expect(answer.optimum?.cut?.GBps).toBeCloseTo(70, 9);
  }
  expect(await cutOf()).toBe(100);
});

test('what is no rate, and what is no link, is refused in words', async () => {
  const uri = client.open('norates.topo', text);
  const refused = async (rates: Record<string, string>): Promise<string> =>
    (await client.request<Refusal>('topo/analyze', { uri, ...question, rates })).refused;
  expect(await refused({ 'g[0] -- g[1]': '20 GB' })).toMatch(/no rate/);
  expect(await refused({ 'g[0] -- g[1]': '20 GB/' })).toMatch(/20 GB\//);
  expect(await refused({ 'g[0] -- g[1]': '-20 GB/s' })).toMatch(/no rate/);
  expect(await refused({ 'g[0]': '20 GB/s' })).toMatch(/no link/);
  expect(await refused({ 'h -- g[1]': '20 GB/s' })).not.toBe('');
});

test('what cuts the ranks apart is refused in words', async () => {
  const uri = client.open('apart.topo', text);
  const without = '(g[0] -- g[1]) + (g[3] -- g[0])';
  const answer = await client.request<Refusal>('topo/analyze', { uri, ...question, without });
  expect(answer.refused).toMatch(/g\[0\]/);
});

async function written(name: string, before: string, ...places: string[]): Promise<string> {
  const uri = client.open(name, before);
  const change = await client.request<TextChange | Refusal>('topo/writeFailures', { uri, root: 'Ring', places });
  if ('refused' in change) return change.refused;
  return before.slice(0, change.offset) + change.text + before.slice(change.offset);
}

test('failures become lines at the end of the body, a line each', async () => {
  const after = text.replace('50 GB/s\n', '50 GB/s\n  without g[3]\n  without g[0] -- g[1]\n');
  expect(await written('written.topo', text, 'g[3]', 'g[0] -- g[1]')).toBe(after);
});

test('a body on one line is opened', async () => {
  expect(await written('line.topo', 'cluster Ring { g[4] : gpu }\n', 'g[3]')).toBe(
    'cluster Ring { g[4] : gpu \n  without g[3]\n}\n',
  );
});

test('nothing is written where nothing can be', async () => {
  expect(await written('broken.topo', 'cluster Ring {\n  g[4] : gpu\n', 'g[3]')).toMatch(/no braces/);
  expect(await written('other.topo', 'cluster Other { g : gpu }\n', 'g[3]')).toMatch(/no braces/);
  expect(await written('words.topo', text, 'g[3')).toMatch(/does not name/);
});
