// Chains and circles of any length: nothing is too deep, and a circle is told.
import { expect, it } from 'vitest';
import { analyse, findingsOf } from './support.ts';

const many = 3000;
const lines = (write: (k: number) => string): string => Array.from({ length: many }, (_, k) => write(k)).join('\n');
const codes = (text: string): string[] => [...new Set(findingsOf(text).map(({ code }) => code))];

it('constants, each made of the next', () => {
  const text = `${lines((k) => `let a${k} = a${k + 1} + 1`)}\nlet a${many} = 1\nlet b = a0`;
  expect(codes(text)).toEqual(['name.unused']);
  expect(
    analyse(text).constant({ kind: 'name', name: { text: 'b', start: 0, end: 1 }, start: 0, end: 1 }, () => {}),
  ).toEqual({
    type: 'number',
    value: many + 1,
    whole: true,
  });
});

it('constants of a body, each made of the next', () => {
  const text = `cluster C {\n${lines((k) => `let a${k} = a${k + 1}`)}\nlet a${many} = 2\n g[a0] : gpu\n g[0] -- g[1] : 5 GB/s }`;
  expect(codes(text)).toEqual([]);
});

it('links, each on the base of the next', () => {
  const text = `${lines((k) => `link Lane${k} : Lane${k + 1}`)}\nlink Lane${many} { rate = 3 GB/s }`;
  expect(codes(text)).toEqual([]);
  expect(analyse(text).definitions.get('Lane0')).toMatchObject({ rate: 3e9, family: `Lane${many}` });
});

it('clusters, each the default of the one before', () => {
  const text = `${lines((k) => `cluster C${k}(c = C${k + 1}) { g : gpu }`)}\ncluster C${many} { g : gpu }`;
  expect(codes(text)).toEqual(['name.unused']);
});

it('one circle of constants is told once', () => {
  const found = findingsOf(lines((k) => `let a${k} = a${(k + 1) % many}`));
  expect(found.map(({ code }) => code)).toEqual(['name.cycle']);
  const inBody = findingsOf(`cluster C { g : gpu\n${lines((k) => `let a${k} = a${(k + 1) % many}`)} }`);
  expect(inBody.map(({ code }) => code)).toEqual(['name.cycle']);
});

it('everything made of everything', () => {
  const all = Array.from({ length: 60 }, (_, k) => `a${k}`);
  const lets = all.map((name) => `let ${name} = ${all.join(' + ')}`).join('\n');
  expect(codes(lets)).toEqual(['name.cycle']);
  expect(codes(`cluster C { g : gpu\n${lets} }`)).toEqual(['name.cycle']);
});
