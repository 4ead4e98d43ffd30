// `wiring.far`: in a node, the way from a GPU to its nearest NIC leads through two CPUs, though the NICs could stand nearer.
// A server with one NIC and GPUs on both sockets has no better place for it, and is not told of.
import * as l10n from '@vscode/l10n';
import { replacement } from '../../syntax/fixes.ts';
import type { DeviceType } from '../hardware.ts';
import { deviceAt, devicePath, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import type { BodyScope } from './scope.ts';

export function checkFar(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const [gpus, nics, cpus] = [devicesOf(template, 'gpu'), devicesOf(template, 'nic'), devicesOf(template, 'cpu')];
  if (gpus.length === 0 || nics.length === 0 || cpus.length < 2) return;
  const inside = insideOf(template);
  const toNic = spread(inside, nics);
  const far = gpus.find((gpu) => toNic.crossed[gpu] >= 2);
  if (far === undefined) return;
  const nic = toNic.from[far];
  const home = spread(inside, cpus);
  const homes = new Set(gpus.map((gpu) => home.from[gpu]).filter((cpu) => cpu >= 0));
  if (nics.length < homes.size && homes.has(home.from[nic])) return;
  reportFar(template, { gpu: far, nic, near: home.from[far] }, joined, scope);
}

/** In a node every part is a device. */
function devicesOf({ parts }: Template, kind: string): number[] {
  const found: number[] = [];
  for (const { type, first, count } of parts)
    if (type.sort === 'device' && type.kind === kind)
      for (let place = 0; place < count; place++) found.push(first + place);
  return found;
}

interface Inside {
  readonly types: readonly DeviceType[];
  /** Neighbours of device d: `next[start[d]]` up to `next[start[d + 1]]`. */
  readonly start: Int32Array;
  readonly next: Int32Array;
}

function insideOf(template: Template): Inside {
  const types = Array.from({ length: template.deviceCount }, (_, device) => deviceAt(template, device));
  const start = new Int32Array(types.length + 1);
  for (const { a, b } of template.connections)
    for (let k = 0; k < a.length; k++) {
      start[a[k] + 1]++;
      start[b[k] + 1]++;
    }
  for (let device = 0; device < types.length; device++) start[device + 1] += start[device];
  const next = new Int32Array(start[types.length]);
  const at = start.slice();
  for (const { a, b } of template.connections)
    for (let k = 0; k < a.length; k++) {
      next[at[a[k]]++] = b[k];
      next[at[b[k]]++] = a[k];
    }
  return { types, start, next };
}

/** From the sources on, through what forwards: the source fewest CPUs away (-1 out of reach), and how many CPUs lie between. */
function spread({ types, start, next }: Inside, sources: readonly number[]) {
  const crossed = new Int32Array(types.length);
  const from = new Int32Array(types.length).fill(-1);
  for (const source of sources) from[source] = source;
  let ring = [...sources];
  for (let passed = 0; ring.length > 0; passed++) {
    const beyond: number[] = [];
    for (let head = 0; head < ring.length; head++) {
      const device = ring[head];
      for (let at = start[device]; at < start[device + 1]; at++) {
        const to = next[at];
        if (from[to] >= 0) continue;
        from[to] = from[device];
        crossed[to] = passed;
        if (types[to].kind === 'cpu') beyond.push(to);
        else if (types[to].forwards) ring.push(to);
      }
    }
    ring = beyond;
  }
  return { crossed, from };
}

interface Far {
  readonly gpu: number;
  readonly nic: number;
  /** The CPU nearest to the GPU; -1 where there is none. */
  readonly near: number;
}

function reportFar(template: Template, { gpu, nic, near }: Far, joined: readonly Joined[], scope: BodyScope): void {
  const found = joined.find(({ connection: { a, b } }) => a.includes(nic) || b.includes(nic));
  if (!found) return;
  const { cable } = found.statement;
  const { ends, connection } = found;
  const other = connection.a.includes(nic) ? ends.b : ends.a;
  const message = l10n.t('`{0}` reaches its nearest NIC through the other socket.', devicePath(template, gpu));
  const isOne = connection.a.length === 1 && other.device.kind === 'cpu' && near >= 0;
  const fixes = isOne ? [replacement(other.at, devicePath(template, near))] : [];
  scope.report({ start: cable.start, end: cable.end, severity: 'hint', code: 'wiring.far', message, fixes });
}
