// An algorithm being watched: asks for its steps, keeps where it stands, and goes on by itself while it plays.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LinkLoad, Refusal, Steps } from '../../server/protocol.ts';
import type { Host } from './host.ts';
import { Latest } from './latest.ts';
import type { PageAnalyzeParams } from './messages.ts';
import { type Playing, playing } from './playing.ts';

export interface Player {
  readonly open: boolean;
  readonly told: Steps | undefined;
  readonly refused: string | undefined;
  /** Steps done; 0: none yet. */
  readonly at: number;
  readonly runs: boolean;
  readonly shown: Playing | undefined;
  /** How busy links are in the step shown. */
  readonly loads: readonly LinkLoad[] | undefined;
  readonly show: (open: boolean) => void;
  readonly go: (at: number) => void;
  readonly run: (runs: boolean) => void;
  readonly answered: (id: number, answer: Steps | Refusal) => void;
}

/** Time for the eye, ms a step; a long run is not to take minutes. */
const stepTime = (steps: number): number => Math.max(250, Math.min(1100, 24_000 / Math.max(1, steps)));

/** `question`: what the panel shows; undefined while there is nothing to watch. */
export function usePlayer(host: Host, question: PageAnalyzeParams | undefined, text: unknown): Player {
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState<Steps | Refusal | undefined>(undefined);
  const [at, setAt] = useState(0);
  const [runs, setRuns] = useState(false);
  const latest = useMemo(
    () =>
      new Latest<PageAnalyzeParams, Steps | Refusal>(
        (id, params) => host.say({ type: 'steps', id, params }),
        (told) => {
          setAnswer(told);
          setAt(0);
        },
      ),
    [host],
  );
  const asked = open ? JSON.stringify(question) : undefined;
  useEffect(() => {
    setRuns(false);
    if (asked !== undefined) latest.ask(JSON.parse(asked));
  }, [asked, text]);

  const told = open && answer && !('refused' in answer) ? answer : undefined;
  const count = told?.steps.length ?? 0;
  useEffect(() => {
    if (!runs) return undefined;
    if (at >= count) {
      setRuns(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), stepTime(count));
    return () => clearTimeout(timer);
  }, [runs, at, count]);

  return {
    open,
    told,
    refused: open && answer && 'refused' in answer ? answer.refused : undefined,
    at,
    runs,
    shown: useMemo(() => told && playing(told, at), [told, at]),
    loads: told && at > 0 ? told.loads[told.steps[at - 1].load] : undefined,
    show: (wanted) => {
      setOpen(wanted);
      if (!wanted) setRuns(false);
    },
    go: (to) => {
      setRuns(false);
      setAt(Math.max(0, Math.min(count, to)));
    },
    run: (wanted) => {
      if (wanted && at >= count) setAt(0);
      setRuns(wanted);
    },
    answered: (id, told) => latest.answered(id, told),
  };
}
