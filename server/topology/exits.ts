// Which NICs a rank uses for the network: those nearest to it that have a network link. Ranks that are equally near to the
// same NICs divide them in order, so that on a rail-optimised server GPU r uses NIC r.
import { deviceKind, type Graph, LinkUse } from './graph.ts';
import type { Inside } from './inside.ts';
import type { PathClass } from './routes.ts';
import { noWay, type Way } from './ways.ts';

export interface Exit {
  /** A NIC, or the rank itself where it has network links of its own. */
  readonly port: number;
  /** From the rank to the port. */
  readonly out: Way;
  /** From the port to the rank. */
  readonly back: Way;
  readonly class: PathClass;
}

const nearness: readonly PathClass[] = ['LOC', 'NVL', 'NVB', 'C2C', 'PIX', 'PXB', 'P2C', 'PXN', 'PHB', 'SYS', 'NET'];

export class Exits {
  readonly #graph: Graph;
  readonly #inside: Inside;
  readonly #known = new Map<number, readonly Exit[]>();
  readonly #spare = new Map<number, readonly Exit[]>();
  /** Chains of the present devices of a board, in order: the first of each board, by its number, and the next by device; -1 ends it. */
  #chains: { readonly first: Int32Array; readonly next: Int32Array } | undefined;

  constructor(graph: Graph, inside: Inside) {
    this.#graph = graph;
    this.#inside = inside;
  }

  /** Empty where a device cannot leave its host. */
  of(device: number): readonly Exit[] {
    let found = this.#known.get(device);
    if (!found) {
      this.#settle(device);
      found = this.#known.get(device) ?? [];
      this.#known.set(device, found);
    }
    return found;
  }

  /** All ports of a device's board, nearest first: for where its own lead nowhere. */
  all(device: number): readonly Exit[] {
    let found = this.#spare.get(device);
    if (!found) {
      const own = this.of(device);
      found = own.some(({ port }) => port === device) ? own : this.#exits(device, this.#portsOf(device)).sort(nearer);
      this.#spare.set(device, found);
    }
    return found;
  }

  /** Works the exits out for all devices of the same kind on the same board at once: they share its NICs. */
  #settle(device: number): void {
    if (this.#hasNetwork(device)) {
      this.#known.set(device, [{ port: device, out: noWay, back: noWay, class: 'LOC' }]);
      return;
    }
    const ports = this.#portsOf(device);
    const nearest = new Map<string, { ranks: number[]; ports: number[] }>();
    for (const rank of this.#boardMates(device)) {
      const near = this.#nearest(rank, ports);
      const key = near.join();
      const group = nearest.get(key) ?? { ranks: [], ports: near };
      group.ranks.push(rank);
      nearest.set(key, group);
    }
    for (const { ranks, ports: shared } of nearest.values())
      ranks.forEach((rank, i) => {
        this.#known.set(rank, this.#exits(rank, portion(shared, i, ranks.length)));
      });
  }

  /** Devices of its kind on the same board, in order. */
  #boardMates(device: number): number[] {
    const kind = deviceKind(this.#graph, device);
    return this.#members(device).filter((mate) => deviceKind(this.#graph, mate) === kind);
  }

  /** Present devices on the same board. */
  #members(device: number): number[] {
    this.#chains ??= this.#chain();
    const { first, next } = this.#chains;
    const members: number[] = [];
    for (let d = first[this.#inside.board(device)]; d >= 0; d = next[d]) members.push(d);
    return members;
  }

  #chain() {
    const { deviceCount, present } = this.#graph;
    const [first, next] = [new Int32Array(deviceCount).fill(-1), new Int32Array(deviceCount)];
    for (let d = deviceCount - 1; d >= 0; d--) {
      if (present[d] === 0) continue;
      const board = this.#inside.board(d);
      next[d] = first[board];
      first[board] = d;
    }
    return { first, next };
  }

  #hasNetwork(device: number): boolean {
    const { arcStart, arcOut, linkUse } = this.#graph;
    for (let at = arcStart[device]; at < arcStart[device + 1]; at++)
      if (linkUse[arcOut[at] >> 1] === LinkUse.network) return true;
    return false;
  }

  /** NICs on its board that have a network link. */
  #portsOf(device: number): number[] {
    return this.#members(device).filter((mate) => deviceKind(this.#graph, mate) === 'nic' && this.#hasNetwork(mate));
  }

  /** Those in the best class, and of these with the fewest hops. */
  #nearest(rank: number, ports: readonly number[]): number[] {
    const ranked = ports.flatMap((port) => {
      const found = this.#inside.way(rank, port);
      return found ? [{ port, class: nearness.indexOf(found.class), hops: found.way.hops }] : [];
    });
    const best = Math.min(...ranked.map((each) => each.class));
    const close = ranked.filter((each) => each.class === best);
    const hops = Math.min(...close.map((each) => each.hops));
    return close.filter((each) => each.hops === hops).map(({ port }) => port);
  }

  #exits(rank: number, ports: readonly number[]): Exit[] {
    return ports.flatMap((port) => {
      const out = this.#inside.way(rank, port);
      const back = this.#inside.way(port, rank);
      return out && back ? [{ port, out: out.way, back: back.way, class: out.class }] : [];
    });
  }
}

const nearer = (a: Exit, b: Exit): number => distance(a) - distance(b) || a.out.hops - b.out.hops;

/** A class as a number: less is nearer. */
export const distance = (exit: Exit): number => nearness.indexOf(exit.class);

/** The i-th of `among` ranks' part of the ports: one each in turn, several each where there are more ports than ranks. */
function portion(ports: readonly number[], i: number, among: number): number[] {
  const each = Math.floor(ports.length / among);
  if (each >= 1) return ports.slice(i * each, (i + 1) * each);
  return ports.length === 0 ? [] : [ports[i % ports.length]];
}
