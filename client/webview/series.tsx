// How an algorithm looks wherever it is shown: a colour of VS Code's charts and a dash, the same in table and chart.
import { type Algorithm, algorithms } from '../../server/protocol.ts';

const colours = ['blue', 'green', 'orange', 'purple', 'yellow', 'red'] as const;
const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

export interface Series {
  /** A custom property of the theme. */
  readonly colour: string;
  readonly dash: readonly number[];
}

/** Colour alone never tells two apart: the ones that share it differ in their dash. */
export function seriesOf(name: Algorithm): Series {
  const index = algorithms.indexOf(name);
  return {
    colour: `--vscode-charts-${colours[index % colours.length]}`,
    dash: dashes[Math.floor(index / colours.length) % dashes.length],
  };
}

export function Swatch({ name }: { name: Algorithm }) {
  const { colour, dash } = seriesOf(name);
  return (
    <svg class="swatch" width="16" height="8" viewBox="0 0 16 8" aria-hidden="true">
      <line x1="1" y1="4" x2="15" y2="4" stroke={`var(${colour})`} stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}
