// Disjoint sets of whole numbers: union by size, paths halved (Tarjan).
export class DisjointSets {
  readonly #parent: Int32Array;
  readonly #size: Int32Array;

  constructor(count: number) {
    this.#parent = new Int32Array(count);
    for (let i = 0; i < count; i++) this.#parent[i] = i;
    this.#size = new Int32Array(count).fill(1);
  }

  find(member: number): number {
    let at = member;
    while (this.#parent[at] !== at) {
      this.#parent[at] = this.#parent[this.#parent[at]];
      at = this.#parent[at];
    }
    return at;
  }

  join(a: number, b: number): void {
    let [large, small] = [this.find(a), this.find(b)];
    if (large === small) return;
    if (this.#size[large] < this.#size[small]) [large, small] = [small, large];
    this.#parent[small] = large;
    this.#size[large] += this.#size[small];
  }
}
