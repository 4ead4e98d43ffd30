// The picture on the page: mounted, moved, walked and pointed at. It knows two marks of the renderer: `data-path` on what
// stands for a place, `data-link` on what stands for links; all else about them it reads from the page itself.
import { Camera, type View } from './camera.ts';
import type { Picture, Target } from './picture.ts';
import { type Direction, type Placed, step } from './walk.ts';

export interface StageEvents {
  /** `take`: the focus goes along. */
  reveal(target: Target, take: boolean): void;
  toggle(path: string): void;
  moved(view: View): void;
  /** The places a place is joined to, as far as they are drawn. */
  linkedTo(path: string): ReadonlySet<string>;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const marked = '[data-path], [data-link]';
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
  readonly #tooltip: HTMLElement;
  readonly #events: StageEvents;
  /** Where the keyboard stands, over new pictures too. */
  #current: string | undefined;
  /** What must not move when the next picture comes. */
  #anchor: string | undefined;

  constructor(frame: SVGSVGElement, tooltip: HTMLElement, events: StageEvents) {
    this.#frame = frame;
    this.#tooltip = tooltip;
    this.#events = events;
    const moved = document.createElementNS(svgNamespace, 'g');
    this.#picture = document.createElementNS(svgNamespace, 'g');
    moved.append(this.#picture);
    frame.append(moved);
    this.camera = new Camera(frame, moved, this.#picture, (view) => {
      this.#hideTooltip();
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
    this.#hideTooltip();
    this.#picture.innerHTML = markup;
    this.#picture.setAttribute('class', classes);
    this.camera.setContent(size);
    const after = anchor === undefined ? undefined : this.#find(anchor)?.getBoundingClientRect();
    if (before && after && !this.camera.view.fitted)
      this.camera.shift(middle(before).x - middle(after).x, middle(before).y - middle(after).y);
    this.#makeReachable(hadFocus);
  }

  /** Brings it to the middle of the window. False: it is not drawn. */
  centreOn(target: Target): boolean {
    const element = this.#all(target)[0];
    if (!element) return false;
    const at = this.#inPicture(element.getBoundingClientRect());
    this.camera.centreOn(at.x + at.width / 2, at.y + at.height / 2);
    return true;
  }

  #listen(): void {
    const frame = this.#frame;
    frame.addEventListener('click', (event) => {
      const target = targetOf(event.target);
      if (!target) return;
      if ('path' in target) this.#goTo(target.path, false);
      this.#events.reveal(target, false);
    });
    frame.addEventListener('dblclick', (event) => {
      const target = targetOf(event.target);
      if (target && 'path' in target) this.#toggle(target.path);
    });
    frame.addEventListener('keydown', (event) => this.#press(event));
    frame.addEventListener('focusout', () => this.#hideTooltip());
    frame.addEventListener('pointermove', (event) => this.#hover(event));
    frame.addEventListener('pointerleave', () => this.#hideTooltip());
    new ResizeObserver(() => this.camera.resized()).observe(frame);
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key !== 'Enter' || event.altKey) return;
    }
    if (!this.#act(event)) return;
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
        if (current === undefined) return false;
        if (event.ctrlKey || event.metaKey) this.#toggle(current);
        else this.#events.reveal({ path: current }, true);
        return true;
      case ' ':
        if (current !== undefined) this.#toggle(current);
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
        this.#hideTooltip();
        return false;
      default:
        return false;
    }
  }

  #toggle(path: string): void {
    this.#anchor = path;
    this.#events.toggle(path);
  }

  #walk(direction: Direction): boolean {
    const current = this.#current;
    const element = current === undefined ? undefined : this.#find(current);
    if (current === undefined || !element) return false;
    const linked = this.#events.linkedTo(current);
    const next = step(this.#boxes(), placed(current, element), direction, (path) => linked.has(path));
    if (next !== undefined) this.#goTo(next, true);
    return true;
  }

  #boxes(): Placed[] {
    return [...this.#picture.querySelectorAll<SVGElement>('[data-path]')].map((element) =>
      placed(element.dataset.path ?? '', element),
    );
  }

  #goTo(path: string, follow: boolean): void {
    if (this.#current !== undefined) this.#find(this.#current)?.setAttribute('tabindex', '-1');
    const element = this.#find(path);
    if (!element) return;
    this.#current = path;
    element.setAttribute('tabindex', '0');
    element.focus({ preventScroll: true });
    if (follow) this.#bringIntoView(element);
    if (follow) this.#showTooltip(element, middle(element.getBoundingClientRect()));
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
    const element = event.target instanceof Element ? event.target.closest(marked) : null;
    if (element && event.buttons === 0) this.#showTooltip(element, { x: event.clientX, y: event.clientY });
    else this.#hideTooltip();
  }

  #showTooltip(element: Element, at: { x: number; y: number }): void {
    const words = element.getAttribute('aria-label');
    if (!words) {
      this.#hideTooltip();
      return;
    }
    const tooltip = this.#tooltip;
    if (tooltip.textContent !== words) tooltip.textContent = words;
    tooltip.hidden = false;
    const frame = this.#frame.getBoundingClientRect();
    const room = { x: frame.right - tooltip.offsetWidth - 4, y: frame.bottom - tooltip.offsetHeight - 4 };
    tooltip.style.left = `${Math.max(0, Math.min(at.x + 14, room.x) - frame.left)}px`;
    tooltip.style.top = `${Math.max(0, Math.min(at.y + 16, room.y) - frame.top)}px`;
  }

  #hideTooltip(): void {
    this.#tooltip.hidden = true;
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
  #inPicture(box: DOMRect): { x: number; y: number; width: number; height: number } {
    const frame = this.#frame.getBoundingClientRect();
    const { x, y, k } = this.camera.transform;
    return { x: (box.x - frame.x - x) / k, y: (box.y - frame.y - y) / k, width: box.width / k, height: box.height / k };
  }
}

function targetOf(target: EventTarget | null): Target | undefined {
  const element = target instanceof Element ? target.closest<SVGElement>(marked) : null;
  const path = element?.dataset.path;
  if (path !== undefined) return { path };
  const link = element?.dataset.link;
  return link === undefined ? undefined : { link };
}

function placed(path: string, element: Element): Placed {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { path, x, y, width, height };
}

const middle = ({ x, y, width, height }: DOMRect): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
});
