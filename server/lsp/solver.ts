// The solver of linear programs is started when first wanted, which takes about a tenth of a second.
import { solver } from '../collectives/program.ts';

let starting: Promise<void> | undefined;

/** Makes the solver ready; without it what it would find is a bound. Never fails. */
export function startSolver(): Promise<void> {
  starting ??= start().catch(() => {});
  return starting;
}

async function start(): Promise<void> {
  const { highsSolver } = await import('./highs.ts');
  solver.solve = await highsSolver();
}
