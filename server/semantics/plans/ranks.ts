// The ranks of a plan: who they are and which host each is in, told from the template alone; no graph is built for it.
import type { DeviceType } from '../hardware.ts';
import { selectRanks } from '../ranks.ts';
import type { Template } from '../template.ts';
import type { QuestionFault, Selection } from '../values.ts';

/** Every device of a template by number. */
export interface Places {
  /** Undefined where a device is taken out. */
  readonly types: readonly (DeviceType | undefined)[];
  /** The number of the node instance a device is in; a device directly in a cluster is its own host. */
  readonly hosts: Int32Array;
}

const known = new WeakMap<Template, Places>();

export function placesIn(template: Template): Places {
  const places = known.get(template) ?? layOut(template);
  known.set(template, places);
  return places;
}

function layOut(template: Template): Places {
  const types = new Array<DeviceType | undefined>(template.deviceCount);
  const hosts = new Int32Array(template.deviceCount);
  let next = 0;
  const fill = (of: Template, offset: number, host: number): void => {
    for (const { first, count, stride, type } of of.parts)
      for (let place = 0; place < count && stride > 0; place++) {
        const at = offset + first + place * stride;
        if (type.sort === 'device') {
          types[at] = type;
          hosts[at] = host < 0 ? next++ : host;
        } else fill(type, at, type.of === 'node' && host < 0 ? next++ : host);
      }
    for (const { devices } of of.absences) for (const device of devices) types[offset + device] = undefined;
  };
  fill(template, 0, template.of === 'node' ? next++ : -1);
  return { types, hosts };
}

/** Device numbers, in order: of `over`, or every GPU, or every CPU where there is no GPU. */
export function ranksOf(template: Template, over?: Selection): Int32Array | QuestionFault {
  const { types } = placesIn(template);
  if (over) return selectRanks(over, (device) => types[device]?.kind);
  const kind = types.some((type) => type?.kind === 'gpu') ? 'gpu' : 'cpu';
  const ranks: number[] = [];
  for (let device = 0; device < types.length; device++) if (types[device]?.kind === kind) ranks.push(device);
  return Int32Array.from(ranks);
}
