// The systems of test/fixtures/systems, as texts.
import box from '../fixtures/systems/box.topo';
import pod from '../fixtures/systems/pod.topo';
import torus from '../fixtures/systems/torus.topo';

export const systems: readonly (readonly [name: string, text: string])[] = [
  ['box', box],
  ['pod', pod],
  ['torus', torus],
];
