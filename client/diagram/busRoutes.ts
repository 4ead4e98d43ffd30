// To parallel switches drawn as buses: one upright for each, side by side under the device, a dot where it meets its bus.
import { endOf } from './ends.ts';
import { type Box, centre, type Link, type Route } from './model.ts';
import { straight } from './path.ts';
import { busHeight } from './sizes.ts';

export function busRoutes(link: Link): Route[] | undefined {
  const bus = link.a.form === 'bus' ? link.a : link.b.form === 'bus' ? link.b : undefined;
  if (!bus) return undefined;
  const [busPort, device, port] = bus === link.a ? [link.portA, link.b, link.portB] : [link.portB, link.a, link.portA];
  if (device.form === 'bus') return undefined;
  const at = lineOf(bus, busPort);
  if (at < 0) return undefined;
  const end = endOf(device, port);
  const n = bus.cells.length;
  const step = n > 1 ? Math.min(17, (end.width - 14) / (n - 1)) : 0;
  const x = centre(end) + (at - (n - 1) / 2) * step;
  const y = bus.y + bus.cells[at].y + busHeight / 2;
  const from = { x, y: end.y < bus.y ? end.y + end.height : end.y };
  return [
    {
      link,
      course: straight(from, { x, y }),
      width: Math.min(3.4, 1.2 + link.links * 0.4),
      opacity: 0.95,
      layer: 1,
      dots: [{ x, y }],
    },
  ];
}

const lineOf = (bus: Box, port: string): number => bus.cells.findIndex(({ place }) => String(place) === port);
