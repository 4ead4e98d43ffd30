// What a part is in the picture, and the row it stands in: network above, GPUs in the hinge, scale-up switches below.
import type { LinkLook, Scene, SceneLink, SceneTemplate } from '../../server/protocol.ts';

export type Class = 'gpu' | 'cpu' | 'nic' | 'memory' | 'pcie' | 'scale' | 'net' | 'node';

export const isSwitch = (c: Class): boolean => c === 'pcie' || c === 'scale' || c === 'net';
export const isScaleUp = (look: LinkLook): boolean => look === 'nvlink' || look === 'scaleup';

/** The class of each part of a template. */
export function classesOf(scene: Scene, template: SceneTemplate, links: readonly SceneLink[]): Class[] {
  const looks = template.parts.map(() => new Set<LinkLook>());
  for (const { a, b, look } of links) {
    looks[a.part].add(look);
    looks[b.part].add(look);
  }
  return template.parts.map((part, i) => {
    if (part.template !== undefined)
      return onlySwitches(scene, scene.templates[part.template]) ? switchClass(looks[i]) : 'node';
    switch (part.kind) {
      case 'switch':
        return switchClass(looks[i]);
      case 'gpu':
      case 'cpu':
      case 'nic':
      case 'memory':
        return part.kind;
      default:
        return 'node';
    }
  });
}

function switchClass(looks: ReadonlySet<LinkLook>): Class {
  for (const look of looks) if (isScaleUp(look)) return 'scale';
  return looks.has('pcie') ? 'pcie' : 'net';
}

function onlySwitches(scene: Scene, template: SceneTemplate): boolean {
  return (
    template.parts.length > 0 &&
    template.parts.every((part) =>
      part.template === undefined ? part.kind === 'switch' : onlySwitches(scene, scene.templates[part.template]),
    )
  );
}

const tiers = { rails: 95, nic: 100, node: 100, cpu: 110, pcie: 120, device: 130, scale: 140 } as const;
export const { rails: railTier, scale: scaleTier } = tiers;

/** The row of each part, top first: core < spine < leaf < NIC and instances < CPU < PCIe switch < GPU < scale-up switch. */
export function tiersOf(classes: readonly Class[], links: readonly SceneLink[]): number[] {
  const ranks = netRanks(classes, links);
  const nicsUp = nicsGoUp(classes, links);
  return classes.map((c, i) => {
    switch (c) {
      case 'net':
        return 90 - 10 * Math.min(8, ranks[i]);
      case 'nic':
        return nicsUp ? tiers.nic : tiers.device;
      case 'gpu':
      case 'memory':
        return tiers.device;
      default:
        return tiers[c];
    }
  });
}

/** How many hops a network switch is away from the nearest thing that is none: leaf 1, spine 2, core 3. */
function netRanks(classes: readonly Class[], links: readonly SceneLink[]): number[] {
  const joined = classes.map(() => new Set<number>());
  for (const { a, b } of links) {
    joined[a.part].add(b.part);
    joined[b.part].add(a.part);
  }
  const ranks = classes.map((c): number => (c === 'net' ? 0 : -1));
  let front = classes.flatMap((c, i) => (c === 'net' ? [] : [i]));
  for (let rank = 1; front.length > 0; rank++) {
    const next: number[] = [];
    for (const from of front)
      for (const to of joined[from])
        if (ranks[to] === 0) {
          ranks[to] = rank;
          next.push(to);
        }
    front = next;
  }
  return ranks.map((rank) => Math.max(1, rank));
}

/** NICs stand above the CPUs only where each one's PCIe switch hangs directly on a CPU; deeper ones join the GPUs' row. */
function nicsGoUp(classes: readonly Class[], links: readonly SceneLink[]): boolean {
  const rooted = new Set<string>();
  for (const { a, b } of links) {
    if (classes[a.part] === 'cpu') rooted.add(`${b.part} ${b.place}`);
    if (classes[b.part] === 'cpu') rooted.add(`${a.part} ${a.place}`);
  }
  if (!classes.includes('cpu')) return true;
  for (const link of links)
    for (const [nic, at] of [
      [link.a, link.b],
      [link.b, link.a],
    ])
      if (classes[nic.part] === 'nic' && classes[at.part] === 'pcie' && !rooted.has(`${at.part} ${at.place}`))
        return false;
  return true;
}
