// What the page and the extension say to one another: two unions, read-only, plain data.
import type {
  AnalyzeParams,
  AnalyzeResult,
  Explanation,
  Refusal,
  ReportParams,
  Scene,
  SourceRange,
  Steps,
} from '../../server/protocol.ts';
import type { ThemeName } from '../diagram/diagram.ts';
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
  | { readonly type: 'steps'; readonly id: number; readonly answer: Steps | Refusal }
  | { readonly type: 'explanation'; readonly id: number; readonly answer: Explanation | Refusal }
  /** Where the cursor stands in a text the scene may have come from, a UTF-16 offset; left out: nowhere in sight. */
  | { readonly type: 'cursor'; readonly uri: string; readonly offset?: number }
  | { readonly type: 'showPanel' }
  /** What was supposed to have failed stands in the text now. */
  | { readonly type: 'written' }
  /** Whose diagram the page is from now on, and whether it stays that. */
  | ({ readonly type: 'document' } & PageDocument)
  /** Markdown, null where there is nothing to say. */
  | { readonly type: 'hover'; readonly id: number; readonly markdown: string | null }
  /** `theme` left out: the one in force. */
  | { readonly type: 'export'; readonly format: PictureFormat; readonly theme?: ThemeName }
  | { readonly type: 'copyPicture' }
  /** The PNG that was asked for; without `png` there is none. */
  | { readonly type: 'rastered'; readonly id: number; readonly png?: Uint8Array };

export type PictureFormat = 'svg' | 'png';

export interface PageDocument {
  readonly uri: string;
  /** The file's name, for the toolbar. */
  readonly title: string;
  /** Does not follow the editor to another file. */
  readonly locked: boolean;
}

export type FromPage =
  /** The page listens now, for this document. `root`: what it drew before it was made anew. */
  | { readonly type: 'ready'; readonly uri: string; readonly root?: string }
  | { readonly type: 'drawRoot'; readonly root: string }
  /** `take`: the focus goes to the text. `beside`: to a column of its own. */
  | { readonly type: 'reveal'; readonly source: SourceRange; readonly take: boolean; readonly beside: boolean }
  /** What does the editor say of what stands there? */
  | { readonly type: 'hover'; readonly id: number; readonly source: SourceRange }
  | { readonly type: 'lock'; readonly locked: boolean }
  | { readonly type: 'analyze'; readonly slot: AnalysisSlot; readonly id: number; readonly params: PageAnalyzeParams }
  /** Why the algorithm named takes as long as it does. */
  | { readonly type: 'explain'; readonly id: number; readonly params: PageAnalyzeParams }
  /** The algorithm step by step, to be played. */
  | { readonly type: 'steps'; readonly id: number; readonly params: PageAnalyzeParams }
  /** The user wants a file; in which format and colours is asked outside. */
  | { readonly type: 'savePicture' }
  | { readonly type: 'exported'; readonly format: PictureFormat; readonly svg: string; readonly name: string }
  | { readonly type: 'raster'; readonly id: number; readonly svg: string }
  /** Said to the user: done, or not. */
  | { readonly type: 'copied'; readonly ok: boolean }
  /** What is supposed to have failed is to stand in the text. */
  | { readonly type: 'writeFailures'; readonly root: string; readonly places: readonly string[] }
  | { readonly type: 'copyReport'; readonly params: Omit<ReportParams, 'uri'> };

/** What the extension writes into the page's first element, as JSON in `data-start`. */
export interface PageStart extends PageDocument {
  /** Where elkjs's worker can be fetched; its text is started from a Blob, other addresses are not allowed to workers here. */
  readonly elkWorker: string;
  readonly strings: Strings;
}

/** What VS Code keeps for the page over reloads, as far as the extension cares. */
export interface KeptPage {
  readonly uri: string;
  readonly locked: boolean;
}
