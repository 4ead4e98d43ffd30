// What is supposed to have failed, drawn so: dashed by the style sheet, here a cross and a word, and said to a screen reader.

const svgNamespace = 'http://www.w3.org/2000/svg';

export function crossOut(element: SVGElement, words: string): void {
  element.classList.add('failed');
  element.setAttribute('aria-label', `${element.getAttribute('aria-label') ?? ''}, ${words}`);
  const line = element.querySelector<SVGPathElement>('path.e');
  const { x, y } = line ? middleOf(line) : cornerOf(element);
  const cross = document.createElementNS(svgNamespace, 'path');
  cross.setAttribute('d', `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`);
  const label = document.createElementNS(svgNamespace, 'text');
  label.setAttribute('x', String(x + 10));
  label.setAttribute('y', String(y + 4));
  label.textContent = words;
  const mark = document.createElementNS(svgNamespace, 'g');
  mark.setAttribute('class', 'cross');
  mark.append(cross, label);
  element.append(mark);
}

/** Of the lines that stand for a link those that no other link shares: what is shared is drawn wider. */
export function ownLines(lines: readonly SVGElement[]): SVGElement[] {
  const widths = lines.map((line) => Number(line.querySelector('.e')?.getAttribute('stroke-width') ?? 0));
  const least = Math.min(...widths);
  return lines.filter((_, i) => widths[i] === least);
}

export function uncross(element: SVGElement, words: string): void {
  element.classList.remove('failed');
  element.setAttribute('aria-label', (element.getAttribute('aria-label') ?? '').replace(`, ${words}`, ''));
  element.querySelector(':scope > .cross')?.remove();
}

const middleOf = (line: SVGPathElement): { x: number; y: number } => line.getPointAtLength(line.getTotalLength() / 2);

function cornerOf(element: SVGElement): { x: number; y: number } {
  const shape = element instanceof SVGGraphicsElement ? element.getBBox() : { x: 0, y: 0 };
  return { x: shape.x + 4, y: shape.y - 7 };
}
