// Bytes a second that a collective moves once it runs, by the algorithm that is fastest so: the library's choice.
import type { Algorithm, Collective } from '../collective.ts';
import { adding, fewestAdding, share, treeInside } from './constants.ts';
import type { Machine } from './machine.ts';

/** What a flow waits for, and the bytes/s it gets there. */
export interface Limit {
  readonly by: 'nics' | 'scale-up' | 'pcie' | 'adding';
  readonly rate: number;
}

export interface Rate {
  readonly algorithm: Algorithm;
  /** Size / time, bytes/s. */
  readonly algbw: number;
  readonly limit: Limit;
}

/** Undefined where no rate is known. */
export function rateOf(machine: Machine, collective: Collective): Rate | undefined {
  const n = machine.domains * machine.perDomain;
  const ring = ringOf(machine);
  if (!ring) return undefined;
  const as = (algorithm: Algorithm, algbw: number): Rate => ({ algorithm, algbw, limit: ring });
  switch (collective) {
    case 'allgather':
    case 'reducescatter':
      return as('ring', (ring.rate * n) / (n - 1));
    case 'broadcast':
    case 'reduce':
      return as('chain', ring.rate);
    case 'allreduce':
      return faster(as('ring', (ring.rate * n) / (2 * (n - 1))), addingOf(machine) ?? treeOf(machine));
    case 'alltoall':
      return machine.domains === 1 ? as('direct', (share.alltoall * ring.rate * n) / (n - 1)) : undefined;
    case 'sendrecv':
      return sendrecvOf(machine);
    default:
      return undefined;
  }
}

const least = (a: Limit, b: Limit | undefined): Limit => (b && b.rate < a.rate ? b : a);
const faster = (a: Rate, b: Rate | undefined): Rate => (b && b.algbw > a.algbw ? b : a);

/** What a ring gets inside a domain: on each GPU's links. */
function insideOf({ inside }: Machine): Limit | undefined {
  if (inside?.over === 'scale-up') return { by: 'scale-up', rate: share.scaleUp * inside.rate };
  return inside && { by: 'pcie', rate: (share.pcie * inside.rate) / inside.streams };
}

/** All NICs of a domain together. */
function nicsOf({ network }: Machine): Limit | undefined {
  return network && { by: 'nics', rate: share.nics * network.rate };
}

function ringOf(machine: Machine): Limit | undefined {
  const { perDomain: p } = machine;
  const [inside, nics] = [insideOf(machine), nicsOf(machine)];
  if (!inside || !nics) return inside ?? nics;
  // A ring of p GPUs leaves a domain once: only p - 1 of its p links are scale-up.
  return least(inside.by === 'pcie' ? inside : { by: 'scale-up', rate: (inside.rate * p) / (p - 1) }, nics);
}

/** Algorithm bandwidth of switches that add; undefined where there are none, or the library does not use them. */
function switchesOf({ inside, sm = 0, spansHosts }: Machine): Limit | undefined {
  if (inside?.over !== 'scale-up' || !inside.reduces || sm < 90) return undefined;
  const part = sm < 100 ? adding.hopper : spansHosts ? adding.acrossHosts : adding.blackwell;
  return { by: 'adding', rate: part * inside.rate };
}

function addingOf(machine: Machine): Rate | undefined {
  const switches = machine.domains === 1 && machine.perDomain >= fewestAdding ? switchesOf(machine) : undefined;
  return switches && { algorithm: 'in_switch', algbw: switches.rate, limit: switches };
}

/** Between domains. A node of the tree that has two below it gets all data twice over its NICs. */
function treeOf(machine: Machine): Rate | undefined {
  const [inside, nics] = [insideOf(machine), nicsOf(machine)];
  if (!nics || !inside) return undefined;
  const switches = switchesOf(machine);
  const within: Limit = switches
    ? { by: 'adding', rate: adding.inTree * switches.rate }
    : { by: inside.by, rate: treeInside * inside.rate };
  const limit = least(within, machine.domains === 2 ? nics : { by: 'nics', rate: nics.rate / 2 });
  return { algorithm: switches ? 'in_switch' : 'tree', algbw: limit.rate, limit };
}

/** Known over direct links alone. */
function sendrecvOf({ domains, inside }: Machine): Rate | undefined {
  if (domains > 1 || inside?.over !== 'scale-up' || inside.direct === undefined) return undefined;
  const rate = share.direct * inside.direct;
  return { algorithm: 'direct', algbw: rate, limit: { by: 'scale-up', rate } };
}
