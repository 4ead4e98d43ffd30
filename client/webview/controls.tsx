// The controls of the panel: VS Code's own look where there is an element for it, the browser's where there is none.
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatSize, parseSize, sizeOfStep, slider, stepOfSize } from './size.ts';
import type { Strings } from './strings.ts';

interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

export function Select({ id, label, value, options, onChoose }: SelectProps) {
  const children = options.map((option) =>
    h('vscode-option', { key: option.value, value: option.value, selected: option.value === value }, option.label),
  );
  const change = (event: Event): void => onChoose(held(event));
  // Options that come or go leave the element's own selection behind: it is made anew with them.
  const key = options.map((option) => option.value).join();
  return h('vscode-single-select', { key, id, label, value, onchange: change }, children);
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What is wrong with the text; undefined: nothing. */
  readonly problem: string | undefined;
  readonly onType?: (text: string) => void;
  readonly onEnter: (text: string) => void;
}

export function TextField({ id, label, value, placeholder = '', problem, onType, onEnter }: FieldProps) {
  return h('vscode-textfield', {
    id,
    label: problem === undefined ? label : `${label}. ${problem}`,
    value,
    placeholder,
    invalid: problem !== undefined,
    title: problem ?? '',
    oninput: (event: Event) => onType?.(held(event)),
    onchange: (event: Event) => onEnter(held(event)),
    onkeydown: (event: KeyboardEvent) => event.key === 'Enter' && onEnter(held(event)),
  });
}

interface SizeProps {
  readonly bytes: number;
  readonly disabled: boolean;
  readonly strings: Strings;
  readonly onChange: (bytes: number) => void;
}

/** A slider over powers of two and a field for any size; either follows the other. */
export function SizeControl({ bytes, disabled, strings, onChange }: SizeProps) {
  const [typed, setTyped] = useState<string>();
  useEffect(() => setTyped(undefined), [bytes]);
  const bad = typed !== undefined && parseSize(typed) === undefined;
  const step = stepOfSize(bytes);
  return (
    <div class="size">
      <div class="slide">
        <input
          id="size"
          type="range"
          min={slider.least}
          max={slider.most}
          step={slider.step}
          value={step}
          disabled={disabled}
          aria-label={strings.size}
          aria-valuetext={formatSize(bytes)}
          onInput={(event) => onChange(sizeOfStep(Number(event.currentTarget.value)))}
        />
        <div class="ticks" aria-hidden="true">
          {[10, 20, 30, 36].map((exponent) => (
            <span key={exponent}>{formatSize(2 ** exponent)}</span>
          ))}
        </div>
      </div>
      <TextField
        id="size-text"
        label={strings.sizeText}
        value={typed ?? formatSize(bytes)}
        problem={bad ? strings.sizeBad : undefined}
        onType={setTyped}
        onEnter={(text) => {
          const size = parseSize(text);
          if (size === undefined) return;
          setTyped(undefined);
          onChange(size);
        }}
      />
    </div>
  );
}

/** Both kinds of elements and the browser's own carry what they hold in `value`. */
function held({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLElement && 'value' in currentTarget ? String(currentTarget.value) : '';
}
