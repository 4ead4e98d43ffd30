// What the page needs of the renderer, in the page's own words.
import type { LinkLoad, Scene, SourceRange } from '../../server/protocol.ts';
import {
  Cancelled,
  diagramCss,
  draw,
  drawnPath,
  type Elk,
  edgeFor,
  type Layout,
  layOut,
  type Marks,
  makeLayoutCache,
  neighbours,
  outwardWords,
  type SourceIndex,
  type SvgNode,
  sourceIndex,
  svgText,
  type ThemeName,
  type Token,
  type ViewState,
} from '../diagram/diagram.ts';

export type { Elk, Layout, Marks, ThemeName, ViewState } from '../diagram/diagram.ts';
export { boxesOf, boxRows, linkRows, lodClass, openTo, plainView, toggle } from '../diagram/diagram.ts';

/** What stands for a place, or for links, in the picture. */
export type Target = { readonly path: string } | { readonly link: string };

/** Ready to be put into the page. */
export interface Picture {
  readonly markup: string;
  /** Of the element it is put into. */
  readonly classes: string;
  readonly width: number;
  readonly height: number;
}

const cache = makeLayoutCache();

/** Undefined: called off, a newer one is wanted. */
export async function lay(scene: Scene, view: ViewState, elk: Elk, token: Token): Promise<Layout | undefined> {
  try {
    return await layOut(scene, view, elk, token, cache);
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

export function paint(layout: Layout, marks: Marks): Picture {
  const root = draw(layout, { marks });
  return {
    markup: root.children
      .map((child) => (typeof child === 'string' ? child : svgText(forPage(layout, child))))
      .join(''),
    classes: root.attributes.class ?? '',
    width: layout.width,
    height: layout.height,
  };
}

/** A file of its own, in the colours of a theme: of the one in force, unless another is wanted. */
export const standalone = (layout: Layout, marks: Marks, theme = themeInForce()): string =>
  svgText(draw(layout, { marks, theme }));

function themeInForce(): ThemeName {
  const { classList } = document.body;
  if (classList.contains('vscode-high-contrast-light')) return 'hc-light';
  if (classList.contains('vscode-high-contrast')) return 'hc-dark';
  return classList.contains('vscode-light') ? 'light' : 'dark';
}

/**
 * As the page has it. It has tooltips of its own, and the browser's would come on top of them. And of what stands in an opened
 * server it says the links that leave it too, which the renderer, who draws equal servers once, does not know there.
 */
function forPage(layout: Layout, node: SvgNode): SvgNode {
  const path = node.attributes['data-path'];
  const outside = path?.includes('.') ? outwardWords(layout, path) : [];
  const words = [node.attributes['aria-label'], ...outside].join(', ');
  return {
    name: node.name,
    attributes: outside.length > 0 ? { ...node.attributes, 'aria-label': words } : node.attributes,
    children: node.children
      .filter((child) => typeof child === 'string' || child.name !== 'title')
      .map((child) => (typeof child === 'string' ? child : forPage(layout, child))),
  };
}

export function sourceOf(layout: Layout, target: Target): SourceRange | undefined {
  const index = indexOf(layout.scene);
  if ('path' in target) return index.ofPath(target.path);
  const [a, b = ''] = target.link.split(' -- ');
  return index.ofLink(a, b);
}

/** What the text at the cursor makes, for the marks of a picture. */
export const madeAt = (scene: Scene, cursor: { uri: string; offset: number }): NonNullable<Marks['cursor']> =>
  indexOf(scene).at(cursor.uri, cursor.offset);

const indexes = new WeakMap<Scene, SourceIndex>();

function indexOf(scene: Scene): SourceIndex {
  const known = indexes.get(scene) ?? sourceIndex(scene);
  indexes.set(scene, known);
  return known;
}

/** The line of a link, else what hides it. */
export function linkTarget(layout: Layout, { a, b }: LinkLoad): Target | undefined {
  const link = edgeFor(layout, a, b);
  if (link !== undefined) return { link };
  const path = drawnPath(layout, a);
  return path === undefined ? undefined : { path };
}

export const linkedTo = (layout: Layout, path: string): readonly { readonly path: string; readonly link: string }[] =>
  neighbours(layout, path);

/** What stands for a path in this picture. */
export function shownAs(layout: Layout, path: string): Target | undefined {
  const drawn = drawnPath(layout, path);
  return drawn === undefined ? undefined : { path: drawn };
}

/** The array that a thing is one of: `su[0].dgx` of `su[0].dgx[3]`; itself where it is alone. */
export const arrayOf = (path: string): string => path.replace(/(\[\d+\])+$/, '');

/** A sheet made by script needs no leave of the content policy. */
export function dressPicture(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(diagramCss);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
