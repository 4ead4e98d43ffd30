// The layout's worker: ended when it takes too long or when nobody waits any more, made anew for the next layout.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guarded, type StoppableElk } from '../../client/webview/elk.ts';

const graph = { id: 'root', layoutOptions: {}, children: [], edges: [] };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Workers that were made, in order; `answers` says whether a layout ever ends. */
function workers(answers: boolean[]) {
  const stopped: number[] = [];
  let made = 0;
  const make = async (): Promise<StoppableElk> => {
    const number = made++;
    return {
      layout: () => (answers[number] ? Promise.resolve({ children: [] }) : new Promise(() => {})),
      stop: () => stopped.push(number),
    };
  };
  return { elk: guarded(make, 'too long', 1000), stopped, count: () => made };
}

test('a layout that does not end fails after the deadline, its worker is ended, and the next one has a new worker', async () => {
  const { elk, stopped, count } = workers([false, true]);
  const failed = expect(elk.layout(graph)).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(1000);
  await failed;
  expect(stopped).toEqual([0]);
  expect(await elk.layout(graph)).toEqual({ children: [] });
  expect(count()).toBe(2);
});

test('a layout that ends in time is not counted on', async () => {
  const { elk, stopped, count } = workers([true]);
  await elk.layout(graph);
  await vi.advanceTimersByTimeAsync(5000);
  await elk.layout(graph);
  expect([stopped, count()]).toEqual([[], 1]);
});

test('what nobody waits for any more is stopped', async () => {
  const { elk, stopped } = workers([false, true]);
  const failed = expect(elk.layout(graph)).rejects.toThrow('stopped');
  await vi.advanceTimersByTimeAsync(0);
  elk.stop();
  await failed;
  expect(stopped).toEqual([0]);
  expect(await elk.layout(graph)).toEqual({ children: [] });
});

test('what is stopped while its worker starts fails at once, and leaves the next one its own worker', async () => {
  const stopped: string[] = [];
  let startFirst: (() => void) | undefined;
  const made = ['first', 'second'];
  const elk = guarded(
    () =>
      new Promise((ready) => {
        const name = made.shift() ?? '';
        const worker = { layout: () => Promise.resolve({ children: [] }), stop: () => stopped.push(name) };
        if (name === 'first') startFirst = () => ready(worker);
        else ready(worker);
      }),
    'too long',
    1000,
  );
  const failed = expect(elk.layout(graph)).rejects.toThrow('stopped');
  elk.stop();
  await failed;
  expect(await elk.layout(graph)).toEqual({ children: [] });
  startFirst?.();
  await vi.advanceTimersByTimeAsync(5000);
  expect(stopped).toEqual(['first']);
  expect(await elk.layout(graph)).toEqual({ children: [] });
});

test('a worker that cannot be made is tried again', async () => {
  let tries = 0;
  const elk = guarded(
    async () => {
      if (tries++ === 0) throw new Error('not there');
      return { layout: () => Promise.resolve({ children: [] }), stop: () => {} };
    },
    'too long',
    1000,
  );
  await expect(elk.layout(graph)).rejects.toThrow('not there');
  expect(await elk.layout(graph)).toEqual({ children: [] });
});
