// Between text and picture: which parts and links a place in the text makes, and where a part or link was written.
import type { Scene, SceneEnd, SceneTemplate, SourceRange } from '../../server/protocol.ts';
import { join, memberPath, splitHead, spotOf } from './paths.ts';

export interface SourceIndex {
  /** What the statement at an offset makes: paths of parts, and links as `a -- b`, in every instance. */
  at(uri: string, offset: number): { readonly paths: readonly string[]; readonly links: readonly string[] };
  /** Where the part a path names was written; of the empty path, the root. */
  ofPath(path: string): SourceRange | undefined;
  /** The statement that made a link, given by its ends: two devices, or what stands for them in the picture. */
  ofLink(a: string, b: string): SourceRange | undefined;
}

/** No mark can show more, and every instance of a large cluster would be one. */
const mostMarks = 400;

export function sourceIndex(scene: Scene): SourceIndex {
  return {
    at: (uri, offset) => marksAt(scene, uri, offset),
    ofPath: (path) => sourceOfPath(scene, path),
    ofLink: (a, b) => sourceOfLink(scene, a, b),
  };
}

function marksAt(scene: Scene, uri: string, offset: number): { paths: string[]; links: string[] } {
  const holds = ({ source }: { source: SourceRange }) =>
    source.uri === uri && source.start <= offset && offset <= source.end;
  const hits = scene.templates.map(({ parts, links }) => ({ parts: parts.filter(holds), links: links.filter(holds) }));
  const leads = templatesThatLead(
    scene,
    hits.map(({ parts, links }) => parts.length + links.length > 0),
  );
  const paths: string[] = [];
  const links: string[] = [];
  const full = () => paths.length + links.length >= mostMarks;
  const visit = (number: number, prefix: string): void => {
    const template = scene.templates[number];
    for (const part of hits[number].parts) if (!full()) paths.push(join(prefix, part.name));
    for (const { a, b } of hits[number].links)
      if (!full()) links.push(`${endPath(template, prefix, a)} -- ${endPath(template, prefix, b)}`);
    for (const part of template.parts)
      if (part.template !== undefined && leads[part.template])
        for (let place = 0; place < part.count && !full(); place++)
          visit(part.template, join(prefix, memberPath(part, place)));
  };
  if (leads[0]) visit(0, '');
  return { paths, links };
}

/** Templates with a hit in them or in what they hold: instances of the others need not be walked through. */
function templatesThatLead(scene: Scene, hit: readonly boolean[]): boolean[] {
  const leads: (boolean | undefined)[] = scene.templates.map(() => undefined);
  const find = (number: number): boolean => {
    const known = leads[number];
    if (known !== undefined) return known;
    leads[number] = hit[number];
    const below = scene.templates[number].parts.some(
      ({ template, count }) => template !== undefined && count > 0 && find(template),
    );
    leads[number] = hit[number] || below;
    return hit[number] || below;
  };
  return scene.templates.map((_, number) => find(number));
}

function endPath(template: SceneTemplate, prefix: string, end: SceneEnd): string {
  const member = memberPath(template.parts[end.part], end.place);
  return join(prefix, end.inner === '' ? member : `${member}.${end.inner}`);
}

function sourceOfPath(scene: Scene, path: string): SourceRange | undefined {
  let template = scene.templates[0];
  let rest = path;
  let source: SourceRange | undefined = template?.source;
  while (rest !== '' && template) {
    const [head, after] = splitHead(rest);
    const spot = spotOf(template, head);
    if (!spot) return undefined;
    const part = template.parts[spot.part];
    source = part.source;
    rest = after;
    if (part.template === undefined) break;
    template = scene.templates[part.template];
  }
  return source;
}

function sourceOfLink(scene: Scene, a: string, b: string): SourceRange | undefined {
  let template = scene.templates[0];
  let [restA, restB] = [a, b];
  for (;;) {
    const [headA, afterA] = splitHead(restA);
    const [headB, afterB] = splitHead(restB);
    const [spotA, spotB] = [spotOf(template, headA), spotOf(template, headB)];
    if (!spotA || !spotB) return undefined;
    const part = template.parts[spotA.part];
    if (headA === headB && afterA !== '' && afterB !== '' && part.template !== undefined) {
      template = scene.templates[part.template];
      [restA, restB] = [afterA, afterB];
      continue;
    }
    const touches = (end: SceneEnd, spot: typeof spotA, inner: string) =>
      end.part === spot.part && end.place >= spot.from && end.place < spot.to && (inner === '' || end.inner === inner);
    const found =
      template.links.find(
        (link) =>
          (touches(link.a, spotA, afterA) && touches(link.b, spotB, afterB)) ||
          (touches(link.b, spotA, afterA) && touches(link.a, spotB, afterB)),
      ) ?? template.links.find(({ a: x, b: y }) => x.part === spotA.part && y.part === spotB.part);
    return found?.source;
  }
}
