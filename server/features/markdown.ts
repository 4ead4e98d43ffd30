// Pieces of Markdown for hovers.
import { formatQuantity } from '../syntax/quantities.ts';

export const code = (text: string): string => `\`${text}\``;

export const block = (text: string): string => `\`\`\`topo\n${text}\n\`\`\``;

/** A table; the first column to the left, figures to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? ':--' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** One way and both ways. */
export const ways = (rate: number): [string, string] => [
  formatQuantity(rate, 'rate'),
  formatQuantity(2 * rate, 'rate'),
];

export const paragraphs = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');
