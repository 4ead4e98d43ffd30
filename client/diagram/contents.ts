// What an instance holds, for its card: how many GPUs, and whether a switch or a mesh joins them. What `without` took is not counted.
import type { LinkLook, Scene, SceneTemplate } from '../../server/protocol.ts';
import { isScaleUp } from './classes.ts';
import { absentPlaces, membersWithGaps, templateInside } from './gaps.ts';
import type { Contents } from './model.ts';
import { thousands, typeName } from './words.ts';

const known = new WeakMap<SceneTemplate, Contents>();

export function contentsOf(scene: Scene, template: SceneTemplate): Contents {
  let found = known.get(template);
  if (!found) {
    found = count(scene, template);
    known.set(template, found);
  }
  return found;
}

function count(scene: Scene, template: SceneTemplate): Contents {
  let gpus = 0;
  let instances = 0;
  let switches = 0;
  template.parts.forEach((part, i) => {
    const there = part.count - absentPlaces(template, i).size;
    if (part.template !== undefined) {
      const inner = contentsOf(scene, scene.templates[part.template]);
      gpus += there * inner.gpus;
      switches += there * inner.switches;
      instances += there;
      for (const member of membersWithGaps(template, i)) {
        const less = contentsOf(scene, templateInside(scene, template, i, member));
        gpus += less.gpus - inner.gpus;
        switches += less.switches - inner.switches;
      }
    } else if (part.kind === 'gpu') gpus += there;
    else if (part.kind === 'switch') switches += there;
  });
  return { gpus, instances, switches, ...joinOf(template) };
}

/** What joins the GPUs of a template: scale-up switches at its top, or links among themselves. */
function joinOf(template: SceneTemplate) {
  const { parts } = template;
  const scale = new Map<number, LinkLook>();
  let meshed = false;
  let inMesh: LinkLook = 'nvlink';
  for (const { a, b, look } of template.links) {
    if (!isScaleUp(look)) continue;
    for (const end of [a, b]) if (parts[end.part].kind === 'switch') scale.set(end.part, look);
    if (a.part !== b.part || parts[a.part].kind !== 'gpu') continue;
    meshed = true;
    inMesh = look;
  }
  const [first] = scale;
  return {
    scaleSwitches: [...scale.keys()].reduce((sum, i) => sum + parts[i].count - absentPlaces(template, i).size, 0),
    scaleName: first === undefined ? '' : typeName(parts[first[0]].type),
    meshed,
    look: first?.[1] ?? inMesh,
  };
}

const times = (count: number, name: string): string => (count > 1 ? `${thousands(count)} × ${name}` : name);

/** The line beside a template's name: `8 × H100 SXM · 4 × NVSwitch3`; of a cluster `4 × DGX H100 · 32 GPUs`. */
export function gist(scene: Scene, template: SceneTemplate): string {
  const { gpus } = contentsOf(scene, template);
  const facts: string[] = [];
  let instances = 0;
  for (const part of template.parts) {
    if (part.template === undefined) continue;
    const there = part.count - absentPlaces(template, template.parts.indexOf(part)).size;
    instances += there;
    if (facts.length < 2) facts.push(`${thousands(there)} × ${typeName(part.type)}`);
  }
  if (instances > 0) return [...facts, ...(gpus > 0 ? [`${thousands(gpus)} GPUs`] : [])].join(' · ');
  const { scaleSwitches, scaleName } = contentsOf(scene, template);
  const [gpu] = template.parts.filter(({ kind }) => kind === 'gpu').sort((a, b) => b.count - a.count);
  const out = gpu ? absentPlaces(template, template.parts.indexOf(gpu)).size : 0;
  if (gpu) facts.push(times(gpu.count - out, gpu.type === gpu.kind ? 'GPU' : typeName(gpu.type)));
  if (scaleSwitches > 0) facts.push(times(scaleSwitches, scaleName));
  return facts.join(' · ');
}
