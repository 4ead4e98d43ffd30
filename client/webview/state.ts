// What the page knows and what changes it: one reducer, no DOM. What VS Code keeps over a reload is cut from it.
import type { Algorithm, AnalyzeResult, Collective, Explanation, Refusal, Scene } from '../../server/protocol.ts';
import { isIn, withoutOf } from './failing.ts';
import type { AnalysisSlot, PageAnalyzeParams } from './messages.ts';
import type { Target } from './picture.ts';
import { curveSizes } from './size.ts';

/** What the panel's form says. */
export interface Form {
  readonly collective: Collective;
  /** Bytes. */
  readonly size: number;
  /** An expression of the language; empty: all ranks. */
  readonly over: string;
  /** Undefined: the fastest. */
  readonly algorithm?: Algorithm;
  /** Undefined: each algorithm its own. */
  readonly model?: Model;
}

export type Model = 'stepwise' | 'pipelined';

/** The last answer that came, and what has happened since. */
export interface Answer {
  readonly result?: AnalyzeResult;
  /** Why there is no newer one. */
  readonly refused?: string;
  readonly waiting: boolean;
}

export type ColourBy = 'links' | 'load';
export type Shows = 'diagram' | 'tables';

export interface State {
  readonly scene?: Scene;
  /** Why the scene is not that of the text as it stands. */
  readonly noScene?: string;
  readonly cursor?: { readonly uri: string; readonly offset: number };
  /** What was clicked on, or found. */
  readonly selected?: Target;
  readonly shows: Shows;
  readonly panelOpen: boolean;
  readonly colourBy: ColourBy;
  /** Whether the optimum's cut is drawn across what it severs. */
  readonly showsCut: boolean;
  readonly form: Form;
  /** Places and links supposed to have failed, in the order they were. */
  readonly failed: readonly string[];
  /** Links supposed to have another rate, as typed, by link. */
  readonly rates: Readonly<Record<string, string>>;
  /** Of them what the last text did away with. */
  readonly dropped: readonly string[];
  readonly costs: Answer;
  readonly curve: Answer;
  /** The last that came; `explained` tells whether it fits the numbers. */
  readonly why?: Explanation;
}

export type Action =
  | { readonly type: 'scene'; readonly scene: Scene }
  | { readonly type: 'noScene'; readonly why: string }
  | { readonly type: 'cursor'; readonly uri: string; readonly offset?: number }
  /** None: nothing is selected any more. */
  | { readonly type: 'select'; readonly target: Target | undefined }
  | { readonly type: 'shows'; readonly shows: Shows }
  | { readonly type: 'panel'; readonly open: boolean }
  | { readonly type: 'colourBy'; readonly by: ColourBy }
  | { readonly type: 'showCut'; readonly shows: boolean }
  | { readonly type: 'form'; readonly change: Partial<Form> }
  /** None: the fastest. */
  | { readonly type: 'algorithm'; readonly algorithm: Algorithm | undefined }
  /** None: each algorithm its own. */
  | { readonly type: 'model'; readonly model: Model | undefined }
  /** Fails it, or takes that back. */
  | { readonly type: 'fail'; readonly place: string }
  /** None: its own. */
  | { readonly type: 'rate'; readonly link: string; readonly rate: string | undefined }
  /** What had failed stands in the text now. */
  | { readonly type: 'written' }
  /** None: all of them. */
  | { readonly type: 'restore'; readonly place: string | undefined }
  | { readonly type: 'asked'; readonly slot: AnalysisSlot }
  | {
      readonly type: 'answer';
      readonly slot: AnalysisSlot;
      readonly answer: AnalyzeResult | Refusal;
      readonly settled: boolean;
    }
  | { readonly type: 'explained'; readonly answer: Explanation | Refusal };

export const initial: State = {
  shows: 'diagram',
  panelOpen: false,
  colourBy: 'links',
  showsCut: true,
  form: { collective: 'allreduce', size: 2 ** 28, over: '' },
  failed: [],
  rates: {},
  dropped: [],
  costs: { waiting: false },
  curve: { waiting: false },
};

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'scene':
      return withScene(state, action.scene);
    case 'noScene':
      return { ...state, noScene: action.why };
    case 'cursor': {
      const { cursor, ...rest } = state;
      return action.offset === undefined ? rest : { ...rest, cursor: { uri: action.uri, offset: action.offset } };
    }
    case 'select': {
      const { selected: _, ...rest } = state;
      return action.target ? { ...rest, selected: action.target } : rest;
    }
    case 'shows':
      return { ...state, shows: action.shows };
    case 'panel':
      return { ...state, panelOpen: action.open, colourBy: action.open ? state.colourBy : 'links' };
    case 'colourBy':
      return { ...state, colourBy: action.by };
    case 'showCut':
      return { ...state, showsCut: action.shows };
    case 'form':
      return { ...state, form: { ...state.form, ...action.change } };
    case 'algorithm':
      return { ...state, form: withAlgorithm(state.form, action.algorithm) };
    case 'model': {
      const { model: _, ...form } = state.form;
      return { ...state, form: action.model ? { ...form, model: action.model } : form };
    }
    case 'fail':
      return failedOrNot(state, action.place);
    case 'rate':
      return { ...state, rates: withRate(state.rates, action.link, action.rate), dropped: [], panelOpen: true };
    case 'written':
      return { ...state, failed: [], dropped: [] };
    case 'restore': {
      const left = action.place === undefined ? [] : state.failed.filter((each) => each !== action.place);
      return { ...state, failed: left, dropped: [], ...(action.place === undefined ? { rates: {} } : {}) };
    }
    case 'asked':
      return { ...state, [action.slot]: { ...state[action.slot], waiting: true } };
    case 'answer':
      return { ...state, [action.slot]: answered(state[action.slot], action.answer, !action.settled) };
    case 'explained':
      return withWhy(state, 'refused' in action.answer ? undefined : action.answer);
  }
}

