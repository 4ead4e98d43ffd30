// The cost panel: what is asked on top, the answer below. It computes nothing; the numbers come from the server.
import { type Algorithm, collectives, type LinkLoad } from '../../server/protocol.ts';
import { Curve } from './chart.tsx';
import { Select, SizeControl, TextField } from './controls.tsx';
import { Algorithms, Bottleneck, Optimum, Totals } from './costs.tsx';
import { Measured } from './measured.tsx';
import './panel.css';
import { chosen, explained, type Form, type Model, type State } from './state.ts';
import type { Strings } from './strings.ts';
import { type ReportFormat, TakeAway } from './takeaway.tsx';
import { WhatIf } from './whatIf.tsx';
import { Why } from './why.tsx';

const models: readonly Model[] = ['pipelined', 'stepwise'];

interface Props {
  readonly state: State;
  readonly strings: Strings;
  readonly onForm: (change: Partial<Form>) => void;
  /** Undefined: the fastest. */
  readonly onAlgorithm: (algorithm: Algorithm | undefined) => void;
  /** Undefined: each algorithm its own. */
  readonly onModel: (model: Model | undefined) => void;
  readonly onShowCut: (shows: boolean) => void;
  readonly onShowLink: (link: LinkLoad) => void;
  readonly onFail: (place: string) => void;
  readonly onRate: (link: string, rate: string | undefined) => void;
  /** Undefined: all. */
  readonly onRestore: (place: string | undefined) => void;
  readonly onWrite: () => void;
  readonly onCopyReport: (format: ReportFormat) => void;
  /** Whether the algorithm is watched step by step. */
  readonly watching: boolean;
  readonly onWatch: () => void;
}

export function Panel({
  state,
  strings,
  onForm,
  onAlgorithm,
  onModel,
  onShowCut,
  onShowLink,
  onFail,
  onRate,
  onRestore,
  onWrite,
  onCopyReport,
  watching,
  onWatch,
}: Props) {
  const { costs, curve, form } = state;
  const shown = chosen(state);
  return (
    <aside class="panel" aria-label={strings.collectiveCost}>
      <h2>{strings.collectiveCost}</h2>
      <Question state={state} strings={strings} onForm={onForm} onAlgorithm={onAlgorithm} onModel={onModel} />
      <WhatIf
        selected={state.selected}
        failed={state.failed}
        rates={state.rates}
        dropped={state.dropped}
        strings={strings}
        onFail={onFail}
        onRate={onRate}
        onRestore={onRestore}
        onWrite={onWrite}
      />
      <div class={costs.waiting || costs.refused ? 'answer old' : 'answer'} aria-busy={costs.waiting}>
        <p class="status" role="status">
          {costs.refused ?? (costs.waiting && !costs.result ? strings.working : '')}
        </p>
        {costs.result && (
          <>
            <Measured result={costs.result} strings={strings} />
            <Totals result={costs.result} shown={shown} strings={strings} />
            <Bottleneck shown={shown} strings={strings} onShow={onShowLink} />
            <Algorithms
              result={costs.result}
              shown={shown}
              strings={strings}
              onPin={onAlgorithm}
              pinned={form.algorithm}
            />
            {shown && !watching && (
              <button type="button" class="link watch" onClick={onWatch}>
                {strings.watch}
              </button>
            )}
            <Optimum result={costs.result} strings={strings} />
            {costs.result.optimum?.cut && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={state.showsCut}
                  onChange={(event) => onShowCut(event.currentTarget.checked)}
                />
                {strings.showCut}
              </label>
            )}
            <Why why={explained(state)} strings={strings} />
            <TakeAway strings={strings} onCopy={onCopyReport} />
          </>
        )}
      </div>
      {curve.result?.sweep && form.collective !== 'barrier' && (
        <Curve result={curve.result} size={form.size} shown={shown?.name} strings={strings} />
      )}
    </aside>
  );
}

function Question({
  state,
  strings,
  onForm,
  onAlgorithm,
  onModel,
}: Pick<Props, 'state' | 'strings' | 'onForm' | 'onAlgorithm' | 'onModel'>) {
  const { form, costs } = state;
  const priced = costs.result?.algorithms.map(({ name }) => name) ?? [];
  const names = form.algorithm && !priced.includes(form.algorithm) ? [...priced, form.algorithm] : priced;
  return (
    <form class="question" onSubmit={(event) => event.preventDefault()}>
      <label for="collective">{strings.collective}</label>
      <Select
        id="collective"
        label={strings.collective}
        value={form.collective}
        options={collectives.map((value) => ({ value, label: strings[value] }))}
        onChoose={(value) => {
          const collective = collectives.find((each) => each === value);
          if (collective) onForm({ collective });
        }}
      />
      <label for="size">{strings.size}</label>
      <SizeControl
        bytes={form.size}
        disabled={form.collective === 'barrier'}
        strings={strings}
        onChange={(size) => onForm({ size })}
      />
      <label for="ranks">{strings.ranks}</label>
      <TextField
        id="ranks"
        label={strings.ranksHint}
        value={form.over}
        placeholder={strings.ranksAll}
        problem={form.over === '' ? undefined : costs.refused}
        onEnter={(over) => onForm({ over })}
      />
      <label for="algorithm">{strings.algorithm}</label>
      <Select
        id="algorithm"
        label={strings.algorithm}
        value={form.algorithm ?? ''}
        options={[{ value: '', label: strings.fastest }, ...names.map((value) => ({ value, label: strings[value] }))]}
        onChoose={(value) => onAlgorithm(names.find((each) => each === value))}
      />
      <label for="model">{strings.model}</label>
      <Select
        id="model"
        label={strings.model}
        value={form.model ?? ''}
        options={[{ value: '', label: strings.modelOwn }, ...models.map((value) => ({ value, label: strings[value] }))]}
        onChoose={(value) => onModel(models.find((each) => each === value))}
      />
    </form>
  );
}
