// What if by hand: what is selected in the diagram is supposed to fail; what has failed is listed and can be taken back.

import { TextField } from './controls.tsx';
import type { Target } from './picture.ts';
import { keyOf } from './pointing.ts';
import { fill, type Strings } from './strings.ts';

interface Props {
  readonly selected: Target | undefined;
  readonly failed: readonly string[];
  /** Rates as typed, by link. */
  readonly rates: Readonly<Record<string, string>>;
  /** What no longer stands in the text, so that it cannot fail. */
  readonly dropped: readonly string[];
  readonly strings: Strings;
  readonly onFail: (place: string) => void;
  /** Undefined: its own. */
  readonly onRate: (link: string, rate: string | undefined) => void;
  readonly onRestore: (place: string | undefined) => void;
  readonly onWrite: () => void;
}

export function WhatIf({ selected, failed, rates, dropped, strings, onFail, onRate, onRestore, onWrite }: Props) {
  const place = selected && keyOf(selected);
  const link = selected && 'link' in selected && !failed.includes(selected.link) ? selected.link : undefined;
  const changed = Object.entries(rates);
  return (
    <section class="whatif" aria-label={strings.whatIf}>
      <h3>{strings.whatIf}</h3>
      {place !== undefined && !failed.includes(place) ? (
        <button type="button" class="link" onClick={() => onFail(place)}>
          {fill(strings.failThis, place)}
        </button>
      ) : (
        failed.length === 0 && changed.length === 0 && <p class="note">{strings.whatIfHint}</p>
      )}
      {link !== undefined && (
        <div class="rate">
          <label for="rate">{strings.rateOf}</label>
          <TextField
            id="rate"
            label={fill(strings.rateOfLink, link)}
            value={rates[link] ?? ''}
            placeholder={strings.rateOwn}
            problem={undefined}
            onEnter={(rate) => onRate(link, rate)}
          />
        </div>
      )}
      <ul aria-label={strings.failedList}>
        {failed.map((each) => (
          <li key={each}>
            <s>{each}</s>{' '}
            <button type="button" class="link" onClick={() => onRestore(each)}>
              {strings.undo}
              <span class="spoken"> {each}</span>
            </button>
          </li>
        ))}
        {changed.map(([each, rate]) => (
          <li key={`rate ${each}`}>
            {fill(strings.rateChanged, each, rate)}{' '}
            <button type="button" class="link" onClick={() => onRate(each, undefined)}>
              {strings.undo}
              <span class="spoken"> {each}</span>
            </button>
          </li>
        ))}
      </ul>
      {failed.length + changed.length > 1 && (
        <button type="button" class="link" onClick={() => onRestore(undefined)}>
          {strings.undoAll}
        </button>
      )}
      {failed.length > 0 && (
        <button type="button" class="link" onClick={onWrite}>
          {strings.writeFailures}
        </button>
      )}
      <p class="note" role="status">
        {dropped.length > 0 ? fill(strings.failedDropped, dropped.join(', ')) : ''}
      </p>
    </section>
  );
}
