// Asks for costs whenever the question changes, one question of a kind at a time, and hands the answers to the state.
import { useEffect, useMemo } from 'preact/hooks';
import type { AnalyzeResult, Explanation, Refusal } from '../../server/protocol.ts';
import type { Host } from './host.ts';
import { Latest } from './latest.ts';
import type { AnalysisSlot, PageAnalyzeParams } from './messages.ts';
import { type Action, costsQuestion, curveQuestion, type State, whyQuestion } from './state.ts';

interface Answered {
  readonly analysis: (slot: AnalysisSlot, id: number, answer: AnalyzeResult | Refusal) => void;
  readonly explanation: (id: number, answer: Explanation | Refusal) => void;
}

/** Returns where answers go. */
export function useAnalysis(host: Host, state: State, dispatch: (action: Action) => void): Answered {
  const slots = useMemo(() => {
    const slot = (name: AnalysisSlot) =>
      new Latest<PageAnalyzeParams, AnalyzeResult | Refusal>(
        (id, params) => host.say({ type: 'analyze', slot: name, id, params }),
        (answer, settled) => dispatch({ type: 'answer', slot: name, answer, settled }),
      );
    const why = new Latest<PageAnalyzeParams, Explanation | Refusal>(
      (id, params) => host.say({ type: 'explain', id, params }),
      (answer) => dispatch({ type: 'explained', answer }),
    );
    return { costs: slot('costs'), curve: slot('curve'), why };
  }, [host]);

  const costs = JSON.stringify(costsQuestion(state));
  const curve = JSON.stringify(curveQuestion(state));
  // A new text may have new costs, whatever the question.
  const text = state.scene;
  useEffect(() => ask('costs', costs), [costs, text]);
  useEffect(() => ask('curve', curve), [curve, text]);
  const why = JSON.stringify(whyQuestion(state));
  useEffect(() => {
    if (why !== undefined) slots.why.ask(JSON.parse(why));
  }, [why, text]);
  function ask(slot: AnalysisSlot, question: string | undefined): void {
    if (question === undefined) return;
    dispatch({ type: 'asked', slot });
    slots[slot].ask(JSON.parse(question));
  }
  return {
    analysis: (slot, id, answer) => slots[slot].answered(id, answer),
    explanation: (id, answer) => slots.why.answered(id, answer),
  };
}
