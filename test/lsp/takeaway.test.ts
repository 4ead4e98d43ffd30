// What the diagram asks for beside the scene: the editor's hover of a statement, and an analysis to be taken along.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal, Scene } from '../../server/protocol.ts';
import { type Client, start } from './client.ts';

let client: Client;
beforeAll(async () => {
  client = await start();
});
afterAll(() => client.end());

const text = `cluster Ring {
  g[4] : H100_SXM

  g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us
}
`;

test('the hover of a part and of a link, as the editor has it', async () => {
  const uri = client.open('hovered.topo', text);
  const scene = await client.request<Scene>('topo/scene', { uri });
  const [{ parts, links }] = scene.templates;
  const part = await client.request<string>('topo/hover', parts[0].source);
  expect(part.split('\n').filter((line) => line !== '')).toContain('g[4] : H100_SXM');
  const link = await client.request<string>('topo/hover', links[0].source);
  // Four links of 50 GB/s each way: 200 GB/s.
  expect(link).toContain('| all 4 pairs | 200 GB/s | 400 GB/s |');
});

test('the hover of a part of the library', async () => {
  const uri = client.open('boxed.topo', 'cluster One {\n  dgx : DGX_H100\n}\n');
  const scene = await client.request<Scene>('topo/scene', { uri });
  const gpu = scene.templates[1].parts.find(({ kind }) => kind === 'gpu');
  // 80 GB and 700 W: NVIDIA H100 data sheet, SXM.
  expect(await client.request<string>('topo/hover', gpu?.source)).toContain('80 GB · 700 W');
});

test('no hover where nothing stands', async () => {
  const uri = client.open('empty.topo', text);
  expect(await client.request<string | null>('topo/hover', { uri, start: 1000, end: 1001 })).toBeNull();
  expect(await client.request<string | null>('topo/hover', { uri: 'file:///none.topo', start: 0, end: 1 })).toBeNull();
});

// 2 · 3/4 GB both ways round four links of 50 GB/s: 15 ms and six steps of 1 us.
test('an analysis as Markdown and as CSV', async () => {
  const uri = client.open('reported.topo', text.replace('H100_SXM', 'gpu'));
  const asked = { uri, collective: 'allreduce', size: 1e9, algorithm: 'ring' };
  const markdown = await client.request<{ text: string }>('topo/report', { ...asked, format: 'markdown' });
  expect(markdown.text).toMatch(/^### Ring: allreduce of 1 GB on 4 ranks\n/);
  expect(markdown.text).toMatch(/\| ring \| 15\.01 ms \|/);
  const csv = await client.request<{ text: string }>('topo/report', { ...asked, format: 'csv' });
  const [head, ...rows] = csv.text.split('\n');
  expect(head).toMatch(/^root,ranks,collective,size_bytes,algorithm,time_us,/);
  expect(rows.find((row) => row.startsWith('Ring,4,allreduce,1000000000,ring,15006,'))).toBeDefined();
});

test('a refusal in words where there is nothing to take along', async () => {
  const uri = client.open('refused.topo', text);
  const asked = { uri, collective: 'allreduce', size: 1, root: 'None', format: 'csv' };
  expect(await client.request<Refusal>('topo/report', asked)).toHaveProperty('refused');
});
