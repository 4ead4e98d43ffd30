// The stage as a component: Preact says what to show, stage.ts does the showing; between two pictures nothing is rebuilt.
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useImperativeHandle, useRef } from 'preact/hooks';
import type { View } from './camera.ts';
import { Minimap, type MinimapHandle } from './minimap.tsx';
import type { Layout, Picture, Target } from './picture.ts';
import type { Playing } from './playing.ts';
import { Stage, type StageEvents } from './stage.ts';

export interface StageHandle {
  centreOn(target: Target): void;
  zoom(how: 'in' | 'out' | 'fit'): void;
  /** The keyboard goes to the picture. */
  focus(): void;
}

interface Props extends Omit<StageEvents, 'moved'> {
  readonly handle: Ref<StageHandle>;
  readonly label: string;
  readonly hidden: boolean;
  readonly layout: Layout | undefined;
  readonly picture: Picture | undefined;
  readonly selected: Target | undefined;
  readonly failed: readonly string[];
  /** What stands at what has failed. */
  readonly failedMark: string;
  /** The step of an algorithm that is watched. */
  readonly playing: Playing | undefined;
  /** Where the camera stood before a reload. */
  readonly restored: View | undefined;
  readonly notice: string;
  /** Called now and then while the picture moves, and when it has come to rest. */
  readonly onMove: (view: View) => void;
  readonly children: ComponentChildren;
}

/** While the picture moves, the rest of the page follows this often, ms. */
const restTime = 100;

export function StageView(props: Props) {
  const { handle, label, hidden, layout, picture, selected, failed, failedMark, playing, restored, notice, children } =
    props;
  const frame = useRef<SVGSVGElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const minimap = useRef<MinimapHandle>(null);
  const stage = useRef<Stage>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!frame.current || !card.current) return;
    const calmly = nowAndThen((view: View) => latest.current.onMove(view));
    const made = new Stage(frame.current, card.current, {
      reveal: (...told) => latest.current.reveal(...told),
      toggle: (path) => latest.current.toggle(path),
      fail: (place) => latest.current.fail(place),
      select: (target) => latest.current.select(target),
      describe: (...asked) => latest.current.describe(...asked),
      linkedTo: (path) => latest.current.linkedTo(path),
      moved: (view) => {
        minimap.current?.follow(view, made.camera.window);
        calmly(view);
      },
    });
    stage.current = made;
    if (restored) made.camera.restore(restored);
  }, []);
  useEffect(() => {
    if (picture) stage.current?.show(picture);
  }, [picture]);
  useEffect(() => stage.current?.select(selected), [selected]);
  useEffect(() => stage.current?.fail(failed, failedMark), [failed]);
  useEffect(() => stage.current?.play(playing), [playing]);
  useEffect(() => {
    const camera = stage.current?.camera;
    if (camera) minimap.current?.follow(camera.view, camera.window);
  }, [layout]);
  useImperativeHandle(handle, () => ({
    centreOn: (target) => stage.current?.centreOn(target),
    focus: () => stage.current?.focus(),
    zoom: (how) => {
      const camera = stage.current?.camera;
      if (how === 'fit') camera?.fit();
      else camera?.by(how === 'in' ? 1.25 : 0.8);
    },
  }));

  return (
    <main class="stage" hidden={hidden}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing of things one walks through is a group, not an image */}
      <svg ref={frame} role="group" aria-label={label} />
      {children}
      {layout && <Minimap handle={minimap} layout={layout} onGo={(x, y) => stage.current?.camera.jumpTo(x, y)} />}
      <p class="notice" role="status">
        {notice}
      </p>
      <div ref={card} class="tooltip" hidden aria-hidden="true" />
    </main>
  );
}

/** The first call goes through at once, of those that follow within the time the last one. */
function nowAndThen<T>(take: (value: T) => void): (value: T) => void {
  let waiting: { value: T } | undefined;
  let resting = false;
  const rest = (): void => {
    resting = waiting !== undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    setTimeout(rest, restTime);
    take(value);
  };
  return (value) => {
    if (resting) {
      waiting = { value };
      return;
    }
    resting = true;
    setTimeout(rest, restTime);
    take(value);
  };
}
