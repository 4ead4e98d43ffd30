// A column's head that sorts by it, up and then down; a screen reader hears which way.
import type { ComponentChildren } from 'preact';

export interface Cell {
  readonly sort: string | number;
  readonly shown: ComponentChildren;
}

export interface Order {
  /** Number of the column. */
  readonly by: number;
  readonly down: boolean;
}

interface HeadProps {
  readonly title: string;
  /** Number of the column. */
  readonly at: number;
  readonly figure?: boolean;
  readonly order: Order | undefined;
  readonly onOrder: (order: Order) => void;
}

export function SortHead({ title, at, figure = false, order, onOrder }: HeadProps) {
  const mine = order?.by === at ? order : undefined;
  return (
    <th
      scope="col"
      class={figure ? 'figure' : undefined}
      aria-sort={!mine ? 'none' : mine.down ? 'descending' : 'ascending'}
    >
      <button type="button" onClick={() => onOrder({ by: at, down: mine !== undefined && !mine.down })}>
        {title}
        <span class="arrow" aria-hidden="true">
          {!mine ? '' : mine.down ? ' ↓' : ' ↑'}
        </span>
      </button>
    </th>
  );
}

/** Words with numbers in them as people count: GPU 2 before GPU 10. */
const words = new Intl.Collator(undefined, { numeric: true });

export const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));

export function sortedBy(rows: readonly (readonly Cell[])[], by: number, down: boolean): readonly (readonly Cell[])[] {
  return [...rows].sort((a, b) => (down ? -1 : 1) * compare(a[by].sort, b[by].sort));
}
