// What the page finds again after a reload: VS Code keeps it, and may hand back what an older version of the page wrote.
import type { View } from './camera.ts';
import type { KeptPage } from './messages.ts';
import type { ViewState } from './picture.ts';
import { initial, type Kept } from './state.ts';

export interface KeptState extends KeptPage, Kept {
  readonly root?: string;
  readonly camera?: View;
  readonly view: ViewState;
}

/** Undefined: nothing was kept, or of another document. */
export function recall(kept: unknown, uri: string): KeptState | undefined {
  if (typeof kept !== 'object' || kept === null || !('uri' in kept) || kept.uri !== uri) return undefined;
  if (!('view' in kept && 'form' in kept && 'colourBy' in kept && 'panelOpen' in kept)) return undefined;
  const page = kept as KeptState; // written by this page under this document's name
  return { ...page, form: { ...initial.form, ...page.form } };
}
