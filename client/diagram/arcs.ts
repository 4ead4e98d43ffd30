// Arcs over a row of a mesh: each as high as it must be to lie over those inside it, so that no two run on one line.

/** From column to column of one row. */
export interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** 1 for an arc with no other inside it or across it, more for those around it. In the order of the spans. */
export function arcLevels(spans: readonly Span[]): number[] {
  const levels = spans.map(() => 0);
  const order = spans
    .map((_, i) => i)
    .sort((a, b) => width(spans[a]) - width(spans[b]) || spans[a].from - spans[b].from);
  const placed: number[] = [];
  for (const i of order) {
    const meets = placed.filter(
      (j) => spans[j].row === spans[i].row && spans[j].from < spans[i].to && spans[j].to > spans[i].from,
    );
    const taken = new Set(meets.map((j) => levels[j]));
    const inside = meets
      .filter((j) => spans[j].from >= spans[i].from && spans[j].to <= spans[i].to)
      .map((j) => levels[j]);
    let level = Math.max(0, ...inside) + 1;
    while (taken.has(level)) level++;
    levels[i] = level;
    placed.push(i);
  }
  return levels;
}

const width = ({ from, to }: Span): number => to - from;

export const arcHeight = (level: number): number => 20 + 14 * level;
