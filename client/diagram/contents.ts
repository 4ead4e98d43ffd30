// What an instance holds, for its card: how many GPUs, and whether a switch or a mesh joins them.
import type { Scene, SceneTemplate } from '../../server/protocol.ts';
import { isScaleUp } from './classes.ts';
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
  for (const part of template.parts) {
    if (part.template !== undefined) {
      const inner = contentsOf(scene, scene.templates[part.template]);
      gpus += part.count * inner.gpus;
      switches += part.count * inner.switches;
      instances += part.count;
    } else if (part.kind === 'gpu') gpus += part.count;
    else if (part.kind === 'switch') switches += part.count;
  }
  const { parts } = template;
  const scale = new Set<number>();
  let meshed = false;
  for (const { a, b, look } of template.links) {
    if (!isScaleUp(look)) continue;
    for (const end of [a, b]) if (parts[end.part].kind === 'switch') scale.add(end.part);
    if (a.part === b.part && parts[a.part].kind === 'gpu') meshed = true;
  }
  const [first] = scale;
  return {
    gpus,
    instances,
    switches,
    scaleSwitches: [...scale].reduce((sum, i) => sum + parts[i].count, 0),
    scaleName: first === undefined ? '' : typeName(parts[first].type),
    meshed,
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
    instances += part.count;
    if (facts.length < 2) facts.push(`${thousands(part.count)} × ${typeName(part.type)}`);
  }
  if (instances > 0) return [...facts, ...(gpus > 0 ? [`${thousands(gpus)} GPUs`] : [])].join(' · ');
  const { scaleSwitches, scaleName } = contentsOf(scene, template);
  const [gpu] = template.parts.filter(({ kind }) => kind === 'gpu').sort((a, b) => b.count - a.count);
  if (gpu) facts.push(times(gpu.count, gpu.type === gpu.kind ? 'GPU' : typeName(gpu.type)));
  if (scaleSwitches > 0) facts.push(times(scaleSwitches, scaleName));
  return facts.join(' · ');
}
