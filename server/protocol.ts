// The requests of our own between a face (webview, extension, command line) and the server, typed once. Plain data, JSON only.
import type { Algorithm, Collective, Harness } from './collectives/collective.ts';
import type { Kind } from './semantics/hardware.ts';

export {
  type Algorithm,
  algorithms,
  type Collective,
  collectives,
  type Harness,
  harnesses,
} from './collectives/collective.ts';
export type { Kind } from './semantics/hardware.ts';

/** Where something was written: UTF-16 offsets into the text of `uri`, and its place for editors, zero-based. */
export interface SourceRange {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly character: number;
}

// ---- The scene: what there is to draw, template by template; the client lays it out

export interface Scene {
  readonly uri: string;
  /** The version of the text it was made from. */
  readonly version: number;
  readonly root: string;
  /** Every cluster and node of the file that can be drawn; the first is drawn unless another is asked for. */
  readonly roots: readonly string[];
  /** `templates[0]` is the root; parts refer to the others by index. */
  readonly templates: readonly SceneTemplate[];
  /** Set where the text has errors that leave parts of the picture out. */
  readonly incomplete?: true;
}

export interface SceneTemplate {
  /** DGX_H100 */
  readonly name: string;
  readonly of: 'node' | 'cluster';
  readonly doc?: string;
  /** Equal keys: the same structure, in this scene and in later ones; layouts are kept by it. */
  readonly key: string;
  readonly source: SourceRange;
  readonly parts: readonly ScenePart[];
  readonly links: readonly SceneLink[];
  /** Places taken out by `without`: drawn as gaps. Paths from this template. */
  readonly absent: readonly string[];
}

export interface ScenePart {
  readonly name: string;
  /** Empty for a single thing. */
  readonly dims: readonly number[];
  readonly count: number;
  /** Of a device its kind; `node` and `cluster` for an instance of a template. */
  readonly kind: Kind | 'node' | 'cluster';
  /** H100_SXM; a kind's name for a bare kind. */
  readonly type: string;
  /** Index into `templates`, for `node` and `cluster`. */
  readonly template?: number;
  /** For labels and screen readers: `80 GB · 700 W`; may be empty. */
  readonly detail: string;
  readonly source: SourceRange;
}

/** A link's look and tier follow from what it is: NVLink and other scale-up, PCIe, between sockets, InfiniBand, Ethernet. */
export type LinkLook = 'nvlink' | 'scaleup' | 'pcie' | 'socket' | 'infiniband' | 'ethernet' | 'plain';

export interface SceneEnd {
  /** Index into `parts`. */
  readonly part: number;
  /** The place in the array, counted through all dimensions, the last fastest. */
  readonly place: number;
  /** Path inside an instance, as `nic[3]`; empty for a device. */
  readonly inner: string;
}

export interface SceneLink {
  readonly a: SceneEnd;
  readonly b: SceneEnd;
  readonly look: LinkLook;
  /** NVLink4; empty for a bare rate. */
  readonly medium: string;
  /** The N of `xN`: links, lanes for PCIe (`lanes` is then true). */
  readonly count: number;
  readonly lanes: boolean;
  /** GB/s, one direction, all N together. */
  readonly GBps: number;
  readonly effectiveGBps: number;
  readonly directed: boolean;
  /** The statement that made it. */
  readonly source: SourceRange;
}

// ---- Collective analysis

export interface AnalyzeParams {
  readonly uri: string;
  /** A cluster or node of the file; left out: the first root. */
  readonly root?: string;
  readonly collective: Collective;
  /** Bytes. */
  readonly size: number;
  /** An expression of the language, as `su[0].dgx[0..7]`. */
  readonly over?: string;
  readonly without?: string;
  /** Links supposed to have another rate, by name: `{ 'a -- b': '25 GB/s' }`, one direction, all links between the two. */
  readonly rates?: Readonly<Record<string, string>>;
  /** Parameters of the root given other values, as expressions of the language: `{ nodes: '64' }`. */
  readonly set?: Readonly<Record<string, string>>;
  readonly algorithm?: Algorithm;
  readonly channels?: number;
  readonly routing?: 'ecmp' | 'hashed';
  /** `measured`: what one will measure and nothing else, so nothing is priced. */
  readonly model?: 'stepwise' | 'pipelined' | 'measured';
  /** Of what one will measure: who runs the benchmark. Default `mpi`. */
  readonly harness?: Harness;
  /** Also price these sizes, for the chart. */
  readonly sizes?: readonly number[];
}

export interface LinkLoad {
  /** Paths from the root: dgx[0].gpu[3]. Directed from a to b. */
  readonly a: string;
  readonly b: string;
  readonly medium: string;
  /** Effective. */
  readonly GBps: number;
  /** Share of the whole time the link is busy, 0..1. */
  readonly busy: number;
}

