// What the search field finds, in which order, and that it stays quick where there are very many places.
import { expect, test } from 'vitest';
import { mostFound, search } from '../../client/webview/search.ts';
import { huge, rails, superpod, torus } from '../diagram/scenes.ts';
import { clusterScene } from './fakes.ts';

const check = (query: string, ...expected: string[]): void => expect(search(clusterScene, query)).toEqual(expected);

test('by name, kind and type, in any case; what is outside before what is inside', () => {
  check('leaf', 'leaf');
  check('QM9700', 'leaf');
  check('switch', 'leaf', 'box[0].nvs', 'box[1].nvs', 'box[2].nvs', 'box[3].nvs');
  check('connectx', 'box[0].nic', 'box[1].nic', 'box[2].nic', 'box[3].nic');
  check('h100 SXM', 'box[0].gpu', 'box[1].gpu', 'box[2].gpu', 'box[3].gpu');
});

test('a number names one of a row', () => {
  check('gpu 7', 'box[0].gpu[7]', 'box[1].gpu[7]', 'box[2].gpu[7]', 'box[3].gpu[7]');
  check('leaf[3]', 'leaf[3]');
  check('leaf 8');
  check('box 2', 'box[2]');
  check('6');
});

test('a whole path names one thing, also of several dimensions', () => {
  check('box[2].gpu[5]', 'box[2].gpu[5]');
  check('box[9].gpu[5]');
  const chip = torus(4).scene().templates[0].parts[0].name;
  expect(search(torus(4).scene(), `${chip}[1][2]`)).toEqual([`${chip}[1][2]`]);
  expect(search(superpod.scene(), 'su[1].dgx[3].gpu[0]')).toEqual(['su[1].dgx[3].gpu[0]']);
});

test('nothing for nothing', () => {
  check('');
  check('  ');
  check('. [ ]');
  check('tpu');
  check('<script>');
});

test('no more than one goes through', () => {
  expect(search(huge.scene(), 'gpu').length).toBe(mostFound);
  expect(search(rails(100, 4).scene(), 'gpu').length).toBe(100);
  expect(search(huge.scene(), 'nowhere')).toEqual([]);
});
