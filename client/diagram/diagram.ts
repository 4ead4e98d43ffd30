// The face of this folder: a scene to a layout, a layout to a picture, and the way between pictures, paths and text.
// Runs in a page, in Node and in a worker alike: no DOM, no files, no elkjs of its own (it is handed in).
import type { Scene } from '../../server/protocol.ts';
import type { Elk } from './elk.ts';
import { labelColumn, labelsOf } from './labels.ts';
import type { Layout } from './model.ts';
import { type LayoutCache, makeLayoutCache, place, type Token } from './place.ts';
import type { ViewState } from './view.ts';

export { type DrawOptions, draw } from './draw.ts';
export type { Elk, ElkGraph } from './elk.ts';
export { drawnPath, edgeFor, find, neighbours } from './find.ts';
export { boxesOf, type DrawnBox } from './listing.ts';
export type { Marks } from './marks.ts';
export type { Layout } from './model.ts';
export { openTo } from './opening.ts';
export { outwardWords } from './outward.ts';
export { type ColourId, palette, type ThemeName, themeNames } from './palette.ts';
export type { Rect } from './path.ts';
export { Cancelled, type LayoutCache, makeLayoutCache, type Token } from './place.ts';
export { type SourceIndex, sourceIndex } from './source.ts';
export { diagramCss, isTheme, lodClass, themeCss } from './style.ts';
export { type SvgNode, svgText } from './svg.ts';
export { type BoxRow, boxRows, type LinkRow, linkRows } from './tables.ts';
export { type Manner, plainView, toggle, type ViewState } from './view.ts';

/**
 * Lays a scene out. Throws `Cancelled` when the token says so between two ELK runs. With a cache, what was laid out before, in
 * this scene or another, is not laid out again.
 */
export async function layOut(
  scene: Scene,
  view: ViewState,
  elk: Elk,
  token?: Token,
  cache: LayoutCache = makeLayoutCache(),
): Promise<Layout> {
  const root = await place({ scene, elk, token, cache }, scene.templates[0], view, 0);
  const left = labelColumn(labelsOf(root));
  return { scene, view, root, width: left + root.width + 20, height: root.height + 40 };
}
