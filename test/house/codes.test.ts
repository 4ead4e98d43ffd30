// docs/language.md names every code a finding can have, and none that no longer exists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const kinds = 'text|name|quantity|index|port|wiring|size|expect|ask|plan|import';

test('codes in the docs are the codes in the server', () => {
  const documented = new Set(
    readFileSync('docs/language.md', 'utf8').match(new RegExp(`(?<=\`)(?:${kinds})\\.[a-z-]+(?=\`)`, 'g')),
  );
  const written = new Set<string>();
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ts'),
  ))
    for (const code of readFileSync(join('server', file), 'utf8').match(
      new RegExp(`(?<=')(?:${kinds})\\.[a-z-]+(?=')`, 'g'),
    ) ?? [])
      written.add(code);
  // Faults of collectives become codes in server/questions/collective.ts.
  for (const fault of ['no-ranks', 'unreachable', 'algorithm', 'root', 'cancelled']) written.add(`ask.${fault}`);
  expect([...documented].sort()).toEqual([...written].sort());
});
