// The codes in the server, those of docs/findings.md and those of the settings are the same. `npm run codes` (this test with
// --update) writes the settings of package.json and their texts in package.nls.json anew from the page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explained, kinds } from '../../server/features/codes.ts';
import { levels } from '../../server/features/steering.ts';

/** `'kind.name'` in the text of the server, of a kind that the page has. */
function writtenCodes(): Set<string> {
  const written = new Set<string>();
  const quoted = new RegExp(`(?<=')(?:${kinds.join('|')})\\.[a-z-]+(?=')`, 'g');
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts'))
      for (const code of readFileSync(join('server', file), 'utf8').match(quoted) ?? []) written.add(code);
  // Faults of collectives become codes in server/questions/collective.ts.
  for (const fault of ['no-ranks', 'unreachable', 'algorithm', 'root', 'cancelled']) written.add(`ask.${fault}`);
  return written;
}

test('codes in the page are the codes in the server', () => {
  expect([...explained.keys()].sort()).toEqual([...writtenCodes()].sort());
});

test('the kinds of codes are those of the page', () => {
  const found = new Set<string>();
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts'))
      for (const [, kind] of readFileSync(join('server', file), 'utf8').matchAll(/code: '([a-z]+)\.[a-z-]+'/g))
        found.add(kind);
  expect([...found].filter((kind) => !kinds.includes(kind))).toEqual([]);
});

test('every code has its level and one sentence; anchors are the codes', () => {
  for (const { code, levels: told, summary, section } of explained.values()) {
    expect(section, code).toContain(`### ${code}\n`);
    expect([told.length > 0, summary.length > 0], code).toEqual([true, true]);
  }
  // GitHub and VS Code make an anchor of a heading's letters, digits and hyphens.
  const anchors = [...explained.keys()].map((code) => code.replaceAll('.', ''));
  expect(new Set(anchors).size).toBe(anchors.length);
});

/** Every code and every kind, with its sentence. */
function steerable(): Map<string, string> {
  const page = readFileSync('docs/findings.md', 'utf8');
  const all = new Map<string, string>();
  for (const kind of kinds) {
    const says = new RegExp(`^## ${kind}\n\n(.+)$`, 'm').exec(page)?.[1] ?? '';
    expect(says, kind).not.toBe('');
    all.set(`${kind}.*`, says);
    for (const { code, summary } of explained.values()) if (code.startsWith(`${kind}.`)) all.set(code, summary);
  }
  return all;
}

test('the settings list every code', async () => {
  const text = readFileSync('package.json', 'utf8');
  const indent = ' '.repeat(12);
  const choices = JSON.stringify(levels);
  const entries = [...steerable().keys()].map(
    (code) =>
      `${indent}${JSON.stringify(code)}: { "type": "string", "enum": ${choices}, "markdownDescription": "%finding.${code}%" }`,
  );
  const list = `"topo.findings.severity": {
          "type": "object",
          "scope": "window",
          "default": {},
          "markdownDescription": "%setting.severity%",
          "additionalProperties": false,
          "properties": {
${entries.join(',\n')}
          }
        }`;
  const written = text.replace(/"topo\.findings\.severity": \{\n(?:.*\n)*? {8}\}/, () => list);
  await expect(written).toMatchFileSnapshot('../../package.json');
});

test('the settings say what the page says', async () => {
  const texts: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));
  const others = Object.entries(texts).filter(([key]) => !key.startsWith('finding.'));
  const findings = [...steerable()].map(([code, summary]) => [`finding.${code}`, summary] as const);
  const written = `${JSON.stringify(Object.fromEntries([...others, ...findings]), undefined, 2)}\n`;
  await expect(written).toMatchFileSnapshot('../../package.nls.json');
});
