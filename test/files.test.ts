// Files that are not open: read by the address they were imported by, again when they change, and no oftener.
import { expect, test } from 'vitest';
import { Workspace } from '../server/workspace.ts';

const main = 'file:///racks/main.topo';

/** A workspace over a disk, `main` open in it; `reads` are the addresses asked for so far. */
function open(text: string, disk: Record<string, string>) {
  const reads: string[] = [];
  const workspace = new Workspace({
    read(uri) {
      reads.push(uri);
      return disk[uri];
    },
  });
  workspace.update(main, text, 1);
  const codes = () =>
    workspace
      .semantics(main)
      ?.findings()
      .map(({ code }) => code);
  return { workspace, reads, codes };
}

// `#`, `%` and a blank mean something else in an address that is not encoded.
test.each([
  ['a#b.topo', 'file:///racks/a%23b.topo'],
  ['a%41.topo', 'file:///racks/a%2541.topo'],
  ['a b.topo', 'file:///racks/a%20b.topo'],
])('%s that changes is read anew by its own address', (name, address) => {
  const disk = { [address]: 'let rate = 1' };
  const { workspace, reads, codes } = open(`import "${name}"\nnode N { g : gpu { memory = rate } }\n`, disk);
  expect(codes()).toEqual(['quantity.bare']);
  disk[address] = 'let rate = 80 GB';
  expect(codes()).toEqual(['quantity.bare']);
  expect(workspace.fileChanged(address)).toEqual([main]);
  expect(codes()).toEqual([]);
  expect(reads).toEqual([address, address]);
  disk[address] = 'let rate = 1';
  expect(workspace.filesChanged()).toEqual([main]);
  expect(codes()).toEqual(['quantity.bare']);
  expect(reads).toEqual([address, address, address]);
});
