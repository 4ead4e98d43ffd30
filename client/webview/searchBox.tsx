// The field that finds things in the diagram: Enter goes to the next, Shift+Enter to the one before.
import type { Ref } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Scene } from '../../server/protocol.ts';
import { mostFound, search } from './search.ts';
import { fill, type Strings } from './strings.ts';
import { IconButton } from './toolbar.tsx';

interface Props {
  readonly field: Ref<HTMLInputElement>;
  readonly scene: Scene;
  readonly strings: Strings;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

export function SearchBox({ field, scene, strings, onGo, onClose }: Props) {
  const [{ query, at }, setState] = useState({ query: '', at: -1 });
  const found = useMemo(() => search(scene, query), [scene, query]);
  const go = (step: 1 | -1): void => {
    if (found.length === 0) return;
    const next = at < 0 ? (step > 0 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
    setState({ query, at: next });
    onGo(found[next]);
  };
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        value={query}
        placeholder={strings.find}
        aria-label={strings.findHint}
        title={strings.findHint}
        spellcheck={false}
        onInput={({ currentTarget }) => setState({ query: currentTarget.value, at: -1 })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') {
            setState({ query: '', at: -1 });
            onClose();
          } else return;
          event.preventDefault();
        }}
      />
      <span class="count" role="status">
        {query.trim() === '' ? '' : countText(found.length, at, strings)}
      </span>
      <IconButton label={strings.findPrevious} disabled={found.length === 0} onPress={() => go(-1)}>
        <path d="M4 10l4-4 4 4" />
      </IconButton>
      <IconButton label={strings.findNext} disabled={found.length === 0} onPress={() => go(1)}>
        <path d="M4 6l4 4 4-4" />
      </IconButton>
    </search>
  );
}

function countText(count: number, at: number, strings: Strings): string {
  if (count === 0) return strings.foundNone;
  const all = count === mostFound ? `${count}+` : String(count);
  return at < 0 ? fill(strings.foundCount, all) : fill(strings.foundAt, at + 1, all);
}
