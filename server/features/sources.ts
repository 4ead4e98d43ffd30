// Offsets of any file to the places editors use.
import type { SourceRange } from '../protocol.ts';
import type { Source } from '../semantics/hardware.ts';
import type { Workspace } from '../workspace.ts';

export function sourceRange(workspace: Workspace, { uri, start, end }: Source): SourceRange {
  const position = workspace.document(uri)?.lines.positionAt(start) ?? { line: 0, character: 0 };
  return { uri, start, end, line: position.line, character: position.character };
}
