// The stylesheet of the picture, written once for two uses: in the page, where colours are the editor's variables and follow
// its theme; and in a file, where they are plain values, as many viewers know neither variables nor mixing.
import { type ColourId, grounds, mixed, palette, shadeOf, type ThemeName, themeNames } from './palette.ts';

type Name = ColourId | 'background' | 'foreground' | 'description' | 'focus';

/** How colours are written. */
interface Paint {
  colour(name: Name): string;
  /** `share` of one over another. */
  mix(name: Name, share: number, over?: Name): string;
}

/** The colour of boxes, by the class that draw gives them. */
const tints: Readonly<Record<string, ColourId>> = {
  gpu: 'gpu',
  cpu: 'cpu',
  nic: 'infiniband',
  pcie: 'pcie',
  nvlink: 'nvlink',
  scaleup: 'scaleup',
  infiniband: 'infiniband',
  ethernet: 'ethernet',
  socket: 'socket',
};
const looks: readonly (ColourId & string)[] = ['nvlink', 'scaleup', 'pcie', 'socket', 'infiniband', 'ethernet'];

function rules({ colour, mix }: Paint): string {
  const tint = (name: string, id: ColourId): string => `
.topo .c-${name}>.b{fill:${mix(id, 0.11)};stroke:${mix(id, 0.52)}}
.topo .c-${name}>.s{fill:${mix(id, 0.05)};stroke:${mix(id, 0.38)}}
.topo .c-${name}>.fill,.topo .c-${name} .cnt>rect{fill:${colour(id)}}`;
  const look = (name: ColourId): string => `
.topo .l-${name}>.e,.topo .e.l-${name}{stroke:${colour(name)}}
.topo .l-${name}>.dot,.topo .l-${name}>.head,.topo .dot.l-${name}{fill:${colour(name)}}
.topo .badge.l-${name} rect{stroke:${mix(name, 0.6)}}
.topo .badge.l-${name} text,.topo .l-${name}>.ln{fill:${mix(name, 0.8, 'foreground')}}`;
  return `
.topo{background:${colour('background')}}
.topo text{fill:${colour('foreground')};font-size:11.5px;font-weight:600;letter-spacing:.01em}
.topo text.sub{fill:${colour('description')};font-size:9.5px;font-weight:400}
.topo text.small{font-size:9.5px}
.topo text.large{font-size:13px}
.topo text.tiny{font-size:7.5px}
.topo text.inv,.topo .cnt>text{fill:${colour('background')};font-weight:700}
.topo text.inv{font-size:8.5px}
.topo .cnt>text{font-size:11px}
.topo .frame>rect{fill:${mix('foreground', 0.035)};stroke:${mix('foreground', 0.15)}}
.topo .frame>text{font-size:12.5px}
.topo .frame .sub{font-size:11px;font-weight:400;fill:${colour('description')}}
.topo .n>.b,.topo .n>.s{fill:${mix('foreground', 0.04)};stroke:${mix('foreground', 0.24)}}
.topo .n>.fill,.topo .n>.mini,.topo .cnt>rect{fill:${mix('foreground', 0.62)}}
.topo .n>.mini,.topo .dense .mini{fill:${colour('gpu')}}
.topo .n>.port{fill:${colour('infiniband')}}
.topo .gap>.b{fill:none;stroke:${mix('foreground', 0.4)};stroke-dasharray:4 3}
.topo .gap>text{opacity:.6}
.topo .virtual>.b{stroke-dasharray:5 4}
.topo .e{fill:none;stroke:${mix('foreground', 0.6)};stroke-linecap:round;stroke-linejoin:round}
.topo .e.butt{stroke-linecap:butt}
.topo .dot{fill:${mix('foreground', 0.6)};stroke:${colour('background')};stroke-width:1}
.topo .head{fill:${mix('foreground', 0.6)}}
.topo .hit{fill:none;stroke:transparent;stroke-width:10}
.topo .badge rect{fill:${colour('background')};stroke:${mix('foreground', 0.35)}}
.topo .badge text{font-size:10.5px}
.topo .tier{font-size:10px;letter-spacing:.09em;fill:${colour('description')}}
.topo .ln{font-size:11px}${Object.entries(tints)
    .map(([name, id]) => tint(name, id))
    .join('')}${looks.map(look).join('')}
.topo .l-ethernet>.e,.topo .e.l-ethernet{stroke-dasharray:6 3}
.topo .c-nvlink>.word,.topo .c-scaleup>.word{fill:${mix('foreground', 0.9)}}
.topo.topo .selected.selected>.b,.topo.topo .frame.selected.selected>rect{stroke:${colour('focus')};stroke-width:2.5}
.topo.topo .cursor.cursor>.b,.topo.topo .frame.cursor.cursor>rect{stroke:${colour('focus')};stroke-width:2}
.topo .glow{fill:none;stroke:${colour('focus')};opacity:.45;stroke-linecap:round}
.topo .halo{fill:none;stroke:${colour('hot')};opacity:.42;stroke-linecap:round}
.topo .cutline{fill:none;stroke:${colour('focus')};stroke-width:2.5;stroke-dasharray:7 4;stroke-linecap:round}
.topo .badge.cutname rect{stroke:${colour('focus')}}
.topo .badge.hot rect{stroke:${colour('hot')}}
.topo .badge.hot text{fill:${mix('hot', 0.85, 'foreground')}}
.topo.topo .hotbox.hotbox.hotbox>.b{stroke:${colour('hot')};stroke-width:3}
.topo.heat .n>.b,.topo.heat .n>.s{fill:${mix('foreground', 0.05)};stroke:${mix('foreground', 0.28)}}
.topo.heat .n>.mini,.topo.heat .n>.port,.topo.heat .n>.fill,.topo.heat .cnt>rect,.topo.heat .dense .mini{fill:${mix('foreground', 0.45)}}
${[0, 1, 2, 3, 4].map((i) => heat(colour, `heat${i}` as ColourId, i)).join('')}
.topo [data-path]:focus,.topo [data-link]:focus{outline:none}
.topo.topo [data-path]:focus-visible>.b,.topo.topo .frame:focus-visible>rect{stroke:${colour('focus')};stroke-width:3}
.topo.lod0 .n text,.topo.lod0 .sub,.topo.lod0 .port,.topo.lod0 .n>.mini,.topo.lod0 .dot,.topo.lod0 .inner{display:none}
.topo.lod1 .sub,.topo.lod1 .inv,.topo.lod1 .tiny{display:none}
.topo.lod2 .tiny{display:none}
`;
}

