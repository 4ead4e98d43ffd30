// The optimum's cut drawn: a line across what it severs and across nothing else, with what it lets through.
import { expect, test } from 'vitest';
import { draw, svgText } from '../../client/diagram/diagram.ts';
import { dgxH100 } from './scenes.ts';
import { lay } from './support.ts';

const cutOf = async (links: readonly string[]) => {
  const picture = svgText(draw(await lay(dgxH100), { marks: { cut: { links, GBps: 450 } } }));
  const lines = [...picture.matchAll(/class="cutline" d="M([^"]*)"/g)].map(([, d]) => d.split('L'));
  return { lines, words: picture.match(/>(cut · [^<]*)</)?.[1] };
};

test('links of one row are crossed by one line, which begins before the first and ends after the last', async () => {
  const links = [0, 1, 2, 3].map((nic) => `nic[${nic}] -- pcie[${nic >> 1}]`);
  const { lines, words } = await cutOf(links);
  expect(words).toBe('cut · 450 GB/s');
  expect(lines.length).toBe(1);
  const xs = lines[0].map((point) => Number(point.split(' ')[0]));
  expect(xs.length).toBe(4 + 2);
  expect(xs).toEqual([...xs].sort((a, b) => a - b));
});

test('what is not severed is not crossed; a name that is not drawn is passed over', async () => {
  expect((await cutOf([])).lines).toEqual([]);
  expect((await cutOf(['nobody[0] -- nic[0]'])).lines).toEqual([]);
});
