// Runs scale.ts for fabrics of 8 to 131,072 GPUs, each in a process of its own. The closed
// form is what one will measure, which follows no flow: beside it, what following them costs can be told.
import { runBundled } from './bundled.mjs';

const unit = 'cluster SU(nodes = 32) { dgx[nodes] : DGX_H100; leaf[8] : QM9700; dgx[n].nic[r] -- leaf[r] : NDR }\n';
/** @param {number} pods */
const pods = (pods) => `${unit}
cluster Pod { su[32] : SU; spine[8][32] : QM9700; su[s].leaf[r] -- spine[r][*] : NDR }
cluster All { pod[${pods}] : Pod; core[8][32][16] : QM9700; pod[*].spine[r][p] -- core[r][p][*] : NDR x2 }`;

const fabrics = [
  [8, 'cluster All { dgx : DGX_H100 }'],
  [64, `${unit}cluster All : SU(nodes = 8)`],
  [1024, `${unit}cluster All { su[4] : SU; spine[16] : QM9700; su[s].leaf[l] -- spine[*] : NDR x2 }`],
  [16384, pods(2)],
  [131072, pods(16)],
];

console.log('All-reduce of 1 GiB on DGX H100; ms of CPU, cold but for "again"');
console.log(
  '    GPUs text to graph   closed form    algorithms         again   one, optimum      alltoall            MB',
);
await runBundled(
  'scale.ts',
  fabrics.map(([gpus, text]) => [String(gpus), String(text)]),
);
