// What a box or line is, in words: for screen readers and tooltips. `GPU 3, H100 SXM, 18 × NVLink4 to 4 switches, 450 GB/s
// each way`.
import type { Box, Link, Placed } from './model.ts';
import { coordinates } from './paths.ts';
import { peerWords } from './peers.ts';
import { bandwidth, kindName, mediumWords, memberName, spoken, thousands } from './words.ts';

type End = readonly [Box, string];

interface Wire {
  readonly link: Link;
  links: number;
  pairs: number;
  GBps: number;
  /** The other ends. */
  readonly far: End[];
}

const wirings = new WeakMap<Placed, Map<string, Map<string, Wire>>>();

/** Links of each end, by medium. */
function wiringOf(placed: Placed): Map<string, Map<string, Wire>> {
  let found = wirings.get(placed);
  if (found) return found;
  found = new Map();
  for (const link of placed.links)
    for (const [box, port, far] of endsOf(link))
      for (const key of box.form === 'card' || box.form === 'open'
        ? [box.id]
        : port === ''
          ? [box.id]
          : [`${box.id} ${port}`, box.id]) {
        const media = found.get(key) ?? new Map<string, Wire>();
        found.set(key, media);
        const wire = media.get(link.medium + link.look);
        if (wire) {
          wire.links += link.links;
          wire.pairs += link.pairs;
          wire.GBps += link.GBps;
          wire.far.push(far);
        } else {
          const { links, pairs, GBps } = link;
          media.set(link.medium + link.look, { link, links, pairs, GBps, far: [far] });
        }
      }
  wirings.set(placed, found);
  return found;
}

/** Each end, and what is at the other. */
const endsOf = ({ a, b, portA, portB }: Link): (readonly [Box, string, End])[] =>
  a === b && portA === portB
    ? [[a, portA, [b, portB]]]
    : [
        [a, portA, [b, portB]],
        [b, portB, [a, portA]],
      ];

function wires(placed: Placed, key: string): string[] {
  const media = wiringOf(placed).get(key);
  if (!media) return [];
  return [...media.values()].map(
    ({ link, links, pairs, GBps, far }) =>
      `${mediumWords(link, link.lanes ? link.count : links, link.lanes ? pairs : 1)}${peerWords(placed, far)}, ${bandwidth(GBps)} each way`,
  );
}

export function boxWords(placed: Placed, box: Box): string {
  const part = placed.template.parts[box.part];
  if (!part) return box.label;
  if (box.form === 'clique') return [spoken(part.name), box.label, box.sub].join(', ');
  const single = box.places.length === 1 && part.count >= 1 && box.form !== 'bus' && box.form !== 'block';
  const name = single ? memberName(part, box.places[0]) : `${spoken(part.name)}, ${thousands(box.places.length)}`;
  const kind = kindName(part);
  return [
    name,
    kind,
    part.template === undefined ? part.detail : '',
    box.absent ? 'taken out' : '',
    ...wires(placed, box.id),
  ]
    .filter((fact) => fact !== '')
    .join(', ');
}

export function cellWords(placed: Placed, box: Box, place: number, absent: boolean): string {
  const part = placed.template.parts[box.part];
  const kind = kindName(part);
  return [memberName(part, place), kind, absent ? 'taken out' : '', ...wires(placed, `${box.id} ${place}`)]
    .filter((fact) => fact !== '')
    .join(', ');
}

export function linkWords(placed: Placed, link: Link): string {
  const sum = mediumWords(link, link.lanes ? link.count : link.links, link.lanes ? link.pairs : 1);
  return `${endWords(placed, link.a, link.portA)} ${link.directed ? 'to' : 'and'} ${endWords(placed, link.b, link.portB)}: ${sum}, ${bandwidth(link.GBps)} each way`;
}

export function endWords(placed: Placed, box: Box, port: string): string {
  const part = placed.template.parts[box.part];
  if (!part) return box.label;
  if (box.form === 'clique') return box.label;
  if (box.form === 'card' || box.form === 'open')
    return port === '' ? memberName(part, box.places[0]) : `${memberName(part, box.places[0])} ${port}`;
  if (port !== '') return `${spoken(part.name)} ${coordinates(part.dims, Number(port)).join(',')}`.trim();
  return box.places.length === 1
    ? memberName(part, box.places[0])
    : `${spoken(part.name)} (${thousands(box.places.length)})`;
}
