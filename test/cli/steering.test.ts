// Findings on the command line: their codes, their levels, comments that allow, and what explains them.
import { afterAll, describe, expect, test } from 'vitest';
import { Sandbox } from './topo.ts';

const unused = 'let a = 1\nlet b = 2 // topo: allow name.unused\ncluster C {\n  g : gpu\n}\n';
const alone = 'cluster C {\n  g[2] : gpu\n  s[2] : switch\n  g[*] -- s[0] : 5 GB/s\n}\n';

const sandbox = new Sandbox({
  'unused.topo': unused,
  'alone.topo': alone,
  'allowed.topo': alone.replace('  s[2]', '  // topo: allow wiring.alone: a spare\n  s[2]'),
  'broken.topo': 'cluster C {\n  g : gpuu // topo: allow name.unknown\n}\n',
  'failed.topo': 'cluster C {\n  g[2] : gpu\n  g[0] -- g[1] : 5 GB/s\n  expect diameter == 2\n}\n',
});
afterAll(() => sandbox.remove());
const topo = (...args: string[]) => sandbox.run(args);

interface Json {
  files: { diagnostics: { code: string; severity: string; range: { start: { line: number } } }[] }[];
  errors: number;
  warnings: number;
}
const json = (...args: string[]): Json => JSON.parse(topo('check', '--format', 'json', ...args).stdout);
const told = (...args: string[]): string[] =>
  json(...args).files.flatMap(({ diagnostics }) => diagnostics.map(({ code, severity }) => `${severity} ${code}`));

describe('comments', () => {
  test('let a finding be, and no other of its code', () => {
    const { files } = json('unused.topo');
    expect(files[0].diagnostics).toMatchObject([{ code: 'name.unused', range: { start: { line: 0 } } }]);
  });
  test('a warning that is allowed is none', () => {
    expect(topo('check', '--max-warnings', '0', 'alone.topo').status).toBe(1);
    expect(topo('check', '--max-warnings', '0', 'allowed.topo')).toMatchObject({
      status: 0,
      stdout: '1 file checked, 0 errors, 0 warnings\n',
    });
  });
  test('an error stays', () => {
    const { stdout, status } = topo('check', 'broken.topo');
    expect(status).toBe(1);
    expect(stdout).toMatch(/:2:7: error .* name\.unknown\n.*:2:27: hint .* allow\.error\n/);
  });
});

describe('--severity', () => {
  test('makes an error of a warning, by code or by kind', () => {
    expect(topo('check', 'alone.topo').status).toBe(0);
    expect(topo('check', '--severity', 'wiring.*=error', 'alone.topo').status).toBe(1);
    expect(told('--severity', 'wiring.*=error', '--severity', 'wiring.alone=hint', 'alone.topo')).toEqual([
      'hint wiring.alone',
    ]);
  });
  test('lets a failed expectation pass', () => {
    expect(topo('check', 'failed.topo').status).toBe(1);
    expect(topo('check', '--severity', 'expect.failed=warning', 'failed.topo').status).toBe(0);
    expect(told('--severity', 'expect.failed=off', 'failed.topo')).toEqual([]);
  });
  test('a comment holds at any level', () =>
    expect(told('--severity', 'wiring.alone=error', 'allowed.topo')).toEqual([]));
  const wrong: [string, RegExp][] = [
    ['wiring.alon=off', /no finding has the code wiring\.alon \(did you mean wiring\.alone\?\)/],
    ['wiring.alone=loud', /a level is one of error, warning, information, hint, off, not loud/],
    ['wiring.alone', /--severity takes CODE=LEVEL/],
    ['=off', /no finding has the code /],
  ];
  test.each(wrong)('%s is used wrongly', (option, says) => {
    const { stderr, status } = topo('check', '--severity', option, 'alone.topo');
    expect(stderr).toMatch(says);
    expect(status).toBe(2);
  });
});

test('every line of text ends in its code', () =>
  expect(topo('check', 'unused.topo').stdout).toMatch(/^unused\.topo:1:5: hint nothing uses `a`\. name\.unused\n/));

test('SARIF carries the explanation of each code', () => {
  const { tool } = JSON.parse(topo('check', '--format', 'sarif', 'alone.topo').stdout).runs[0];
  expect(tool.driver.rules).toEqual([
    {
      id: 'wiring.alone',
      shortDescription: { text: 'A part is connected to nothing.' },
      help: { text: expect.stringMatching(/^### wiring\.alone\n/), markdown: expect.stringContaining('```topo') },
    },
  ]);
});

describe('explain', () => {
  test('prints the section', () => {
    const { stdout, status } = topo('explain', 'wiring.slot');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^### wiring\.slot\n\n\*Warning\.\* A NIC is faster than the slot/);
    expect(stdout).toMatch(/\nWrong:\n(?:.*\n)*Right:\n/);
    expect(stdout).not.toContain('### wiring.split');
  });
  test('without a code, all of them', () => {
    const lines = topo('explain').stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(80);
    expect(lines).toContainEqual(expect.stringMatching(/^wiring\.slot +A NIC is faster/));
  });
  test('a code that does not exist', () =>
    expect(topo('explain', 'wiring.slit')).toMatchObject({
      status: 2,
      stderr: 'topo: no finding has the code wiring.slit (did you mean wiring.slot?).\n',
    }));
});