export interface AlgorithmCost {
  readonly name: Algorithm;
  readonly timeUs: number;
  readonly algbwGBps: number;
  readonly busbwGBps: number;
  /** 0..100; undefined where the optimum is not known. */
  readonly optimumPercent?: number;
  readonly bottleneck?: LinkLoad;
}

/** What nccl-tests, or rccl-tests, will print: another question than what the fabric allows. */
export interface MeasuredCost {
  readonly library: 'NCCL' | 'RCCL';
  /** The library's choice. */
  readonly algorithm: Algorithm;
  readonly timeUs: number;
  /** 80 % of known measurements lie between. */
  readonly lowUs: number;
  readonly highUs: number;
  readonly algbwGBps: number;
  readonly busbwGBps: number;
  /** What takes most of the time; what of it flows wait for gets so many GB/s. */
  readonly limit: {
    readonly by: 'latency' | 'filling' | 'nics' | 'scale-up' | 'pcie' | 'adding';
    readonly GBps?: number;
  };
  /** 0..100; above 100 the fabric is narrower somewhere than this form sees. */
  readonly optimumPercent?: number;
}

export interface AnalyzeResult {
  readonly root: string;
  readonly version: number;
  readonly collective: Collective;
  readonly sizeBytes: number;
  readonly ranks: number;
  /** Fastest first. */
  readonly algorithms: readonly AlgorithmCost[];
  /** Left out where it is not known, and where the question names channels, hashed routes or a model of the fabric. */
  readonly measured?: MeasuredCost;
  /**
   * `cut.links` are paths joined by ` -- `; `cut.aloneUs`: a linear program found the time, the cut alone asks for less.
   * `bound`: what can be reached may lie above.
   */
  readonly optimum?: {
    readonly timeUs: number;
    readonly bound: boolean;
    readonly cut?: {
      readonly ranks: number;
      readonly links: readonly string[];
      readonly GBps: number;
      readonly aloneUs?: number;
      readonly sides?: CutSides;
    };
  };
  /** Which algorithm is fastest at which sizes, from a byte to 16 GiB; empty for size 0. */
  readonly fastest: readonly SizeStretch[];
  /** The busiest links under the algorithm asked for, else the fastest; at most 20 000. */
  readonly loads: readonly LinkLoad[];
  /** One row a size of `sizes`: time in us by algorithm, in the order of `algorithms`; null where it does not apply. */
  readonly sweep?: readonly SweepRow[];
}

export interface SweepRow {
  readonly sizeBytes: number;
  readonly timesUs: readonly (number | null)[];
  /** What one will measure, with its band, where it is known. */
  readonly measured?: { readonly timeUs: number; readonly lowUs: number; readonly highUs: number };
}

/** The cut in words: the fewer ranks, named, against the others. */
export interface CutSides {
  /** As `dgx[0]`, `su[1..3]`: together these ranks and no others. */
  readonly few: readonly string[];
  readonly fewRanks: number;
  readonly manyRanks: number;
  /** By what they are, most GB/s first. */
  readonly links: readonly {
    readonly name: string;
    readonly links: number;
    readonly medium: string;
    readonly GBps: number;
  }[];
}

export interface SizeStretch {
  readonly algorithm: Algorithm;
  readonly fromBytes: number;
  readonly toBytes: number;
}

/** Links that are alike. */
export interface LinkGroup {
  /** The busiest of them: `dgx[*].nic[i] -- leaf[i]`; `->` where they are as busy one way only. */
  readonly name: string;
  /** How many these are, and how many like them there are in all. */
  readonly links: number;
  readonly of: number;
  readonly medium: string;
  /** Effective, of one; of the narrowest where they are not all as wide. */
  readonly GBps: number;
  /** Of the widest, where they are not all as wide. */
  readonly mostGBps?: number;
  /** Share of the whole time, 0..1. */
  readonly busy: number;
}

/** Why an algorithm takes as long as it does. */
export interface Explanation {
  readonly algorithm: Algorithm;
  readonly timeUs: number;
  /** Share of the time that no byte takes, 0..1. */
  readonly latencyShare: number;
  /** Of that, what software and adapters at the ends of links take: also a share of the whole time. */
  readonly softwareShare: number;
  /** Busiest first; none where latency alone counts. */
  readonly groups: readonly LinkGroup[];
  /** Whose data crosses one of the first group; left out where it is too much to follow. */
  readonly traffic?: {
    readonly a: string;
    readonly b: string;
    readonly between: 'inside' | 'hosts' | 'both' | 'switches';
    readonly senders: readonly string[];
    /** Empty where switches add up or copy. */
    readonly receivers: readonly string[];
    readonly flows: number;
  };
  /** With half and with twice the rate on all links like those of the first group. */
  readonly halved?: RateChange;
  readonly doubled?: RateChange;
}

