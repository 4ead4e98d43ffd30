// One flow, added to a page by where its ends sit: in one host, over one cable each, or over ranks that pass on.
import type { Page } from './page.ts';
import type { Seats } from './seats.ts';

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
  page.touch(home);
  page.pairs()[start + (a - first) * seats.seats(home) + b - first] += bytes;
  return late;
}

/** The tier at which traffic between two hosts turns, over one cable each; 1: at the switch that both hang on. 0: it does not. */
function turnOf({ up, down, doors, tiers }: Seats, a: number, b: number): number {
  const [out, into] = [up.door[a], down.door[b]];
  if (out < 0 || into < 0 || up.cable[a] === (down.cable[b] ^ 1)) return 0;
  if (out === into) return 1;
  const [from, to] = [doors.tiered[out], doors.tiered[into]];
  return !tiers || from < 0 || to < 0 ? 0 : tiers.turn(from, to);
}

function cross(seats: Seats, page: Page, a: number, b: number, bytes: number): number {
  const turn = turnOf(seats, a, b);
  if (turn === 0) return -1;
  const { up, down, host, doors } = seats;
  const [out, into] = [up.door[a], down.door[b]];
  if (turn > 1) page.climbs?.add(doors.tiered[out], doors.tiered[into], turn, bytes);
  page.touch(host[a]);
  page.touch(host[b]);
  page.out[a] += bytes;
  page.into[b] += bytes;
  const between = turn === 1 ? doors.delay[out] : seats.climb(out, into, turn);
  return up.latency[a] + between + down.latency[b];
}

/** Over ranks of its host that have a way. */
function relay(seats: Seats, page: Page, a: number, b: number, bytes: number): number {
  const relays = seats.pairStart[seats.host[a]] < 0 ? undefined : seats.relays(a, b);
  if (!relays?.every(({ peer }) => turnOf(seats, peer, b) > 0)) return -1;
  let slowest = 0;
  for (const { peer, latency } of relays) {
    gather(seats, page, a, peer, bytes / relays.length);
    slowest = Math.max(slowest, latency + cross(seats, page, peer, b, bytes / relays.length));
  }
  return slowest;
}
