// How a command ends, and what it prints with.
import { styleText } from 'node:util';

/** 0 fine, 1 something was found. */
export type Status = 0 | 1;

/** The command was used wrongly: its message goes to stderr, the status is 2. */
export class UsageError extends Error {}

export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Names and texts from files may hold characters that a terminal obeys: they are shown by number instead. */
export const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

type Style = 'red' | 'yellow' | 'cyan' | 'green' | 'dim' | 'bold';

/** Coloured on a terminal; plain with NO_COLOR or a pipe. */
export function styled(style: Style, text: string): string {
  const plain = process.env.NO_COLOR !== undefined || process.stdout.isTTY !== true;
  return plain ? text : styleText(style, text);
}

/** Columns as wide as their widest cell; figures (`right`) to the right. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const pad = (cell: string, i: number, last: boolean): string => {
    if (right.includes(i)) return cell.padStart(widths[i]);
    return last ? cell : cell.padEnd(widths[i]);
  };
  return rows
    .map((row) =>
      row
        .map((cell, i) => pad(cell, i, i === row.length - 1))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** How reports are shown here. */
export const terminal = { columns, bold: (text: string): string => styled('bold', text) };

/** A line that comes and goes, for long jobs on a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
