// How an algorithm looks wherever it is shown: a colour of VS Code's charts and a dash, the same in table and chart.
import type { Algorithm } from '../../server/protocol.ts';

export interface Series {
  /** A custom property of the theme. */
  readonly colour: string;
  readonly dash: readonly number[];
}

/** Not orange: themes make it of a highlight that one can see through. */
type Colour = 'blue' | 'green' | 'foreground' | 'purple' | 'yellow' | 'red';
const series = (colour: Colour, dash: readonly number[] = []): Series => ({
  colour: `--vscode-charts-${colour}`,
  dash,
});
const dashed = [6, 3];
const dotted = [2, 3];

/** Those that often stand side by side differ in colour; colour alone never tells two apart. */
const looks: Readonly<Record<Algorithm, Series>> = {
  ring: series('blue'),
  tree: series('purple'),
  hierarchical: series('green'),
  halving_doubling: series('foreground'),
  recursive_doubling: series('red', dashed),
  in_switch: series('yellow', dashed),
  direct: series('foreground', dashed),
  pairwise: series('yellow'),
  chain: series('blue', dashed),
  binomial: series('purple', dashed),
  bruck: series('red'),
  torus: series('green', dashed),
  pat: series('blue', dotted),
  dissemination: series('red', dotted),
};

export const seriesOf = (name: Algorithm): Series => looks[name];

export function Swatch({ name }: { name: Algorithm }) {
  const { colour, dash } = seriesOf(name);
  return (
    <svg class="swatch" width="16" height="8" viewBox="0 0 16 8" aria-hidden="true">
      <line x1="1" y1="4" x2="15" y2="4" stroke={`var(${colour})`} stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}
