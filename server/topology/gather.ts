// Flows, added to a page by where their ends sit: in one host, over one cable each, or over ranks that pass on.
import type { Flows } from './ledger.ts';
import type { Page } from './page.ts';
import type { Seats } from './seats.ts';

/** Flows added between two looks at whether the answer is still wanted. */
const flowsAtOnce = 4096;

/**
 * All flows of a step, `times` times; rank r of it has the number `ranks[r]`. Seconds, -1 where a flow has no way or `stop`
 * says so. `rest` takes the flows that are none of those that are added up. One plain loop: a step may have 131,072.
 */
export function gatherAll(
  seats: Seats,
  page: Page,
  { from, to, bytes }: Flows,
  ranks: Int32Array,
  times: number,
  rest: (flow: number) => number,
  stop: () => boolean,
): number {
  const { host, first, pairStart, up, down } = seats;
  const { out, into } = page;
  let longest = 0;
  for (let i = 0; i < from.length; i++) {
    const a = ranks[from[i]];
    const b = ranks[to[i]];
    const sent = bytes[i] * times;
    let late = -1;
    if (a >= 0 && b >= 0) {
      const home = host[a];
      if (home === host[b]) {
        const start = pairStart[home];
        if (start >= 0) {
          const [x, y] = [a - first[home], b - first[home]];
          late = seats.late(home, x, y);
          if (late >= 0) page.addPair(home, start + x * (first[home + 1] - first[home]) + y, sent);
        }
      } else {
        const turn = turnOf(seats, a, b);
        if (turn > 0) {
          if (turn > 1) page.climbs?.add(up.tiered[a], down.tiered[b], turn, sent);
          page.touch(home);
          page.touch(host[b]);
          out[a] += sent;
          into[b] += sent;
          late = up.latency[a] + seats.climb(up.door[a], down.door[b], turn) + down.latency[b];
        } else late = relay(seats, page, a, b, sent);
      }
    }
    if (late < 0) late = rest(i);
    if (late < 0 || (i % flowsAtOnce === flowsAtOnce - 1 && stop())) return -1;
    if (late > longest) longest = late;
  }
  return longest;
}

/** A flow between two ranks by number; seconds, -1 where it is none of those that are added up. */
export function gather(seats: Seats, page: Page, a: number, b: number, bytes: number): number {
  if (a < 0 || b < 0) return -1;
  const home = seats.host[a];
  if (home !== seats.host[b]) {
    const late = cross(seats, page, a, b, bytes);
    return late >= 0 ? late : relay(seats, page, a, b, bytes);
  }
  const start = seats.pairStart[home];
  if (start < 0) return -1;
  const first = seats.first[home];
  const late = seats.late(home, a - first, b - first);
  if (late < 0) return -1;
  page.addPair(home, start + (a - first) * seats.seats(home) + b - first, bytes);
  return late;
}

/** The tier at which traffic between two hosts turns, over one cable each; 1: at the switch that both hang on. 0: it does not. */
function turnOf({ up, down, tiers }: Seats, a: number, b: number): number {
  const out = up.door[a];
  const into = down.door[b];
  if (out < 0 || into < 0) return 0;
  if (out === into) return up.cable[a] === (down.cable[b] ^ 1) ? 0 : 1;
  const from = up.tiered[a];
  const to = down.tiered[b];
  return !tiers || from < 0 || to < 0 ? 0 : tiers.turn(from, to);
}

function cross(seats: Seats, page: Page, a: number, b: number, bytes: number): number {
  const turn = turnOf(seats, a, b);
  if (turn === 0) return -1;
  const { up, down, host } = seats;
  if (turn > 1) page.climbs?.add(up.tiered[a], down.tiered[b], turn, bytes);
  page.touch(host[a]);
  page.touch(host[b]);
  page.out[a] += bytes;
  page.into[b] += bytes;
  return up.latency[a] + seats.climb(up.door[a], down.door[b], turn) + down.latency[b];
}

/** Over ranks of its host that have a way. */
function relay(seats: Seats, page: Page, a: number, b: number, bytes: number): number {
  const relays = seats.pairStart[seats.host[a]] < 0 ? undefined : seats.relays(a, b);
  if (!relays?.every(({ peer }) => turnOf(seats, seats.number[peer], b) > 0)) return -1;
  let slowest = 0;
  for (const { peer: device, latency } of relays) {
    const peer = seats.number[device];
    gather(seats, page, a, peer, bytes / relays.length);
    slowest = Math.max(slowest, latency + cross(seats, page, peer, b, bytes / relays.length));
  }
  return slowest;
}
