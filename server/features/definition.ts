// Where the name at a place was defined: in this file, an imported one, or the library.
import type { Source } from '../semantics/hardware.ts';
import type { Workspace } from '../workspace.ts';

export function definitionAt(workspace: Workspace, uri: string, offset: number): Source | undefined {
  return workspace.semantics(uri)?.meaningAt(offset)?.definition;
}
