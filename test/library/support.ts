// The library as the tests look at it: its files analysed, its links and devices by name, and what their ports carry.
import { libraryFiles } from '../../server/library/index.ts';
import { analyseFile, type FileSemantics } from '../../server/semantics/file.ts';
import type { DeviceType, LinkType } from '../../server/semantics/hardware.ts';
import { rateOf } from '../../server/semantics/hardware.ts';
import { parse } from '../../server/syntax/parser.ts';

const nowhere = { resolve: () => undefined };

export const files: readonly FileSemantics[] = libraryFiles.map(({ uri, text }) =>
  analyseFile(uri, parse(text).tree, nowhere),
);
const all = files.flatMap((file) => [...file.definitions.values()]);

export const links: readonly LinkType[] = all.filter((each) => each.sort === 'link');
export const devices: readonly DeviceType[] = all.filter((each) => each.sort === 'device');

function named<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find((each) => each.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}
export const link = (name: string): LinkType => named(links, name);
export const device = (name: string): DeviceType => named(devices, name);

/** GB/s, one direction: `count` lanes where the link has a width, else `count` links. */
export const rate = (name: string, count = 1): number => rateOf({ link: link(name), count }) / 1e9;

/** GB/s, one direction, of all ports of a link's family. */
export function portRate(name: string, family: string): number {
  const entries = device(name).ports?.filter((entry) => entry.link.family === family) ?? [];
  return entries.reduce((sum, entry) => sum + rateOf(entry), 0) / 1e9;
}

/** Names, sorted: of the rows of a table, and of all devices of a kind. */
export const namesOf = (table: readonly (readonly [string, ...unknown[]])[]): string[] =>
  table.map(([name]) => name).sort();
export const allOf = (kind: string): string[] =>
  devices.flatMap((each) => (each.kind === kind ? [each.name] : [])).sort();