/** A failure can be seen in the costs only, so they are shown. */
function failedOrNot(state: State, place: string): State {
  const { failed } = state;
  const now = failed.includes(place) ? failed.filter((each) => each !== place) : [...failed, place];
  return { ...state, failed: now, dropped: [], panelOpen: true };
}

function withRate(rates: State['rates'], link: string, rate: string | undefined): State['rates'] {
  const { [link]: _, ...others } = rates;
  return rate === undefined || rate.trim() === '' ? others : { ...others, [link]: rate.trim() };
}

function withAlgorithm({ algorithm: _, ...form }: Form, algorithm: Algorithm | undefined): Form {
  return algorithm ? { ...form, algorithm } : form;
}

function withWhy({ why: _, ...rest }: State, why: Explanation | undefined): State {
  return why ? { ...rest, why } : rest;
}

/** A scene of another root has other costs; those of an older text of the same stay until new ones come. */
function withScene(state: State, scene: Scene): State {
  const { noScene, ...rest } = state;
  if (state.scene?.root === scene.root || !state.scene) {
    const supposed = [...state.failed, ...Object.keys(state.rates)];
    const dropped = supposed.filter((each) => !isIn(scene, each));
    if (dropped.length === 0) return { ...rest, scene };
    const rates = Object.fromEntries(Object.entries(state.rates).filter(([link]) => isIn(scene, link)));
    return { ...rest, scene, dropped, rates, failed: state.failed.filter((each) => isIn(scene, each)) };
  }
  const form = withAlgorithm({ ...rest.form, over: '' }, undefined);
  const nothing = { failed: [], rates: {}, dropped: [], costs: { waiting: false }, curve: { waiting: false } };
  return withWhy({ ...rest, scene, form, ...nothing }, undefined);
}

function answered(before: Answer, answer: AnalyzeResult | Refusal, waiting: boolean): Answer {
  if (!('refused' in answer)) return { result: answer, waiting };
  return { ...(before.result ? { result: before.result } : {}), refused: answer.refused, waiting };
}

/** The question behind the numbers; undefined: nothing to ask yet, or nobody looks. */
export function costsQuestion({ scene, panelOpen, form, failed, rates }: State): PageAnalyzeParams | undefined {
  if (!scene || !panelOpen) return undefined;
  const { collective, size, over, algorithm, model } = form;
  const without = withoutOf(failed);
  return {
    root: scene.root,
    collective,
    size: collective === 'barrier' ? 0 : size,
    ...(over.trim() === '' ? {} : { over: over.trim() }),
    ...(without === undefined ? {} : { without }),
    ...(Object.keys(rates).length === 0 ? {} : { rates }),
    ...(algorithm ? { algorithm } : {}),
    ...(model ? { model } : {}),
  };
}

/** The question behind the chart: the same at every size. A barrier has none. */
export function curveQuestion(state: State): PageAnalyzeParams | undefined {
  const question = costsQuestion(state);
  if (!question || question.collective === 'barrier') return undefined;
  const { algorithm, ...rest } = question;
  return { ...rest, size: 2 ** 28, sizes: curveSizes };
}

/** The question why, once there are numbers: of the algorithm on top. */
export function whyQuestion(state: State): PageAnalyzeParams | undefined {
  const question = costsQuestion(state);
  const shown = chosen(state);
  return question && shown && !state.costs.waiting ? { ...question, algorithm: shown.name } : undefined;
}

/** What can be watched: the algorithm whose numbers stand on top. */
export function watchQuestion(state: State): PageAnalyzeParams | undefined {
  const question = costsQuestion(state);
  const shown = chosen(state);
  return question && shown ? { ...question, algorithm: shown.name } : undefined;
}

/** Undefined while it is of another algorithm or of other numbers. */
export function explained(state: State): Explanation | undefined {
  const shown = chosen(state);
  const { why } = state;
  const same = shown && why?.algorithm === shown.name && Math.abs(why.timeUs - shown.timeUs) <= 1e-6 * shown.timeUs;
  return same ? why : undefined;
}

/** Which algorithm's numbers stand on top: the pinned one where it applies, else the fastest. */
export function chosen(state: State): AnalyzeResult['algorithms'][number] | undefined {
  const algorithms = state.costs.result?.algorithms;
  return algorithms?.find(({ name }) => name === state.form.algorithm) ?? algorithms?.[0];
}

export type Kept = Pick<State, 'panelOpen' | 'colourBy' | 'form' | 'shows' | 'selected'> &
  Partial<Pick<State, 'failed' | 'rates' | 'showsCut'>>;

export const kept = ({
  panelOpen,
  colourBy,
  form,
  shows = 'diagram',
  selected,
  failed = [],
  rates = {},
  showsCut = true,
}: Kept): Kept => ({
  ...{ panelOpen, colourBy, form, shows, showsCut },
  ...(selected ? { selected } : {}),
  ...(failed.length > 0 ? { failed } : {}),
  ...(Object.keys(rates).length > 0 ? { rates } : {}),
});
