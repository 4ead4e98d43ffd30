// The examples that ship with the extension, as texts.

import dgxH100 from '../../examples/dgx_h100.topo';
import dgx1V100 from '../../examples/dgx1_v100.topo';
import fatTree from '../../examples/fat_tree.topo';
import rails from '../../examples/rails.topo';
import ring from '../../examples/ring.topo';
import scalableUnit from '../../examples/scalable_unit.topo';
import superpod from '../../examples/superpod.topo';

export const examples: readonly (readonly [name: string, text: string])[] = [
  ['dgx1_v100', dgx1V100],
  ['dgx_h100', dgxH100],
  ['fat_tree', fatTree],
  ['rails', rails],
  ['ring', ring],
  ['scalable_unit', scalableUnit],
  ['superpod', superpod],
];
