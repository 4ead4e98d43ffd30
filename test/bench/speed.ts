// What reading and checking a text costs: medians of the CPU time of all threads, of twenty texts that were never seen before,
// after the engine has got warm. Bundled and run by speed.mjs, as it ships: in the test runner every import is looked up anew.
import { diagnostics } from '../../server/features/diagnostics.ts';
import { format } from '../../server/syntax/format.ts';
import { parse } from '../../server/syntax/parser.ts';
import { Workspace } from '../../server/workspace.ts';
import { endless, longBodies, nodes, oneLiners } from './texts.ts';

const rounds = 20;
let texts = 0;

/** Milliseconds of CPU: the median of `rounds`. */
function cost(run: () => void): number {
  for (let i = 0; i < 6; i++) run();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}

const anew = (text: string): string => `${text}// ${++texts}\n`;

function check(text: string): void {
  const workspace = new Workspace();
  workspace.update('file:///a.topo', text, 1);
  diagnostics(workspace, 'file:///a.topo');
}

/** One letter more in a comment in the middle of an open text that has been checked. */
function keystrokes(text: string): () => void {
  const workspace = new Workspace();
  const middle = text.indexOf('\n', text.length / 2);
  let version = 0;
  const type = (): void => {
    workspace.update('file:///a.topo', `${text.slice(0, middle)} // ${++version}${text.slice(middle)}`, version);
    diagnostics(workspace, 'file:///a.topo');
  };
  type();
  return type;
}

function row(name: string, lines: number, ms: number): void {
  const rate = lines > 0 ? (lines / ms).toFixed(0) : '';
  console.log(`${name.padEnd(44)}${ms.toFixed(1).padStart(10)}${rate.padStart(14)}`);
}

console.log(`${'CPU time, median of 20'.padEnd(44)}${'ms'.padStart(10)}${'lines/ms'.padStart(14)}`);
for (const lines of [1000, 10_000, 50_000]) {
  const text = nodes(lines);
  const size = lines.toLocaleString('en');
  row(
    `${size} lines: parse`,
    lines,
    cost(() => void parse(anew(text))),
  );
  row(
    `${size} lines: parse and check`,
    lines,
    cost(() => check(anew(text))),
  );
  row(`${size} lines: after a keystroke`, lines, cost(keystrokes(text)));
}
row(
  '10,000 lines: format',
  10_000,
  cost(() => void format(anew(nodes(10_000)))),
);
row(
  '10,000 lines, four bodies: parse and check',
  10_000,
  cost(() => check(anew(longBodies(10_000)))),
);
row(
  '10,000 clusters: parse and check',
  10_000,
  cost(() => check(anew(oneLiners(10_000)))),
);
for (const [name, , text] of endless)
  row(
    `endless: ${name}`,
    0,
    cost(() => check(anew(text))),
  );
