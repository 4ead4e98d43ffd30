// Laying out and drawing: one server, four on rails, a unit of 32; anew, and kept.
import ELK from 'elkjs/lib/elk.bundled.js';
import { bench, describe } from 'vitest';
import { draw, layOut, makeLayoutCache, plainView, svgText } from '../../client/diagram/diagram.ts';
import { dgxH100, rails } from '../diagram/scenes.ts';

const elk = new ELK();
for (const [name, body] of [
  ['DGX H100', dgxH100],
  ['4 nodes on rails', rails(4, 4)],
  ['SU of 32', rails(32, 4)],
] as const) {
  const scene = body.scene();
  const kept = makeLayoutCache();
  describe(name, () => {
    bench('laid out anew', async () => {
      await layOut(scene, plainView, elk);
    });
    bench('kept, and drawn', async () => {
      svgText(draw(await layOut(scene, plainView, elk, undefined, kept)));
    });
  });
}
