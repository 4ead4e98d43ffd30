// What if by hand: what fails is asked about, outlives edits while it stands in the text, and is dropped with a word when not.
import { expect, test } from 'vitest';
import { isIn, withoutOf } from '../../client/webview/failing.ts';
import {
  type Action,
  costsQuestion,
  curveQuestion,
  initial,
  kept,
  reduce,
  type State,
} from '../../client/webview/state.ts';
import { boxScene, clusterScene, grownScene } from './fakes.ts';

const after = (...actions: Action[]): State => actions.reduce(reduce, initial);
const drawn: Action = { type: 'scene', scene: clusterScene };
const fail = (place: string): Action => ({ type: 'fail', place });
const leaf = fail('leaf[3]');
const cable = fail('box[1].nic[5] -- leaf[5]');

test('one expression of the language for all', () => {
  expect(withoutOf([])).toBeUndefined();
  expect(withoutOf(['leaf[3]'])).toBe('leaf[3]');
  expect(withoutOf(['leaf[3]', 'a -- b'])).toBe('(leaf[3]) + (a -- b)');
});

test('a failure opens the panel and is in both questions; failing it again takes it back', () => {
  const state = after(drawn, leaf, cable);
  expect(costsQuestion(state)?.without).toBe('(leaf[3]) + (box[1].nic[5] -- leaf[5])');
  expect(curveQuestion(state)?.without).toBe('(leaf[3]) + (box[1].nic[5] -- leaf[5])');
  expect(reduce(state, leaf).failed).toEqual(['box[1].nic[5] -- leaf[5]']);
});

test('one or all are taken back', () => {
  const state = after(drawn, leaf, cable);
  expect(reduce(state, { type: 'restore', place: 'leaf[3]' }).failed).toEqual(['box[1].nic[5] -- leaf[5]']);
  const none = reduce(state, { type: 'restore', place: undefined });
  expect(none.failed).toEqual([]);
  expect(costsQuestion(none)).not.toHaveProperty('without');
});

test('an edit keeps what still stands and says what it dropped; another root begins anew', () => {
  const state = after({ type: 'scene', scene: grownScene }, leaf, fail('box[4]'));
  const shrunk = reduce(state, drawn);
  expect([shrunk.failed, shrunk.dropped]).toEqual([['leaf[3]'], ['box[4]']]);
  const edited = reduce(shrunk, { type: 'scene', scene: grownScene });
  expect(edited.failed).toEqual(['leaf[3]']);
  expect(reduce(edited, { type: 'scene', scene: boxScene }).failed).toEqual([]);
});

test('places inside an instance are looked up in it', () => {
  const known = ['box', 'box[3].nic[7]', 'box[1].nic[5] -- leaf[5]'].map((each) => isIn(clusterScene, each));
  expect(known).toEqual([true, true, true]);
  const unknown = ['box[4].nic[7]', 'box[0].none', 'leaf[0].gpu[0]', 'box[0].nic[8] -- leaf[0]'];
  expect(unknown.map((each) => isIn(clusterScene, each))).toEqual([false, false, false, false]);
});

test('a page loaded anew finds its failures again', () => {
  expect(kept(after(drawn, leaf)).failed).toEqual(['leaf[3]']);
  expect(kept(after(drawn))).not.toHaveProperty('failed');
});

test('a link with another rate is in both questions, is taken back by nothing written, and goes with its link', () => {
  const link = 'box[1].nic[5] -- leaf[5]';
  const state = after(drawn, { type: 'rate', link, rate: ' 25 GB/s ' });
  expect(costsQuestion(state)?.rates).toEqual({ [link]: '25 GB/s' });
  expect(curveQuestion(state)?.rates).toEqual({ [link]: '25 GB/s' });
  expect(kept(state).rates).toEqual({ [link]: '25 GB/s' });
  for (const rate of ['', undefined])
    expect(costsQuestion(reduce(state, { type: 'rate', link, rate }))).not.toHaveProperty('rates');
  expect(reduce(state, { type: 'restore', place: undefined }).rates).toEqual({});
  expect(reduce(state, { type: 'scene', scene: boxScene }).rates).toEqual({});
});
