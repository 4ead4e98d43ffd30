// Runs picture.ts for pictures small to large, each in a process of its own.
import { runBundled } from './bundled.mjs';

const pod = 'cluster All : DGX_H100_SuperPOD';
/** @type {readonly [name: string, text: string, manners: Record<string, string>][]} */
const pictures = [
  ['a server', 'node All : DGX_H100', {}],
  ['1,016 GPUs, units closed (target 150)', pod, { su: 'stack' }],
  ['1,016 GPUs, nodes as cards (target 500)', pod, {}],
  ['1,016 GPUs, a server opened', pod, { 'su[0].dgx[5]': 'open' }],
  ['a rack of 72 GPUs', 'cluster All : GB200_NVL72', {}],
];

console.log('From text to picture, ms of CPU, after load              first   again');
await runBundled(
  'picture.ts',
  pictures.map(([name, text, manners]) => [name, text, JSON.stringify(manners)]),
);