export interface RateChange {
  readonly timeUs: number;
  /** The busiest then. */
  readonly bottleneck?: LinkGroup;
}

/** An algorithm step by step. */
export interface Steps {
  readonly algorithm: Algorithm;
  readonly collective: Collective;
  /** Paths of the ranks, by number. */
  readonly ranks: readonly string[];
  /** Of the whole operation, as priced. */
  readonly timeUs: number;
  /** Whether steps overlap, so that the whole takes less than all of them one after the other. */
  readonly pipelined: boolean;
  readonly steps: readonly FlowStep[];
  /** Busy links by step's `load`; busy: share of the step's own time. */
  readonly loads: readonly (readonly LinkLoad[])[];
  /** What each flow carries; left out where that does not follow from the flows. */
  readonly data?: {
    /** The data is cut into so many pieces, all of one size. */
    readonly pieces: number;
    /** By rank, then piece: contributions it holds at first; of a collective that adds nothing up 1 where it has the piece. */
    readonly start: readonly (readonly number[])[];
    /** Contributions of a piece that is complete. */
    readonly whole: number;
  };
}

/** Flows that run at once, flow i from rank from[i] to rank to[i]; none where switches add up and copy. */
export interface FlowStep {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: readonly number[];
  /** By flow, numbers of pieces. */
  readonly pieces?: readonly (readonly number[])[];
  /** Pieces are copied, or added to what is there by a sender that keeps nothing of them (gives) or keeps them (adds). */
  readonly how: 'copies' | 'gives' | 'adds';
  /** The step alone. */
  readonly timeUs: number;
  /** Index into `loads`. */
  readonly load: number;
}

/** What went wrong, in words for the user; never thrown. */
export interface Refusal {
  readonly refused: string;
}

/** What a client may hand in when it starts the server. */
export interface StartOptions {
  /** The address of a bundle of messages in the user's language, as `vscode.l10n.uri`; English where it is left out. */
  readonly messages?: string;
  /** Where a code is explained, `{code}` in place of the code: a finding's code is a link there. No link where it is left out. */
  readonly explanations?: string;
}

/** An analysis to be taken along: as text, one setting and one size, with its reasons in Markdown. */
export interface ReportParams extends Omit<AnalyzeParams, 'sizes'> {
  readonly format: 'markdown' | 'csv';
}

/** Text to be put into one place of a document. */
export interface TextChange {
  /** Of the text it fits. */
  readonly version: number;
  /** A UTF-16 offset. */
  readonly offset: number;
  readonly text: string;
}

// ---- Requests, by method

export interface Requests {
  'topo/scene': { params: { uri: string; root?: string }; result: Scene | Refusal };
  'topo/analyze': { params: AnalyzeParams; result: AnalyzeResult | Refusal };
  /** Why the algorithm asked for, else the fastest, takes as long as it does. */
  'topo/explain': { params: AnalyzeParams; result: Explanation | Refusal };
  /** The algorithm asked for, else the fastest, step by step; of up to 64 ranks. */
  'topo/steps': { params: AnalyzeParams; result: Steps | Refusal };
  /** The same analysis as `topo analyze --format` prints it. */
  'topo/report': { params: ReportParams; result: { readonly text: string } | Refusal };
  /** What the editor's hover says of what stands there, Markdown: of a whole statement, or of the name it begins with. */
  'topo/hover': { params: Omit<SourceRange, 'line' | 'character'>; result: string | null };
  /** What is supposed to have failed, as lines of the root's own body. */
  'topo/writeFailures': {
    params: { readonly uri: string; readonly root: string; readonly places: readonly string[] };
    result: TextChange | Refusal;
  };
  /** The text of a file of the library, for a read-only document. */
  'topo/libraryText': { params: { uri: string }; result: string | null };
  /** What a code of a finding means, Markdown; null where there is no such code. */
  'topo/explanation': { params: { code: string }; result: string | null };
}
export type Method = keyof Requests;

/** Files of the library have addresses of this scheme: topo-library:/accelerators/nvidia.topo */
export const libraryScheme = 'topo-library';
/** Explanations of codes in VS Code: topo-finding:/wiring.slot.md, shown by its Markdown preview (see package.json). */
export const explanationScheme = 'topo-finding';
/** Sent by the server when the answers of a document may have changed: versions, so that a face can ask again. */
export const changedNotification = 'topo/changed';
export interface Changed {
  readonly uri: string;
  readonly version: number;
}
