// The picture on the page: mounted, moved, walked and pointed at. It knows two marks of the renderer: `data-path` on what
// stands for a place, `data-link` on what stands for links; all else about them it reads from the page itself.
import { Camera, type View } from './camera.ts';
import { crossOut, ownLines, uncross } from './crosses.ts';
import { type Box, drawFlows } from './flows.ts';
import { HoverCard } from './hoverCard.ts';
import { arrayOf, type Picture, type Target } from './picture.ts';
import type { Playing } from './playing.ts';
import { keyOf, marked, middle, placed, targetAt, targetOf } from './pointing.ts';
import { type Direction, type Linked, nextLink, type Placed, step } from './walk.ts';

export interface StageEvents {
  /** `take`: the focus goes along. `beside`: into a column of its own. */
  reveal(target: Target, take: boolean, beside: boolean): void;
  /** Of a thing, or of an array as a whole. */
  toggle(path: string): void;
  select(target: Target | undefined): void;
  /** A place or a link is supposed to fail, or no longer. */
  fail(place: string): void;
  moved(view: View): void;
  /** The places a place is joined to, as far as they are drawn, and by which lines. */
  linkedTo(path: string): readonly Linked[];
  /** What the editor's hover says of it, Markdown; never told where there is nothing. */
  describe(target: Target, tell: (markdown: string) => void): void;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export class Stage {
  readonly camera: Camera;
  readonly #frame: SVGSVGElement;
  readonly #picture: SVGGElement;
  readonly #card: HoverCard;
  readonly #events: StageEvents;
  /** The box where the keyboard stands, over new pictures too. */
  #current: string | undefined;
  /** Of its links the one where the keyboard stands, if it does. */
  #link: string | undefined;
  #selected: Target | undefined;
  #failed: readonly string[] = [];
  #failedMark = '';
  #playing: Playing | undefined;
  /** How near the picture was when that was drawn. */
  #playedAt = 1;
  /** What must not move when the next picture comes. */
  #anchor: string | undefined;

  constructor(frame: SVGSVGElement, card: HTMLElement, events: StageEvents) {
    this.#frame = frame;
    this.#card = new HoverCard(card, frame);
    this.#events = events;
    const moved = document.createElementNS(svgNamespace, 'g');
    this.#picture = document.createElementNS(svgNamespace, 'g');
    moved.append(this.#picture);
    frame.append(moved);
    this.camera = new Camera(frame, moved, this.#picture, (view) => {
      this.#card.hide();
      if (this.#playing && Math.abs(Math.log2(view.k / this.#playedAt)) > 0.5) this.play(this.#playing);
      events.moved(view);
    });
    this.#listen();
  }

  /** Puts a picture in the place of the one before: what the eye rests on stays where it is. */
  show({ markup, classes, ...size }: Picture): void {
    const anchor = this.#anchor ?? this.#nearestToCentre();
    this.#anchor = undefined;
    const before = anchor === undefined ? undefined : this.#find(anchor)?.getBoundingClientRect();
    const hadFocus = this.#picture.contains(document.activeElement);
    this.#card.hide();
    this.#link = undefined;
    this.#picture.innerHTML = markup;
    this.#picture.setAttribute('class', classes);
    this.camera.setContent(size);
    const after = anchor === undefined ? undefined : this.#find(anchor)?.getBoundingClientRect();
    if (before && after && !this.camera.view.fitted)
      this.camera.shift(middle(before).x - middle(after).x, middle(before).y - middle(after).y);
    this.#makeReachable(hadFocus);
    this.select(this.#selected);
    this.fail(this.#failed, this.#failedMark);
    this.play(this.#playing);
  }

  /** Marks what is selected: a place, all places of an array, a line. The picture stays as it is. */
  select(target: Target | undefined): void {
    this.#selected = target;
    for (const element of this.#picture.querySelectorAll('.selected')) element.classList.remove('selected');
    if (!target) return;
    const exact = this.#all(target);
    const meant =
      exact.length > 0 || !('path' in target)
        ? exact
        : this.#marked().filter(({ dataset: { path = '' } }) => arrayOf(path) === target.path);
    for (const element of meant) element.classList.add('selected');
  }

  /** Marks what is supposed to have failed, in the look and in `words`. */
  fail(places: readonly string[], words: string): void {
    for (const element of this.#picture.querySelectorAll<SVGElement>('.failed')) uncross(element, words);
    this.#failed = places;
    this.#failedMark = words;
    for (const place of places)
      for (const element of [...this.#all({ path: place }), ...ownLines(this.#all({ link: place }))])
        crossOut(element, words);
  }

  /** Shows a step of an algorithm over the picture; undefined: none. */
  play(playing: Playing | undefined): void {
    this.#playing = playing;
    this.#picture.querySelector(':scope > .playing')?.remove();
    if (!playing) return;
    const places = new Map<string, Box | undefined>();
    const placeOf = (path: string): Box | undefined => {
      if (!places.has(path)) {
        const element = this.#find(path);
        const shape = element?.querySelector(':scope > rect') ?? element;
        places.set(path, shape && this.#inPicture(shape.getBoundingClientRect()));
      }
      return places.get(path);
    };
    const { k } = this.camera.transform;
    this.#playedAt = k;
    this.#picture.append(drawFlows(playing, placeOf, Math.max(1, 0.7 / k)));
  }

  /** Brings it to the middle of the window. False: it is not drawn. */
  centreOn(target: Target): boolean {
    const element = this.#all(target)[0];
    if (!element) return false;
    if ('path' in target) this.#standOn(target.path, element);
    const at = this.#inPicture(element.getBoundingClientRect());
    this.camera.centreOn(at.x + at.width / 2, at.y + at.height / 2);
    return true;
  }

  focus(): void {
    const element = this.#current === undefined ? undefined : this.#find(this.#current);
    element?.focus({ preventScroll: true });
  }

  #listen(): void {
    const frame = this.#frame;
    frame.addEventListener('click', (event) => {
      const target = targetAt(event);
      this.#events.select(target);
      if (!target) return;
      if ('path' in target) this.#goTo(target.path, false);
      this.#events.reveal(target, false, event.ctrlKey || event.metaKey || event.altKey);
    });
    frame.addEventListener('dblclick', (event) => {
      const target = targetAt(event);
      if (target && 'path' in target) this.#toggle(target.path, event.shiftKey);
    });
    frame.addEventListener('keydown', (event) => this.#press(event));
    frame.addEventListener('focusin', ({ target }) => {
      const on = targetOf(target);
      if (on && 'path' in on && target instanceof SVGElement && on.path !== this.#current)
        this.#standOn(on.path, target);
    });
    frame.addEventListener('focusout', () => this.#card.hide());
    frame.addEventListener('pointermove', (event) => this.#hover(event));
    frame.addEventListener('pointerleave', () => this.#card.hide());
    new ResizeObserver(() => this.camera.resized()).observe(frame);
  }

  #press(event: KeyboardEvent): void {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if ((modified && event.key !== 'Enter') || !this.#act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** True: the key was for the picture. */
  #act(event: KeyboardEvent): boolean {
    const direction = arrows[event.key];
    if (direction) return this.#walk(direction);
    const current = this.#current;
    switch (event.key) {
      case 'Enter':
        return this.#enter(event);
      case ' ':
        if (current !== undefined) this.#toggle(current, event.shiftKey);
        return current !== undefined;
      case 'l':
      case 'L':
        return this.#walkLinks(event.shiftKey ? -1 : 1);
      case 'Delete':
        if (current !== undefined) this.#events.fail(this.#link ?? current);
        return current !== undefined;
      case '+':
      case '=':
        this.camera.by(1.25);
        return true;
      case '-':
        this.camera.by(0.8);
        return true;
      case '0':
        this.camera.fit();
        return true;
      case 'Escape':
        return this.#escape();
      default:
        return false;
    }
  }

  #enter(event: KeyboardEvent): boolean {
    const current = this.#current;
    if (current === undefined) return false;
    const target: Target = this.#link === undefined ? { path: current } : { link: this.#link };
    if (event.ctrlKey || event.metaKey) this.#toggle(current, event.shiftKey);
    else {
      this.#events.select(target);
      this.#events.reveal(target, true, event.altKey);
    }
    return true;
  }

  /** One step back: from a link to its box, from a card to none, from a selection to none. */
  #escape(): boolean {
    if (this.#link !== undefined && this.#current !== undefined) this.#goTo(this.#current, true);
    else {
      this.#card.hide();
      this.#events.select(undefined);
    }
    return true;
  }

  /** `whole`: all of the array that it is one of. */
  #toggle(path: string, whole: boolean): void {
    this.#anchor = whole ? arrayOf(path) : path;
    this.#events.toggle(this.#anchor);
  }

  /** From a link an arrow leads to the box at its other end, or back to the one it was reached from. */
  #walkFromLink(current: string, direction: Direction): void {
    const to = this.#events.linkedTo(current).find(({ link }) => link === this.#link)?.path;
    const [here, there] = [this.#find(current), to === undefined ? undefined : this.#find(to)];
    const ends = [here, there].flatMap((element) => (element ? [placed(element.dataset.path ?? '', element)] : []));
    const [from, other] = ends;
    const ahead = from && other && step([other], from, direction, () => true) !== undefined;
    this.#goTo(ahead && to !== undefined ? to : current, true);
  }

  #walkLinks(by: 1 | -1): boolean {
    if (this.#current === undefined) return false;
    const drawn = this.#events.linkedTo(this.#current).filter(({ link }) => this.#all({ link }).length > 0);
    const link = nextLink(drawn, this.#link, by);
    const [element] = link === undefined ? [] : this.#all({ link });
    if (!element) return true;
    this.#link = link;
    element.setAttribute('tabindex', '-1');
    element.focus({ preventScroll: true });
    const line = element.querySelector('.e') ?? element;
    this.#bringIntoView(line);
    this.#describe(element, middle(line.getBoundingClientRect()));
    return true;
  }

  #walk(direction: Direction): boolean {
    const current = this.#current;
    const element = current === undefined ? undefined : this.#find(current);
    if (current === undefined || !element) return false;
    if (this.#link !== undefined) {
      this.#walkFromLink(current, direction);
      return true;
    }
    const linked = new Set(this.#events.linkedTo(current).map(({ path }) => path));
    const next = step(this.#boxes(), placed(current, element), direction, (path) => linked.has(path));
    if (next !== undefined) this.#goTo(next, true);
    return true;
  }

  #boxes(): Placed[] {
    return this.#marked().map((element) => placed(element.dataset.path ?? '', element));
  }

  #marked(): SVGElement[] {
    return [...this.#picture.querySelectorAll<SVGElement>('[data-path]')];
  }

  #goTo(path: string, follow: boolean): void {
    const element = this.#find(path);
    if (!element) return;
    this.#standOn(path, element);
    element.focus({ preventScroll: true });
    if (follow) this.#bringIntoView(element);
    if (follow) this.#describe(element, middle(element.getBoundingClientRect()));
  }

  /** Tab leads there from now on. */
  #standOn(path: string, element: SVGElement): void {
    if (this.#current !== undefined) this.#find(this.#current)?.setAttribute('tabindex', '-1');
    this.#current = path;
    this.#link = undefined;
    element.setAttribute('tabindex', '0');
  }

  /** One box can be reached by Tab: the last one stood on, else the first. */
  #makeReachable(hadFocus: boolean): void {
    const there = this.#current === undefined ? undefined : this.#find(this.#current);
    const element = there ?? this.#picture.querySelector<SVGElement>('[data-path]');
    this.#current = element?.dataset.path;
    element?.setAttribute('tabindex', '0');
    if (hadFocus) element?.focus({ preventScroll: true });
  }

  #bringIntoView(element: Element): void {
    const box = element.getBoundingClientRect();
    const frame = this.#frame.getBoundingClientRect();
    const { x, y } = middle(box);
    const off = x < frame.left + 40 || x > frame.right - 40 || y < frame.top + 40 || y > frame.bottom - 40;
    if (!off) return;
    const to = middle(frame);
    this.camera.shift(to.x - x, to.y - y);
  }

  #hover(event: PointerEvent): void {
    const element = event.target instanceof Element ? event.target.closest<SVGElement>(marked) : null;
    if (element && event.buttons === 0) this.#describe(element, { x: event.clientX, y: event.clientY });
    else this.#card.hide();
  }

  #describe(element: SVGElement, at: { x: number; y: number }): void {
    const words = element.getAttribute('aria-label');
    const target = targetOf(element);
    if (words && target) this.#card.show(keyOf(target), words, at, (tell) => this.#events.describe(target, tell));
    else this.#card.hide();
  }

  #find(path: string): SVGElement | undefined {
    return this.#picture.querySelector<SVGElement>(`[data-path="${CSS.escape(path)}"]`) ?? undefined;
  }

  #all(target: Target): SVGElement[] {
    const selector =
      'path' in target ? `[data-path="${CSS.escape(target.path)}"]` : `[data-link="${CSS.escape(target.link)}"]`;
    return [...this.#picture.querySelectorAll<SVGElement>(selector)];
  }

  #nearestToCentre(): string | undefined {
    const to = middle(this.#frame.getBoundingClientRect());
    let best: { path: string; distance: number } | undefined;
    for (const { path, x, y, width, height } of this.#boxes()) {
      const distance = Math.hypot(x + width / 2 - to.x, y + height / 2 - to.y);
      if (!best || distance < best.distance) best = { path, distance };
    }
    return best?.path;
  }

  /** From the window's pixels to the picture's. */
  #inPicture(box: DOMRect): Box {
    const frame = this.#frame.getBoundingClientRect();
    const { x, y, k } = this.camera.transform;
    return { x: (box.x - frame.x - x) / k, y: (box.y - frame.y - y) / k, width: box.width / k, height: box.height / k };
  }
}
