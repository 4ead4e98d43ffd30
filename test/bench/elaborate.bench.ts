// How long bodies take to elaborate, parsing left out: a SuperPOD of 1,024 GPUs and a fabric of 131,072 in 16 pods.
import { bench, describe } from 'vitest';
import { bodies } from '../semantics/body/support.ts';

const hosts = `
node DGX_H100 {
  cpu[2] : Xeon_8480C;  pcie[4] : PEX89144;  gpu[8] : H100_SXM;  nvs[4] : NVSwitch3;  nic[8] : ConnectX7
  cpu[0]  -- cpu[1]      : UPI2 x3
  pcie[i] -- cpu[i / 2]  : PCIe5 x16
  gpu[i]  -- pcie[i / 2] : PCIe5 x16
  nic[i]  -- pcie[i / 2] : PCIe5 x16
  gpu[*]  -- nvs[0, 3]   : NVLink4 x5
  gpu[*]  -- nvs[1, 2]   : NVLink4 x4
}
cluster SU(nodes = 32) {
  dgx[nodes] : DGX_H100;  leaf[8] : QM9700
  dgx[n].nic[r] -- leaf[r] : NDR
}`;
const superpod = `${hosts}
cluster SuperPOD(sus = 4, spines = 4 * sus) {
  su[sus] : SU;  spine[spines] : QM9700
  su[s].leaf[l] -- spine[*] : NDR x(32 / spines)
}`;
/** Rail r of every unit meets on 32 spines of its pod, and each of these on 8 cores over all pods. */
const fabric = `${hosts}
cluster Pod(sus = 32) {
  su[sus] : SU;  spine[8][32] : QM9700
  su[s].leaf[r] -- spine[r][*] : NDR
}
cluster Fabric(pods = 16) {
  pod[pods] : Pod;  core[8][32][16] : QM9700
  pod[*].spine[r][p] -- core[r][p][*] : NDR x2
}`;

describe('elaborate', () => {
  bench('SuperPOD, 1,024 GPUs', () => void bodies(superpod));
  bench('fabric, 131,072 GPUs', () => void bodies(fabric));
  bench('one mesh of 3,162: 4,997,541 pairs', () => void bodies('cluster M { g[3162] : gpu; g[*] -- g[*] : 5 GB/s }'));
});