const heat = (colour: Paint['colour'], id: ColourId, i: number): string => `
.topo.heat .h${i}>.e{stroke:${colour(id)};stroke-dasharray:none}
.topo.heat .h${i}>.dot,.topo.heat .h${i}>.head,.topo .ramp${i}{fill:${colour(id)}}
.topo.heat .n.h${i}>.b{stroke:${colour(id)};stroke-width:2}`;

/** In high contrast fills go, borders are solid and in the family's colour. */
function contrastRules(scope: (selector: string) => string, border: string, { colour }: Paint): string {
  const tinted = Object.entries(tints).map(
    ([name, id]) =>
      `${scope(`.c-${name}>.b`)},${scope(`.c-${name}>.s`)}{fill:${colour('background')};stroke:${colour(id)};stroke-width:1.5}\n`,
  );
  return `
${scope('.n>.b')},${scope('.n>.s')}{fill:${colour('background')};stroke:${colour('foreground')};stroke-width:1.5}
${scope('.frame>rect')}{fill:none;stroke:${border}}
${tinted.join('')}`;
}

const variables: Readonly<Record<'background' | 'foreground' | 'description' | 'focus', string>> = {
  background: 'editor-background',
  foreground: 'foreground',
  description: 'descriptionForeground',
  focus: 'focusBorder',
};

const livePaint: Paint = {
  colour: (name) =>
    name in palette
      ? `var(--vscode-topo-${name},${palette[name as ColourId].light})`
      : `var(--vscode-${variables[name as 'focus']},${grounds.light[name as 'focus']})`,
  mix: (name, share, over = 'background') =>
    `color-mix(in srgb,${livePaint.colour(name)} ${Math.round(share * 1000) / 10}%,${livePaint.colour(over)})`,
};

function plainPaint(theme: ThemeName): Paint {
  const colour = (name: Name): string =>
    name in palette ? shadeOf(name as ColourId, theme) : grounds[theme][name as 'focus'];
  return { colour, mix: (name, share, over = 'background') => mixed(colour(name), share, colour(over)) };
}

/** For the page: put it into a stylesheet with the page's nonce. */
export const diagramCss: string = `.topo{font-family:var(--vscode-font-family,sans-serif);display:block}${rules(livePaint)}${contrastRules(
  (selector) => `.vscode-high-contrast .topo ${selector},.vscode-high-contrast-light .topo ${selector}`,
  'var(--vscode-contrastBorder,#0f4a85)',
  livePaint,
)}`;

/** For a file: the same rules with the theme's colours written out. */
export function themeCss(theme: ThemeName): string {
  const paint = plainPaint(theme);
  const { border } = grounds[theme];
  const high = border === '' ? '' : contrastRules((selector) => `.topo ${selector}`, border, paint);
  // A viewer that is no browser paints no background of an element.
  const paper = `.topo .paper{fill:${paint.colour('background')}}`;
  return `.topo{font-family:Inter,"Segoe UI",system-ui,sans-serif}${paper}${rules(paint)}${high}`;
}

export const isTheme = (name: string): name is ThemeName => themeNames.some((theme) => theme === name);

/** The level of detail at a zoom: a class for the root, to be changed only when it changes. */
export function lodClass(zoom: number): 'lod0' | 'lod1' | 'lod2' | 'lod3' {
  return zoom < 0.25 ? 'lod0' : zoom < 0.55 ? 'lod1' : zoom < 1 ? 'lod2' : 'lod3';
}
