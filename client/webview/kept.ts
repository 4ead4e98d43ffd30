// What the page finds again after a reload, and when it comes back to a file it has shown: VS Code keeps it, and may hand back
// what an older version of the page wrote.
import type { View } from './camera.ts';
import type { KeptPage, PageDocument } from './messages.ts';
import type { ViewState } from './picture.ts';
import { initial, type Kept } from './state.ts';

/** Of one document. */
export interface KeptState extends Kept {
  readonly root?: string;
  readonly camera?: View;
  readonly view: ViewState;
}

/** All that is kept: whose diagram it is, and how those looked that it was lately, the newest first. */
interface KeptPages extends KeptPage {
  readonly documents: readonly (readonly [uri: string, state: KeptState])[];
}

const mostDocuments = 12;

/** Undefined: nothing was kept of this document. */
export function recall(kept: unknown, uri: string): KeptState | undefined {
  const found = pagesOf(kept)?.documents.find(([of]) => of === uri)?.[1];
  if (!found || !('view' in found && 'form' in found && 'colourBy' in found && 'panelOpen' in found)) return undefined;
  return { ...found, form: { ...initial.form, ...found.form } };
}

export function remember(kept: unknown, { uri, locked }: PageDocument, state: KeptState): KeptPages {
  const others = (pagesOf(kept)?.documents ?? []).filter(([of]) => of !== uri);
  return { uri, locked, documents: [[uri, state] as const, ...others].slice(0, mostDocuments) };
}

function pagesOf(kept: unknown): KeptPages | undefined {
  if (typeof kept !== 'object' || kept === null || !('documents' in kept)) return undefined;
  return Array.isArray(kept.documents) ? (kept as KeptPages) : undefined; // written by this page
}
