// `wiring.far`: in a node, the way from a GPU to its nearest NIC leads through two CPUs, though the NICs could stand nearer.
// A server with one NIC and GPUs on both sockets has no better place for it, and is not told of.
import * as l10n from '@vscode/l10n';
import { replacement } from '../../syntax/fixes.ts';
import { devicePath, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import type { BodyScope } from './scope.ts';
import { Scratch } from './scratch.ts';

export function checkFar(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const [gpus, nics, cpus] = [devicesOf(template, 'gpu'), devicesOf(template, 'nic'), devicesOf(template, 'cpu')];
  if (gpus.length === 0 || nics.length === 0 || cpus.length < 2) return;
  const inside = insideOf(template);
  const toNic = spread(inside, nics, toNics);
  const far = gpus.find((gpu) => toNic.crossed[gpu] >= 2);
  if (far === undefined) return;
  const nic = toNic.from[far];
  const home = spread(inside, cpus, toCpus);
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

const [passing, starts, nexts, places] = [new Scratch(), new Scratch(), new Scratch(), new Scratch()];
const [crossings, toNics, toCpus] = [new Scratch(), new Scratch(), new Scratch()];

interface Inside {
  readonly devices: number;
  /** Whether a device passes on what comes: 1, or 2 for a CPU. */
  readonly passes: Int32Array;
  /** Neighbours of device d: `next[start[d]]` up to `next[start[d + 1]]`. */
  readonly start: Int32Array;
  readonly next: Int32Array;
}

function insideOf(template: Template): Inside {
  const devices = template.deviceCount;
  const passes = passing.take(devices, 0);
  for (const { type, first, count } of template.parts)
    if (type.sort === 'device') passes.fill(type.kind === 'cpu' ? 2 : type.forwards ? 1 : 0, first, first + count);
  const start = starts.take(devices + 1, 0);
  for (const { a, b } of template.connections)
    for (let k = 0; k < a.length; k++) {
      start[a[k] + 1]++;
      start[b[k] + 1]++;
    }
  for (let device = 0; device < devices; device++) start[device + 1] += start[device];
  const next = nexts.take(start[devices], 0);
  const at = places.take(devices, 0);
  for (let device = 0; device < devices; device++) at[device] = start[device];
  for (const { a, b } of template.connections)
    for (let k = 0; k < a.length; k++) {
      next[at[a[k]]++] = b[k];
      next[at[b[k]]++] = a[k];
    }
  return { devices, passes, start, next };
}

/** From the sources on, through what forwards: the source fewest CPUs away (-1 out of reach), and how many CPUs lie between. */
function spread({ devices, passes, start, next }: Inside, sources: readonly number[], keep: Scratch) {
  const crossed = crossings.take(devices, 0);
  const from = keep.take(devices, -1);
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
        if (passes[to] === 2) beyond.push(to);
        else if (passes[to] === 1) ring.push(to);
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
