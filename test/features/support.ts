// A text opened in a workspace, with other files beside it.

import { Workspace } from '../../server/workspace.ts';
import { type Fixture, fixture } from '../support/fixture.ts';

export const uri = 'file:///main.topo';

/** The marked text at `file:///main.topo`; `beside` are texts by the path they are imported by. */
export function open(
  marked: string,
  beside: Readonly<Record<string, string>> = {},
): Fixture & { readonly workspace: Workspace } {
  const found = fixture(marked);
  const workspace = new Workspace({ read: (asked) => beside[asked.replace('file:///', '')] });
  workspace.update(uri, found.text, 1);
  return { ...found, workspace };
}

/** A DGX H100 as its users draw it; `insert` stands at the end of its body. */
export const dgx = (insert = ''): string => `
/// Eight H100.
node Box(accelerator = H100_SXM) {
  cpu[2]  : Xeon_8480C
  pcie[4] : PEX89144
  gpu[8]  : accelerator
  nvs[4]  : NVSwitch3
  nic[8]  : ConnectX7

  cpu[0]  -- cpu[1]      : UPI2 x3
  pcie[i] -- cpu[i / 2]  : PCIe5 x16
  gpu[i]  -- pcie[i / 2] : PCIe5 x16
  nic[i]  -- pcie[i / 2] : PCIe5 x16
  gpu[*]  -- nvs[0, 3]   : NVLink4 x5
  gpu[*]  -- nvs[1, 2]   : NVLink4 x4
${insert}}`;
