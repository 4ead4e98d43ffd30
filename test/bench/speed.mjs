// Runs speed.ts, which prints a table.
import { runBundled } from './bundled.mjs';

await runBundled('speed.ts', [[]]);
