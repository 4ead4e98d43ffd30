// What the page and the extension say to one another: two unions, read-only, plain data.
import type { AnalyzeParams, AnalyzeResult, Explanation, Refusal, Scene, SourceRange } from '../../server/protocol.ts';
import type { Strings } from './strings.ts';

/** Which of the page's two questions about cost: the numbers of one size, or the curve over all sizes. */
export type AnalysisSlot = 'costs' | 'curve';
export type PageAnalyzeParams = Omit<AnalyzeParams, 'uri'>;

export type ToPage =
  | { readonly type: 'scene'; readonly scene: Scene }
  /** There is no picture of the text as it stands, and why; the last one stays. */
  | { readonly type: 'noScene'; readonly why: string }
  | {
      readonly type: 'analysis';
      readonly slot: AnalysisSlot;
      readonly id: number;
      readonly answer: AnalyzeResult | Refusal;
    }
  | { readonly type: 'explanation'; readonly id: number; readonly answer: Explanation | Refusal }
  /** Where the cursor stands in a text the scene may have come from, a UTF-16 offset; left out: nowhere in sight. */
  | { readonly type: 'cursor'; readonly uri: string; readonly offset?: number }
  | { readonly type: 'showPanel' }
  | { readonly type: 'export' };

export type FromPage =
  /** The page listens now. `root`: what it drew before it was made anew. */
  | { readonly type: 'ready'; readonly root?: string }
  | { readonly type: 'drawRoot'; readonly root: string }
  /** `take`: the focus goes to the text. */
  | { readonly type: 'reveal'; readonly source: SourceRange; readonly take: boolean }
  | { readonly type: 'analyze'; readonly slot: AnalysisSlot; readonly id: number; readonly params: PageAnalyzeParams }
  /** Why the algorithm named takes as long as it does. */
  | { readonly type: 'explain'; readonly id: number; readonly params: PageAnalyzeParams }
  | { readonly type: 'exported'; readonly svg: string; readonly name: string };

/** What the extension writes into the page's first element, as JSON in `data-start`. */
export interface PageStart {
  readonly uri: string;
  /** The file's name, for the toolbar. */
  readonly title: string;
  /** Where elkjs's worker can be fetched; its text is started from a Blob, other addresses are not allowed to workers here. */
  readonly elkWorker: string;
  readonly strings: Strings;
}

/** What VS Code keeps for the page over reloads, as far as the extension cares. */
export interface KeptPage {
  readonly uri: string;
}
