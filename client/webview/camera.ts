// Pan and zoom of the picture: one transform on one <g>, written at most once a frame while the hand moves it. Knows nothing of what is drawn.
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { calm } from './motion.ts';
import { lodClass } from './picture.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}
/** As kept over a reload; `fitted`: the picture follows the window until the user moves it. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
  readonly fitted: boolean;
}

const least = 0.05;
const most = 6;
/** A small picture is not blown up beyond this when fitted. */
const mostFitted = 1.25;
const margin = 24;
/** How long the picture takes to a place one is led to, ms. */
const glideTime = 180;

export class Camera {
  readonly #frame: SVGSVGElement;
  readonly #moved: SVGElement;
  readonly #zoom = zoom<SVGSVGElement, unknown>().scaleExtent([least, most]);
  readonly #detailed: SVGElement;
  readonly #onView: (view: View) => void;
  #content: Size = { width: 0, height: 0 };
  #fitted = true;
  #scheduled = 0;
  #gliding = 0;

  /** `moved` gets the transform, `detailed` the class that says how much can be read. */
  constructor(frame: SVGSVGElement, moved: SVGElement, detailed: SVGElement, onView: (view: View) => void) {
    this.#frame = frame;
    this.#moved = moved;
    this.#detailed = detailed;
    this.#onView = onView;
    this.#zoom.filter((event: MouseEvent) => !event.button && event.type !== 'dblclick');
    this.#zoom.extent(() => [
      [0, 0],
      [frame.clientWidth, frame.clientHeight],
    ]);
    this.#zoom.on('zoom', ({ sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
      if (!sourceEvent) {
        this.#apply();
        return;
      }
      this.#stopGliding();
      this.#fitted = false;
      this.#scheduled ||= requestAnimationFrame(() => this.#apply());
    });
    select(frame).call(this.#zoom).on('dblclick.zoom', null);
  }

  get view(): View {
    const { x, y, k } = this.transform;
    return { x, y, k, fitted: this.#fitted };
  }

  get window(): Size {
    return { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
  }

  get transform(): ZoomTransform {
    return zoomTransform(this.#frame);
  }

  /** Says how large the picture is; one that is fitted is fitted again. */
  setContent(content: Size): void {
    this.#content = content;
    if (this.#fitted) this.fit();
    this.#detail(this.transform.k);
  }

  resized(): void {
    if (this.#fitted) this.fit();
  }

  restore({ x, y, k, fitted }: View): void {
    this.#fitted = fitted;
    this.#set(zoomIdentity.translate(x, y).scale(k));
  }

  fit(): void {
    const { clientWidth, clientHeight } = this.#frame;
    const { width, height } = this.#content;
    if (width === 0 || clientWidth === 0) return;
    const room = Math.min((clientWidth - 2 * margin) / width, (clientHeight - 2 * margin) / height);
    const k = Math.min(mostFitted, Math.max(least, room));
    this.#fitted = true;
    this.#set(zoomIdentity.translate((clientWidth - width * k) / 2, (clientHeight - height * k) / 2).scale(k));
  }

  by(factor: number): void {
    this.#fitted = false;
    select(this.#frame).call(this.#zoom.scaleBy, factor);
  }

  /** Moves the picture under the window, in the window's pixels. */
  shift(dx: number, dy: number): void {
    const { x, y, k } = this.transform;
    this.#set(zoomIdentity.translate(x + dx, y + dy).scale(k));
  }

  /** Brings a place of the picture to the middle, near enough to be read. */
  centreOn(x: number, y: number): void {
    this.#fitted = false;
    const k = Math.max(this.transform.k, 0.8);
    this.#glide(this.#around(x, y, k));
  }

  /** Brings a place of the picture to the middle at once, as near as it is now. */
  jumpTo(x: number, y: number): void {
    this.#fitted = false;
    this.#set(this.#around(x, y, this.transform.k));
  }

  #around(x: number, y: number, k: number): ZoomTransform {
    const { width, height } = this.window;
    return zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k);
  }

  #glide(to: ZoomTransform): void {
    this.#stopGliding();
    if (calm()) {
      this.#set(to);
      return;
    }
    const from = this.transform;
    let began: number | undefined;
    const frame = (now: number): void => {
      began ??= now;
      const share = Math.min(1, (now - began) / glideTime);
      const eased = share * (2 - share);
      const between = (a: number, b: number): number => a + (b - a) * eased;
      const k = between(from.k, to.k);
      this.#move(zoomIdentity.translate(between(from.x, to.x), between(from.y, to.y)).scale(k));
      this.#gliding = share < 1 ? requestAnimationFrame(frame) : 0;
    };
    this.#gliding = requestAnimationFrame(frame);
  }

  #stopGliding(): void {
    cancelAnimationFrame(this.#gliding);
    this.#gliding = 0;
  }

  #set(to: ZoomTransform): void {
    this.#stopGliding();
    this.#move(to);
  }

  #move(to: ZoomTransform): void {
    select(this.#frame).call(this.#zoom.transform, to);
  }

  #apply(): void {
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
    const { transform } = this;
    this.#moved.setAttribute('transform', transform.toString());
    this.#detail(transform.k);
    this.#onView(this.view);
  }

  /** Changed at the thresholds only: the browser restyles everything at each. */
  #detail(k: number): void {
    const wanted = lodClass(k);
    const { classList } = this.#detailed;
    if (classList.contains(wanted)) return;
    classList.remove('lod0', 'lod1', 'lod2', 'lod3');
    classList.add(wanted);
  }
}
