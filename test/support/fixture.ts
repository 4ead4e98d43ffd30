// Fixtures as text: `$0` is the cursor; a comment line `// ^^^^ error port.count: a message` states a finding under the
// columns it marks in the nearest line above that is no such comment. `check` of a module compares all findings at once.

export interface Fixture {
  /** Without cursor marks; lines with expectations stay, they are comments. */
  readonly text: string;
  /** Offset of `$0`, -1 if there is none. */
  readonly cursor: number;
}

export function fixture(marked: string): Fixture {
  const text = marked.startsWith('\n') ? marked.slice(1) : marked;
  const cursor = text.indexOf('$0');
  return { text: cursor < 0 ? text : text.slice(0, cursor) + text.slice(cursor + 2), cursor };
}

interface Marked {
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

const expectation = /^(\s*\/\/\s*)(\^+)\s+(error|warning|information|hint)(?:\s+([\w.-]+))?(?::\s*(.*))?$/;

/** The text with every expectation taken out, and with `findings` written back as expectations: compare it with the fixture. */
export function annotate(text: string, findings: readonly Marked[]): string {
  const kept = withoutExpectations(text);
  const lines = kept.split('\n');
  const out: string[] = [];
  let offset = 0;
  for (const line of lines) {
    out.push(line);
    const end = offset + line.length;
    for (const f of findings) {
      if (f.start < offset || f.start > end) continue;
      const column = f.start - offset;
      const width = Math.max(1, Math.min(f.end, end) - f.start);
      const marks = '^'.repeat(width);
      out.push(column >= 3 ? `//${' '.repeat(column - 2)}${marks} ${says(f)}` : `//@${column} ${marks} ${says(f)}`);
    }
    offset = end + 1;
  }
  return out.join('\n');
}

const says = (f: Marked): string => `${f.severity} ${f.code}: ${f.message}`;

/** The text as the tool under test should see it: without the lines that state expectations. */
export function withoutExpectations(text: string): string {
  return text
    .split('\n')
    .filter((line) => !expectation.test(line) && !line.startsWith('//@'))
    .join('\n');
}
