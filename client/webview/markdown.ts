// The Markdown of hovers as elements: paragraphs, lists, tables, fenced code, bold, code. Made node by node and never as markup,
// so that no text of a file can become more than text; links become their words.

/** What the language server writes, and no more of Markdown than that. */
export function markdownNodes(markdown: string): Node[] {
  const lines = markdown.split('\n');
  const nodes: Node[] = [];
  for (let i = 0; i < lines.length; ) {
    const from = i;
    const line = lines[i];
    if (line.startsWith('```')) {
      i = end(lines, i + 1, (each) => !each.startsWith('```'));
      nodes.push(element('pre', element('code', lines.slice(from + 1, i).join('\n'))));
      i++;
    } else if (line.startsWith('|')) {
      i = end(lines, i, (each) => each.startsWith('|'));
      nodes.push(table(lines.slice(from, i)));
    } else if (/^[-*] /.test(line)) {
      i = end(lines, i, (each) => /^[-*] /.test(each));
      nodes.push(element('ul', ...lines.slice(from, i).map((each) => element('li', ...inline(each.slice(2))))));
    } else if (line.trim() === '') i++;
    else {
      i = end(lines, i, (each) => each.trim() !== '' && !/^(```|\||[-*] )/.test(each));
      nodes.push(element('p', ...inline(lines.slice(from, i).join(' '))));
    }
  }
  return nodes;
}

/** The first line from `from` on that no more belongs. */
function end(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  const found = lines.findIndex((line, i) => i >= from && !belongs(line));
  return found < 0 ? lines.length : found;
}

function element(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function table(lines: readonly string[]): HTMLElement {
  const rows = lines.map((line) => cells(line));
  const rule = rows[1] ?? [];
  const isRule = rule.length > 0 && rule.every((cell) => /^:?-+:?$/.test(cell));
  const row = (name: string, of: readonly string[]): HTMLElement =>
    element(
      'tr',
      ...of.map((cell, i) => {
        const made = element(name, ...inline(cell));
        if (isRule && rule[i]?.endsWith('-:')) made.className = 'figure';
        return made;
      }),
    );
  const [head, ...rest] = isRule ? [rows[0], ...rows.slice(2)] : [undefined, ...rows];
  const body = element('tbody', ...rest.flatMap((each) => (each ? [row('td', each)] : [])));
  return head ? element('table', element('thead', row('th', head)), body) : element('table', body);
}

/** Of `| a | b \| c |`: `a` and `b | c`. */
const cells = (line: string): string[] =>
  line
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function inline(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(/`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\([^)\s]*\)/g)) {
    nodes.push(text.slice(from, match.index));
    const [whole, code, bold, link] = match;
    if (code !== undefined) nodes.push(element('code', code));
    else if (bold !== undefined) nodes.push(element('strong', ...inline(bold)));
    else nodes.push(link ?? whole);
    from = match.index + whole.length;
  }
  nodes.push(text.slice(from));
  return nodes.filter((node) => node !== '');
}
