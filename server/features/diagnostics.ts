// All that is wrong in a file and can be told without answering a question.
import type { Finding } from '../syntax/finding.ts';
import type { Workspace } from '../workspace.ts';

export function diagnostics(workspace: Workspace, uri: string): Finding[] {
  const document = workspace.document(uri);
  const file = workspace.semantics(uri);
  if (!document || !file) return [];
  return [...document.findings, ...file.findings()].sort((a, b) => a.start - b.start);
}
