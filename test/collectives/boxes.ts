// Texts of random clusters whose places are alike, or nearly.
import fc from 'fast-check';

/** Boxes of GPUs on a switch, their NICs on leaves and spines; some cables out, one that is faster. */
export const boxes = fc
  .record({
    boxes: fc.integer({ min: 2, max: 5 }),
    gpus: fc.integer({ min: 1, max: 3 }),
    leaves: fc.integer({ min: 1, max: 2 }),
    spines: fc.integer({ min: 0, max: 2 }),
    out: fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { maxLength: 2 }),
    extra: fc.option(fc.tuple(fc.nat(3), fc.nat(2), fc.boolean()), { freq: 1 }),
  })
  .map(({ boxes, gpus, leaves, spines, out, extra }) => {
    const box = (b: number, g: number): string => `box[${b % boxes}].nic[${g % gpus}]`;
    const cut = new Set(out.map(([b, g]) => `without ${box(b, g)} -- leaf[${(g % gpus) % leaves}]`));
    return `node Box { gpu[${gpus}] : gpu; nic[${gpus}] : nic; nvs : switch
      gpu[*] -- nvs : 9 GB/s
      gpu[i] -- nic[i] : 5 GB/s }
    cluster C { box[${boxes}] : Box; leaf[${leaves}] : switch; spine[${spines}] : switch
      box[*].nic[i] -- leaf[i % ${leaves}] : 2 GB/s
      leaf[*] -- spine[*] : 3 GB/s
      ${[...cut].join('\n      ')}
      ${extra ? `box[${extra[0] % boxes}].gpu[${extra[1] % gpus}] ${extra[2] ? '--' : '->'} leaf[0] : 1 GB/s` : ''}
    }`;
  });
