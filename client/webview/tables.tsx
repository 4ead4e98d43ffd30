// The diagram as two tables, which say all that the picture shows: for screen readers, and for whoever would rather read or sort.
import { useMemo, useState } from 'preact/hooks';
import type { Layout, Target } from './picture.ts';
import { boxRows, linkRows } from './picture.ts';
import { type Cell, type Order, SortHead, sortedBy } from './sorting.tsx';
import { fill, type Strings } from './strings.ts';

interface Props {
  readonly layout: Layout;
  readonly strings: Strings;
  readonly onReveal: (target: Target, beside: boolean) => void;
  readonly onToggle: (path: string) => void;
}

/** Rows of one table; more would take the browser seconds. */
const mostRows = 2000;

export function Tables({ layout, strings, onReveal, onToggle }: Props) {
  const boxes = useMemo(() => boxRows(layout), [layout]);
  const links = useMemo(() => linkRows(layout), [layout]);
  const named = (words: string, target: Target): Cell => ({
    sort: words,
    shown: (
      <button type="button" class="link" onClick={(event) => onReveal(target, event.altKey || event.ctrlKey)}>
        {words}
      </button>
    ),
  });
  return (
    <div class="tables">
      <Table
        title={fill(strings.tableBoxes, boxes.length)}
        heads={[strings.tableName, strings.tableKind, strings.tableType, strings.tableSays, strings.tableState]}
        rows={boxes.map(({ path, name, kind, type, words, open }) => [
          named(name === '' ? path : name, { path }),
          plain(kind),
          plain(type),
          plain(words),
          open !== undefined
            ? {
                sort: open ? strings.tableClose : strings.tableOpen,
                shown: (
                  <button type="button" class="link" onClick={() => onToggle(path)}>
                    {open ? strings.tableClose : strings.tableOpen}
                    <span class="spoken"> {name}</span>
                  </button>
                ),
              }
            : plain(''),
        ])}
        strings={strings}
      />
      <Table
        title={fill(strings.tableLinks, links.length)}
        heads={[strings.tableFrom, strings.tableTo, strings.tableMedium, strings.tableCount, strings.tableRate]}
        figures={[3, 4]}
        rows={links.map(({ link, from, to, medium, count, GBps, directed }) => [
          named(from, { link }),
          plain(directed ? `→ ${to}` : to),
          plain(medium),
          { sort: count, shown: count },
          { sort: GBps, shown: Number(GBps.toPrecision(4)) },
        ])}
        strings={strings}
      />
    </div>
  );
}

const plain = (text: string): Cell => ({ sort: text, shown: text });

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly figures?: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  readonly strings: Strings;
}

function Table({ title, heads, figures = [], rows, strings }: TableProps) {
  const [order, setOrder] = useState<Order>();
  const sorted = useMemo(() => (order ? sortedBy(rows, order.by, order.down) : rows), [rows, order]);
  const figure = (i: number): string | undefined => (figures.includes(i) ? 'figure' : undefined);
  return (
    <table>
      <caption>
        {title}
        {rows.length > mostRows && ` ${fill(strings.tableCut, mostRows)}`}
      </caption>
      <thead>
        <tr>
          {heads.map((head, i) => (
            <SortHead key={head} title={head} at={i} figure={figures.includes(i)} order={order} onOrder={setOrder} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, mostRows).map((cells, row) => (
          <tr key={row}>
            {cells.map(({ shown }, i) =>
              i === 0 ? (
                <th key={i} scope="row">
                  {shown}
                </th>
              ) : (
                <td key={i} class={figure(i)}>
                  {shown}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
