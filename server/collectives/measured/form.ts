// What nccl-tests (rccl-tests on AMD's) will print: a closed form of the machine's numbers.
//
//   t = harness + latency + size / rate + filling the pipeline
//
// `rates.ts` has the rate, this file the rest. Collectives whose latency is not known have no form.
import type { Algorithm, Collective, Harness } from '../collective.ts';
import { busFactor } from '../price.ts';
import { bandOf } from './band.ts';
import { fill, harness as harnessSeconds, latency, mostSteps } from './constants.ts';
import type { Machine } from './machine.ts';
import { type Limit, rateOf } from './rates.ts';

/** Seconds and bytes/s. */
export interface Measured {
  readonly time: number;
  /** 80 % of the rows it was checked on lie between. */
  readonly low: number;
  readonly high: number;
  readonly algbw: number;
  readonly busbw: number;
  /** What the library would choose. */
  readonly algorithm: Algorithm;
  /** What takes most of the time. */
  readonly limit: Limit | { readonly by: 'latency' | 'filling' };
}

/** `size` in bytes, nccl-tests' `size`. Undefined where no form is given. */
export function measuredForm(
  machine: Machine,
  collective: Collective,
  size: number,
  harness: Harness = 'mpi',
): Measured | undefined {
  const rate = rateOf(machine, collective);
  const late = latencyOf(machine, collective);
  if (!rate || late === undefined) return undefined;
  const [fixed, moving, filling] = [
    late + harnessOf(machine, collective, harness),
    size / rate.algbw,
    fillingOf(machine, collective, size),
  ];
  const time = fixed + moving + filling;
  const algbw = size / time;
  return {
    time,
    ...bandOf(size, time),
    algbw,
    busbw: algbw * busFactor(collective, machine.domains * machine.perDomain),
    algorithm: rate.algorithm,
    limit: moving >= Math.max(fixed, filling) ? rate.limit : { by: fixed >= filling ? 'latency' : 'filling' },
  };
}

/** Seconds for no bytes; undefined where it is not known. */
function latencyOf(machine: Machine, collective: Collective): number | undefined {
  const { domains: N, perDomain: p, inside, network } = machine;
  const n = N * p;
  const hop = p === 1 || inside?.over === 'pcie' ? latency.slowHop : latency.hop;
  if (N === 1) {
    if (collective === 'sendrecv') return latency.sendrecv;
    return latency.launch + hop * Math.min(stepsInside(collective, n), mostSteps);
  }
  const nic = network?.latency ?? 0;
  switch (collective) {
    case 'allreduce':
      return latency.launchTree + 2 * ((p - 1) * hop + Math.floor(Math.log2(N)) * (latency.level + nic));
    case 'allgather':
    case 'reducescatter':
      return latency.launchRing + (n - N) * latency.step + (N - 1) * (latency.cross + nic);
    default:
      return undefined;
  }
}

function stepsInside(collective: Collective, n: number): number {
  switch (collective) {
    case 'allreduce':
      return 2 * (n - 1);
    case 'allgather':
    case 'reducescatter':
      return n - 1;
    default:
      return 1;
  }
}

/** Seconds until all links of the pipeline work. */
function fillingOf({ domains: N, perDomain: p }: Machine, collective: Collective, size: number): number {
  if (collective === 'alltoall') return 0;
  const perFold = N === 1 ? fill.one : fill.level * Math.log2(N);
  return Math.max(1, p / fill.ranks) * perFold * Math.log(1 + size / fill.from);
}

function harnessOf({ perHost }: Machine, collective: Collective, harness: Harness): number {
  if (harness === 'mpi') return 0;
  if (harness === 'torch') return harnessSeconds.torch;
  return perHost * (collective === 'alltoall' ? harnessSeconds.processAlltoall : harnessSeconds.process);
}
