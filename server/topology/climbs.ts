// Flows through a tiered network, added up by the switch where they enter or leave it, then laid on all links at once, tier
// by tier: what a thousand flows cost is what the links cost.
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

  /** Adds everything since the last time to `load` (bytes by arc). */
  finish(load: Float64Array): void {
    if (!this.#any) return;
    this.#any = false;
    for (let tier = 1; tier < this.#tiers.top; tier++)
      for (const s of this.#tiers.byTier[tier]) this.#pass(s, tier, load);
    for (const gathered of [...this.#up, ...this.#down]) gathered.fill(0);
  }

  /** One switch's share to the links above it, and on to the switches there. */
  #pass(s: number, tier: number, load: Float64Array): void {
    const { top, upStart, upTo, upArc, upShare } = this.#tiers;
    let [up, down] = [0, 0];
    for (let turn = tier + 1; turn <= top; turn++) {
      up += this.#up[turn][s];
      down += this.#down[turn][s];
    }
    if (up === 0 && down === 0) return;
    for (let p = upStart[s]; p < upStart[s + 1]; p++) {
      load[upArc[p]] += up * upShare[p];
      load[upArc[p] ^ 1] += down * upShare[p];
    }
    for (let turn = tier + 2; turn <= top; turn++) {
      const [climbs, falls] = [this.#up[turn], this.#down[turn]];
      if (climbs[s] === 0 && falls[s] === 0) continue;
      for (let p = upStart[s]; p < upStart[s + 1]; p++) {
        climbs[upTo[p]] += climbs[s] * upShare[p];
        falls[upTo[p]] += falls[s] * upShare[p];
      }
    }
  }
}
