// What is placed and drawn, for one template in one view: boxes, the links between boxes, and the lines they became.
// Coordinates are the template's own, so one layout serves every instance that looks the same.
import type { LinkLook, Scene, SceneTemplate } from '../../server/protocol.ts';
import type { Class } from './classes.ts';
import type { Course, Point, Rect } from './path.ts';
import type { Shape } from './shapes.ts';
import type { ViewState } from './view.ts';

/**
 * `device`: one; `bar`, `bus`: switches, one or several as one; `card`, `open`: one instance; `block`: many cells; `stack`: all as
 * one; `grid`, `mesh`: an array joined in itself; `column`: a column of a mesh that hangs on something; `rails`, `clique`: no
 * thing of the scene but how a bundle is drawn.
 */
export type Form =
  | 'device'
  | 'bar'
  | 'bus'
  | 'card'
  | 'open'
  | 'block'
  | 'stack'
  | 'grid'
  | 'mesh'
  | 'column'
  | 'rails'
  | 'clique';

/** A member drawn inside a box; x and y from the box's corner. */
export interface Cell extends Rect {
  readonly place: number;
  readonly label: string;
  readonly sub: string;
  /** In a mesh: its row, 0 at the top. */
  readonly row: number;
  readonly absent: boolean;
}

export interface Box {
  /** Path from the template: `gpu[3]`, `nvs` for all of them. Boxes that are no thing of the scene begin with `~`. */
  readonly id: string;
  /** Index into the template's parts. */
  readonly part: number;
  readonly places: readonly number[];
  readonly form: Form;
  readonly class: Class;
  label: string;
  sub: string;
  readonly absent: boolean;
  /** Row, top first; members of one array that fan out differ by hundredths. */
  tier: number;
  /** `tier`, plus how deep in a cascade of PCIe switches. */
  depth: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** A switch that ELK may widen over what it serves. */
  flexible: boolean;
  cells: readonly Cell[];
  /** Of `card`, `stack` and `block`: what its members hold. */
  readonly contents?: Contents;
  /** Of `open`: the layout inside. */
  readonly child?: Placed;
  /** Of a mesh, grid or column: how its members are joined. */
  readonly shape?: Shape;
  /** Of `card`: inner ports in order; one empty one where there are too many to tell apart. */
  ports: readonly string[];
  /** Of `block`: the switches over its columns. */
  feeds: readonly Box[];
  /** Of `rails`: one switch and what it reaches, top first. */
  readonly rails: readonly Rail[];
  /** Order among the columns of one mesh. */
  readonly column: number;
}

export interface Rail {
  readonly from: Box;
  readonly link: Link;
  readonly taps: readonly { readonly box: Box; readonly port: string; readonly link: Link }[];
}

/** All links of one look between two boxes, or between two ports of them. */
export interface Link {
  readonly a: Box;
  readonly portA: string;
  readonly b: Box;
  readonly portB: string;
  readonly look: LinkLook;
  /** Of the first link; `count` and `lanes` as in the scene. */
  readonly medium: string;
  readonly lanes: boolean;
  readonly count: number;
  /** How many links of the scene, and their sum, GB/s one way. */
  pairs: number;
  links: number;
  GBps: number;
  /** One way only, to `b`, or to `a` where `back` is set. */
  directed: boolean;
  readonly back: boolean;
  lateral: boolean;
  /** Drawn by a rail. */
  railed: boolean;
}

/** One drawn line and the link it stands for. */
export interface Route {
  readonly link: Link;
  /** Of a line many links run along, a rail: all of them. */
  readonly also?: readonly Link[];
  readonly course: Course;
  readonly width: number;
  readonly opacity: number;
  /** Later ones lie on top. */
  readonly layer: number;
  readonly dots: readonly Point[];
  /** Words to be put on it, and where. */
  readonly pill?: { readonly at: Point; readonly words: string };
}

export interface Placed {
  readonly template: SceneTemplate;
  readonly boxes: readonly Box[];
  readonly links: readonly Link[];
  readonly rows: readonly (readonly Box[])[];
  /** By part, then place: the box that stands for it. */
  readonly owners: readonly (readonly (Box | undefined)[])[];
  routes: readonly Route[];
  width: number;
  height: number;
  readonly titleBottom: boolean;
}

export interface Layout {
  readonly scene: Scene;
  readonly view: ViewState;
  readonly root: Placed;
  /** Of the whole picture, the column of names at the left included. */
  readonly width: number;
  readonly height: number;
}

/** What the members of an instance array hold. */
export interface Contents {
  readonly gpus: number;
  readonly instances: number;
  readonly switches: number;
  /** Of those, scale-up ones at the top of the template. */
  readonly scaleSwitches: number;
  readonly scaleName: string;
  /** GPUs joined among themselves. */
  readonly meshed: boolean;
  /** Of what joins the GPUs. */
  readonly look: LinkLook;
}

export const centre = (box: Rect): number => box.x + box.width / 2;
export const bottom = (box: Rect): number => box.y + box.height;
export const right = (box: Rect): number => box.x + box.width;

export const route = (link: Link, course: Course, width: number, opacity: number, layer = 1): Route => ({
  ...{ link, course, width, opacity, layer },
  dots: [],
});

export const isMesh = ({ form }: Box): boolean => form === 'grid' || form === 'mesh' || form === 'column';
