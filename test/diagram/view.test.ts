// Opening and closing, and the way between text and picture.
import { describe, expect, it } from 'vitest';
import { type Manner, plainView, sourceIndex, toggle, type ViewState } from '../../client/diagram/diagram.ts';
import { type Body, dgxH100, huge, rails, star, superpod } from './scenes.ts';

/** The manners after each of the clicks. */
function check(body: Body, clicks: readonly string[], expected: Readonly<Record<string, Manner>>): void {
  const scene = body.scene();
  let view: ViewState = plainView;
  for (const path of clicks) view = toggle(scene, view, path);
  expect(view.manners).toEqual(expected);
  expect(JSON.parse(JSON.stringify(view))).toEqual(view);
}

describe('toggle', () => {
  it('a card opens and closes', () => {
    check(rails(4, 4), ['dgx[1]'], { 'dgx[1]': 'open' });
    check(rails(4, 4), ['dgx[1]', 'dgx[1]'], { 'dgx[1]': 'cards' });
  });
  it('cards go to a stack and back', () => {
    check(rails(4, 4), ['dgx'], { dgx: 'stack' });
    check(rails(4, 4), ['dgx', 'dgx'], { dgx: 'cards' });
  });
  it('a cell of a block opens alone', () => check(rails(32, 4), ['dgx[5]'], { 'dgx[5]': 'open' }));
  it('a stack opens to a block, and a member of it with the block', () => {
    check(rails(100, 4), ['dgx'], { dgx: 'block' });
    check(rails(100, 4), ['dgx[7]'], { dgx: 'block', 'dgx[7]': 'open' });
  });
  it('NVSwitches go to buses and back, spines to a fan', () => {
    check(dgxH100, ['nvs'], { nvs: 'bus' });
    check(dgxH100, ['nvs', 'nvs'], { nvs: 'bar' });
    check(rails(4, 4), ['spine'], { spine: 'boxes' });
    check(rails(4, 4), ['spine', 'spine'], { spine: 'bar' });
  });
  it('inside one instance it stays there', () =>
    check(superpod, ['su[2].dgx[0]', 'su[2].dgx[0].nvs'], { 'su[2].dgx[0]': 'open', 'su[2].dgx[0].nvs': 'bus' }));
  it('what cannot open does not', () => {
    check(star, ['sw', 'nothing', '', 'gpu[9]', 'gpu[0].x', 'sw[3]'], {});
    check(huge, ['dgx', 'dgx[3]'], {});
  });
});

describe('source', () => {
  const body = superpod;
  const scene = body.scene();
  const index = sourceIndex(scene);
  const [pod, unit] = scene.templates;

  it('a part is marked in every instance', () => {
    const leaf = unit.parts.findIndex(({ name }) => name === 'leaf');
    const { uri, start } = unit.parts[leaf].source;
    expect(index.at(uri, start + 3).paths).toEqual([0, 1, 2, 3].map((i) => `su[${i}].leaf`));
  });
  it('a statement marks its links', () => {
    const { uri, start } = pod.links[0].source;
    expect(index.at(uri, start).links).toEqual(['su[0].leaf[0] -- spine[0]']);
  });
  it('nothing elsewhere', () => {
    expect(index.at('file:///other.topo', pod.links[0].source.start)).toEqual({ paths: [], links: [] });
  });
  it.each([
    ['su[1]', () => pod.parts[0].source],
    ['su[1].leaf[2]', () => unit.parts[1].source],
    ['spine', () => pod.parts[1].source],
    ['', () => pod.source],
    ['nothing', () => undefined],
  ])('of path %s', (path, source) => expect(index.ofPath(path)).toEqual(source()));
  it('of a link, by its devices or by what is drawn for them', () => {
    expect(index.ofLink('su[0].leaf[0]', 'spine[0]')).toEqual(pod.links[0].source);
    expect(index.ofLink('spine', 'su[0].leaf[0]')).toEqual(pod.links[0].source);
    expect(index.ofLink('su[3].dgx[0].nic[1]', 'su[3].leaf[1]')).toEqual(unit.links[1].source);
    expect(index.ofLink('su[0]', 'nothing')).toBeUndefined();
  });
});
