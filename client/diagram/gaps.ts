// What `without` took out: places that are drawn as gaps, links that are not drawn, templates with gaps deeper inside.
import type { Scene, SceneEnd, SceneTemplate } from '../../server/protocol.ts';
import { memberPath, splitHead, within } from './paths.ts';

/** Links whose both ends are there. */
export function liveLinks(template: SceneTemplate) {
  if (template.absent.length === 0) return template.links;
  const gone = (end: SceneEnd) => {
    const member = memberPath(template.parts[end.part], end.place);
    const path = end.inner === '' ? member : `${member}.${end.inner}`;
    return template.absent.some((absent) => within(path, absent));
  };
  return template.links.filter((link) => !gone(link.a) && !gone(link.b));
}

/** Members of an array that `without` takes out as a whole. */
export function absentPlaces(template: SceneTemplate, number: number): ReadonlySet<number> {
  const part = template.parts[number];
  const gone = new Set<number>();
  if (!template.absent.some((path) => path.startsWith(part.name))) return gone;
  for (let place = 0; place < part.count; place++)
    if (template.absent.includes(memberPath(part, place))) gone.add(place);
  return gone;
}

/** Members of an instance array that are there, but with gaps inside. */
export function membersWithGaps(template: SceneTemplate, number: number): readonly string[] {
  const { name } = template.parts[number];
  const members = new Set<string>();
  for (const path of template.absent) {
    const [head, rest] = splitHead(path);
    if (rest !== '' && head.replace(/\[.*$/, '') === name && !template.absent.includes(head)) members.add(head);
  }
  return [...members];
}

const insides = new WeakMap<SceneTemplate, Map<string, SceneTemplate>>();

/** What one member of an instance array is made of: the template of all, less what is taken out of this one. */
export function templateInside(scene: Scene, template: SceneTemplate, number: number, member: string): SceneTemplate {
  const common = scene.templates[template.parts[number].template ?? 0];
  const absent = template.absent.filter((path) => path.startsWith(`${member}.`));
  if (absent.length === 0) return common;
  const known = insides.get(template) ?? new Map<string, SceneTemplate>();
  insides.set(template, known);
  const inside = known.get(member) ?? {
    ...common,
    key: `${common.key} without ${absent.map((path) => path.slice(member.length + 1)).join(' ')}`,
    absent: [...common.absent, ...absent.map((path) => path.slice(member.length + 1))],
  };
  known.set(member, inside);
  return inside;
}
