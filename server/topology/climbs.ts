// Flows through a tiered network, added up by the switch where they enter or leave it, then laid on all links at once, tier
// by tier: what a thousand flows cost is what the links cost.
import type { Busiest } from './pace.ts';
import type { Tiers } from './tiers.ts';

export class Climbs {
  readonly #tiers: Tiers;
  /** By tier at which they turn, then by switch: bytes that climb from it, and bytes that come down to it. */
  readonly #up: readonly Float64Array[];
  readonly #down: readonly Float64Array[];
  #any = false;

  constructor(tiers: Tiers) {
    this.#tiers = tiers;
    this.#up = Array.from({ length: tiers.top + 1 }, () => new Float64Array(tiers.count));
    this.#down = Array.from({ length: tiers.top + 1 }, () => new Float64Array(tiers.count));
  }

  /** Bytes between two switches of tier 1 that are even at `tier`. */
  add(a: number, b: number, tier: number, bytes: number): void {
    this.#up[tier][a] += bytes;
    this.#down[tier][b] += bytes;
    this.#any = true;
  }

  /** One end's part: bytes that climb from a switch of tier 1 to turn at `tier`, or that come down to it. */
  addEnd(a: number, tier: number, bytes: number, way: 'up' | 'down'): void {
    (way === 'up' ? this.#up : this.#down)[tier][a] += bytes;
    this.#any = true;
  }

  /** All that another has gathered, `times` times. */
  addAll(other: Climbs, times: number): void {
    if (!other.#any) return;
    this.#any = true;
    for (let turn = 2; turn <= this.#tiers.top; turn++)
      for (const s of this.#tiers.byTier[1]) {
        this.#up[turn][s] += times * other.#up[turn][s];
        this.#down[turn][s] += times * other.#down[turn][s];
      }
  }

  clear(): void {
    if (!this.#any) return;
    this.#any = false;
    for (const gathered of [...this.#up, ...this.#down]) gathered.fill(0);
  }

  /** Adds what has been gathered to `load` (bytes by arc), and keeps it. */
  lay(load: Float64Array): void {
    const { upStart, upArc, upShare } = this.#tiers;
    this.#pass((s, up, down) => {
      for (let p = upStart[s]; p < upStart[s + 1]; p++) {
        load[upArc[p]] += up * upShare[p];
        load[upArc[p] ^ 1] += down * upShare[p];
      }
    });
  }

  /** Tells the arc that is busy longest above each switch, which is the same one whatever passes. */
  tell(found: Busiest): void {
    const { slowest, upArc, upSeconds, downSeconds } = this.#tiers;
    this.#pass((s, up, down) => {
      const [climbs, falls] = [slowest.up[s], slowest.down[s]];
      found.tell(upArc[climbs], up * upSeconds[climbs]);
      found.tell(upArc[falls] ^ 1, down * downSeconds[falls]);
    });
  }

  /** Every switch that something passes, from tier 1 upwards, with the bytes that climb from it and that come down to it. */
  #pass(each: (s: number, up: number, down: number) => void): void {
    if (!this.#any) return;
    const { top, byTier } = this.#tiers;
    for (let tier = 1; tier < top; tier++)
      for (const s of byTier[tier]) {
        let [up, down] = [0, 0];
        for (let turn = tier + 1; turn <= top; turn++) {
          up += this.#up[turn][s];
          down += this.#down[turn][s];
        }
        if (up === 0 && down === 0) continue;
        each(s, up, down);
        for (let turn = tier + 2; turn <= top; turn++) this.#hand(s, turn);
      }
    for (let tier = 2; tier < top; tier++)
      for (const s of byTier[tier])
        for (let turn = tier + 1; turn <= top; turn++) {
          this.#up[turn][s] = 0;
          this.#down[turn][s] = 0;
        }
  }

  /** On to the switches above, of what turns at tier `turn`. */
  #hand(s: number, turn: number): void {
    const { upStart, upTo, upShare } = this.#tiers;
    const [climbs, falls] = [this.#up[turn], this.#down[turn]];
    const [up, down] = [climbs[s], falls[s]];
    if (up === 0 && down === 0) return;
    for (let p = upStart[s]; p < upStart[s + 1]; p++) {
      climbs[upTo[p]] += up * upShare[p];
      falls[upTo[p]] += down * upShare[p];
    }
  }
}
