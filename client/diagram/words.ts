// How names, counts and rates are written in the picture.
import type { SceneLink, ScenePart } from '../../server/protocol.ts';
import type { Link } from './model.ts';
import { coordinates } from './paths.ts';

const acronyms: Readonly<Record<string, string>> = {
  gpu: 'GPU',
  cpu: 'CPU',
  nic: 'NIC',
  pcie: 'PCIe',
  nvme: 'NVMe',
  tpu: 'TPU',
  dpu: 'DPU',
  hbm: 'HBM',
  nvs: 'NVS',
  plx: 'PLX',
  su: 'SU',
};

/** `leaf` as Leaf, `gpu` as GPU; names of one or two letters stay as they were written. */
export function spoken(name: string): string {
  const known = acronyms[name.toLowerCase()];
  if (known !== undefined) return known;
  return name.length < 3 ? name : name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** `DGX_H100` as DGX H100. */
export const typeName = (type: string): string => type.replaceAll('_', ' ').trim();

/** The type; empty where it says no more than the kind does. */
export const kindName = ({ type, kind }: ScenePart): string => (type === kind ? '' : typeName(type));

/** GPU 3; chip 0,2 of two dimensions; a single thing has no number. */
export function memberName(part: ScenePart, place: number): string {
  const number = coordinates(part.dims, place).join(',');
  return number === '' ? arrayName(part) : `${arrayName(part)} ${number}`;
}

/** Instances keep the name they were given; devices are spoken of by what they are. */
export const arrayName = ({ name, template }: ScenePart): string =>
  template === undefined ? spoken(name) : name.replaceAll('_', ' ');

export function bandwidth(GBps: number): string {
  if (GBps >= 1_000_000) return `${trimmed(GBps / 1_000_000, 2)} PB/s`;
  if (GBps >= 1000) return `${trimmed(GBps / 1000, GBps >= 10_000 ? 1 : 2)} TB/s`;
  if (GBps >= 1 || GBps === 0) return `${trimmed(GBps, GBps >= 100 ? 0 : 1)} GB/s`;
  return `${trimmed(GBps * 1000, 1)} MB/s`;
}

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** 131 072, with thin spaces. */
export const thousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u2009');

/** 18 × NVLink4, PCIe5 ×16, 8 × PCIe5 ×16: `count` as in the scene, of `times` equal links. */
export function mediumWords(link: Pick<SceneLink, 'medium' | 'lanes'>, count: number, times = 1): string {
  const name = link.medium === '' ? 'link' : typeName(link.medium);
  if (link.lanes) return times > 1 ? `${thousands(times)} × ${name} ×${count}` : `${name} ×${count}`;
  const all = count * times;
  return all > 1 ? `${thousands(all)} × ${name}` : name;
}

/** 4 × NVLink3 · 100 GB/s */
export const pillWords = (link: Link): string =>
  `${mediumWords(link, link.lanes ? link.count : link.links, link.lanes ? link.pairs : 1)} · ${bandwidth(link.GBps)}`;

/** Leaf 3 as L3, for where there is room for no more. */
export function initialed(label: string): string {
  const [name, number] = label.split(' ');
  return number === undefined ? label.slice(0, 4) : `${name[0]}${number}`;
}
