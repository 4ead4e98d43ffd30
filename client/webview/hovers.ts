// Asks for what the editor's hover says, one question at a time; an answer is good until the text changes.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Scene, SourceRange } from '../../server/protocol.ts';
import type { Host } from './host.ts';
import { Latest } from './latest.ts';

interface Asked {
  readonly source: SourceRange;
  readonly tell: (markdown: string) => void;
}

interface Hovers {
  readonly ask: (source: SourceRange, tell: (markdown: string) => void) => void;
  readonly answered: (id: number, markdown: string | null) => void;
}

export function useHovers(host: Host, scene: Scene | undefined): Hovers {
  const known = useRef(new Map<string, string | null>());
  useEffect(() => known.current.clear(), [scene]);
  return useMemo(() => {
    let asked: Asked | undefined;
    const latest: Latest<Asked, string | null> = new Latest(
      (id, question) => {
        asked = question;
        host.say({ type: 'hover', id, source: question.source });
      },
      (markdown) => {
        if (!asked) return;
        known.current.set(keyOf(asked.source), markdown);
        if (markdown !== null) asked.tell(markdown);
      },
    );
    return {
      ask: (source, tell) => {
        const told = known.current.get(keyOf(source));
        if (told === undefined) latest.ask({ source, tell });
        else if (told !== null) tell(told);
      },
      answered: (id, markdown) => latest.answered(id, markdown),
    };
  }, [host]);
}

const keyOf = ({ uri, start, end }: SourceRange): string => `${start} ${end} ${uri}`;
