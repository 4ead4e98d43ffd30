// Boxes of instances: open with their layout inside, closed as cards, very many as a block or one stack.
import { type Boxing, blank, blockBox, type Inside, places, stackBox } from './boxes.ts';
import { contentsOf, gist } from './contents.ts';
import { templateInside } from './gaps.ts';
import type { Box } from './model.ts';
import { indexText, memberPath } from './paths.ts';
import { cardSize } from './sizes.ts';
import { isOpen, type ViewState } from './view.ts';
import { memberName, typeName } from './words.ts';

export async function instanceBoxes(b: Boxing, view: ViewState, manner: string, inside: Inside): Promise<Box[]> {
  if (manner === 'stack') return [stackBox(b)];
  const closed: number[] = [];
  const boxes: Box[] = [];
  for (const place of places(b.part)) {
    const member = memberPath(b.part, place);
    const template = templateInside(b.scene, b.template, b.number, member);
    if (b.gone.has(place) || !isOpen(view, member, manner === 'open' ? 'open' : 'cards')) {
      if (manner === 'block') closed.push(place);
      else boxes.push(cardBox(b, place, contentsOf(b.scene, template)));
      continue;
    }
    const child = await inside(member, template);
    boxes.push({
      ...blank(b),
      id: member,
      places: [place],
      form: 'open',
      label: memberName(b.part, place),
      sub: `${typeName(template.name)} · ${gist(b.scene, template)}`,
      child,
      width: child.width,
      height: child.height,
    });
  }
  return closed.length > 0 ? [...boxes, blockBox(b, closed)] : boxes;
}

function cardBox(b: Boxing, place: number, contents: Box['contents']): Box {
  const label = memberName(b.part, place);
  const size = contents ? cardSize(contents, false) : { width: 150, height: 60 };
  const sub = contents && contents.gpus > 0 ? `${contents.gpus} × GPU` : typeName(b.part.type);
  return {
    ...blank(b),
    id: b.part.name + indexText(b.part.dims, place),
    places: [place],
    form: 'card',
    label,
    sub,
    absent: b.gone.has(place),
    ...(contents ? { contents } : {}),
    width: Math.max(size.width, (label.length + sub.length) * 6.4 + 40),
    height: size.height,
  };
}
