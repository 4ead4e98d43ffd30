// The colours of the picture. The extension contributes them under the same ids, so that a theme can change each; a test
// holds the two together. Link families stay apart under colour-blindness, and never by colour alone: dashes, place, words.

export type ColourId =
  | 'nvlink'
  | 'pcie'
  | 'socket'
  | 'infiniband'
  | 'ethernet'
  | 'scaleup'
  | 'gpu'
  | 'cpu'
  | 'hot'
  | 'heat0'
  | 'heat1'
  | 'heat2'
  | 'heat3'
  | 'heat4';

export interface Shades {
  readonly light: string;
  readonly dark: string;
  readonly highContrast: string;
  readonly highContrastLight: string;
}

const shades = (light: string, dark: string, highContrast: string, highContrastLight: string): Shades => ({
  light,
  dark,
  highContrast,
  highContrastLight,
});

/** By the id after `topo.`. */
export const palette: Readonly<Record<ColourId, Shades>> = {
  nvlink: shades('#007F5F', '#35C799', '#2BF0B4', '#00573F'),
  pcie: shades('#5C7A9E', '#8AA0BA', '#C9D6E6', '#47586E'),
  socket: shades('#7A3FC0', '#C9A6FF', '#DDBBFF', '#5B1FA8'),
  infiniband: shades('#B8440A', '#F08A45', '#FF9F50', '#8A2F00'),
  ethernet: shades('#A98A00', '#DDB83F', '#FFE066', '#7A6200'),
  scaleup: shades('#0083D0', '#3E9BE8', '#3FAEFF', '#0060B0'),
  gpu: shades('#3E8E2F', '#7CC46A', '#9BE88A', '#23611A'),
  cpu: shades('#7A6A9B', '#A99BC9', '#D3C6F2', '#4F4173'),
  hot: shades('#C2185B', '#FF5FA8', '#FF6FB5', '#A3003F'),
  heat0: shades('#B4BFCC', '#454F5D', '#5A6675', '#8C97A4'),
  heat1: shades('#E0AE55', '#8A5A33', '#9C6A40', '#B87D22'),
  heat2: shades('#E98B4A', '#C97A2B', '#DB8A35', '#B85A1E'),
  heat3: shades('#CE4F3C', '#F5A623', '#FFB53A', '#9A2A22'),
  heat4: shades('#8E1B3A', '#FFE27A', '#FFF0A0', '#5E0A26'),
};

export type ThemeName = 'light' | 'dark' | 'hc-dark' | 'hc-light';
export const themeNames: readonly ThemeName[] = ['light', 'dark', 'hc-dark', 'hc-light'];

/** What the editor's own colours are in its default themes (Default Modern and High Contrast). */
export interface Ground {
  readonly background: string;
  readonly foreground: string;
  readonly description: string;
  readonly border: string;
  readonly focus: string;
}

export const grounds: Readonly<Record<ThemeName, Ground>> = {
  light: { background: '#ffffff', foreground: '#3b3b3b', description: '#616161', border: '', focus: '#005fb8' },
  dark: { background: '#1f1f1f', foreground: '#cccccc', description: '#9d9d9d', border: '', focus: '#0078d4' },
  'hc-dark': {
    background: '#000000',
    foreground: '#ffffff',
    description: '#e0e0e0',
    border: '#6fc3df',
    focus: '#f38518',
  },
  'hc-light': {
    background: '#ffffff',
    foreground: '#292929',
    description: '#292929',
    border: '#0f4a85',
    focus: '#006bbd',
  },
};

export function shadeOf(id: ColourId, theme: ThemeName): string {
  const { light, dark, highContrast, highContrastLight } = palette[id];
  return { light, dark, 'hc-dark': highContrast, 'hc-light': highContrastLight }[theme];
}

/** `share` of a over b, as sRGB like `color-mix(in srgb, a share, b)`. Both as #rrggbb. */
export function mixed(a: string, share: number, b: string): string {
  const channel = (hex: string, i: number) => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
  let out = '#';
  for (let i = 0; i < 3; i++)
    out += Math.round(channel(a, i) * share + channel(b, i) * (1 - share))
      .toString(16)
      .padStart(2, '0');
  return out;
}
