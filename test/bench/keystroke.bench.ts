// What a keystroke costs in the largest example, library and all: a new text, its meaning, its findings; then what editors
// ask right after. Questions are kept from version to version and are not counted.
import { bench, describe } from 'vitest';
import { completions } from '../../server/features/completion.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { hover } from '../../server/features/hover.ts';
import { scene } from '../../server/features/scene.ts';
import { Workspace } from '../../server/workspace.ts';
import { examples } from '../support/examples.ts';

const uri = 'file:///superpod.topo';
const text = examples.find(([name]) => name === 'superpod')?.[1] ?? '';
const connection = text.indexOf('--');
const place = text.indexOf('leaf[l]');

describe('superpod.topo', () => {
  const workspace = new Workspace();
  let version = 0;
  const type = (): void => workspace.update(uri, `${text}// ${++version}\n`, version);
  bench('a keystroke', () => {
    type();
    diagnostics(workspace, uri);
  });
  bench('a keystroke and the hover of a connection', () => {
    type();
    hover(workspace, uri, connection);
  });
  bench('a keystroke and completion', () => {
    type();
    completions(workspace, uri, place);
  });
  bench('a keystroke and the scene', () => {
    type();
    scene(workspace, uri);
  });
});
