// Links that leave an opened instance from a thing in it: they belong to the templates around it, whose picture draws them.
import type { Box, Layout, Link, Placed } from './model.ts';
import { join, splitHead, spotOf } from './paths.ts';
import { peerWords } from './peers.ts';
import { bandwidth, mediumWords } from './words.ts';

export interface Outward {
  /** Where the link is drawn, and the path of that template. */
  readonly placed: Placed;
  readonly prefix: string;
  readonly link: Link;
  readonly far: { readonly box: Box; readonly port: string };
}

type Leaving = Pick<Outward, 'link' | 'far'>;

const known = new WeakMap<Placed, ReadonlyMap<string, readonly Leaving[]>>();

/** The links of each port of each opened instance. */
function portsOf(placed: Placed): ReadonlyMap<string, readonly Leaving[]> {
  const there = known.get(placed);
  if (there) return there;
  const ports = new Map<string, Leaving[]>();
  const add = (box: Box, port: string, leaving: Leaving): void => {
    if (box.form !== 'open') return;
    const key = `${box.id} ${port}`;
    const others = ports.get(key);
    if (others) others.push(leaving);
    else ports.set(key, [leaving]);
  };
  for (const link of placed.links) {
    const { a, portA, b, portB } = link;
    add(a, portA, { link, far: { box: b, port: portB } });
    add(b, portB, { link, far: { box: a, port: portA } });
  }
  known.set(placed, ports);
  return ports;
}

/** Of `dgx[0].nic[3]`, the lines that lead from it to the leaves; from the outside in. */
export function outwardLinks(layout: Layout, path: string): Outward[] {
  const found: Outward[] = [];
  let placed = layout.root;
  let prefix = '';
  for (let rest = path; ; ) {
    const [head, inner] = splitHead(rest);
    const spot = spotOf(placed.template, head);
    const box = spot && placed.owners[spot.part][spot.from];
    if (!box?.child || box.form !== 'open' || inner === '') return found;
    for (const { link, far } of portsOf(placed).get(`${box.id} ${inner}`) ?? [])
      found.push({ placed, prefix, link, far });
    prefix = join(prefix, head);
    placed = box.child;
    rest = inner;
  }
}

/** `NDR to Leaf 3, 50 GB/s each way`, one for each of them. */
export const outwardWords = (layout: Layout, path: string): string[] =>
  outwardLinks(layout, path).map(({ placed, link, far }) => {
    const medium = mediumWords(link, link.lanes ? link.count : link.links, link.lanes ? link.pairs : 1);
    return `${medium}${peerWords(placed, [[far.box, far.port]])}, ${bandwidth(link.GBps)} each way`;
  });
