// The whole picture in a corner, with the window as a frame in it: to be seen while the picture is larger than the window.
// For the pointer alone: keys have Tab, arrows and search.
import type { Ref } from 'preact';
import { useImperativeHandle, useMemo, useRef } from 'preact/hooks';
import type { Size, View } from './camera.ts';
import { boxesOf, type Layout } from './picture.ts';

export interface MinimapHandle {
  /** Where the window is; called at every move, so nothing is rendered for it. */
  follow(view: View, window: Size): void;
}

interface Props {
  readonly handle: Ref<MinimapHandle>;
  readonly layout: Layout;
  /** A place of the picture goes to the middle of the window. */
  readonly onGo: (x: number, y: number) => void;
}

const room = { width: 168, height: 112 };

export function Minimap({ handle, layout, onGo }: Props) {
  const whole = useRef<SVGSVGElement>(null);
  const frame = useRef<SVGRectElement>(null);
  const { width, height } = layout;
  const outline = useMemo(
    () =>
      boxesOf(layout).map(
        (box) => `M${near(box.x)} ${near(box.y)}h${near(box.width)}v${near(box.height)}h${-near(box.width)}z`,
      ),
    [layout],
  );
  useImperativeHandle(
    handle,
    () => ({
      follow({ x, y, k }, window) {
        const seen = { x: -x / k, y: -y / k, width: window.width / k, height: window.height / k };
        const all =
          seen.x <= 1 && seen.y <= 1 && seen.x + seen.width >= width - 1 && seen.y + seen.height >= height - 1;
        whole.current?.classList.toggle('needless', all);
        for (const [name, value] of Object.entries(seen)) frame.current?.setAttribute(name, String(near(value)));
      },
    }),
    [width, height],
  );
  const scale = Math.min(room.width / width, room.height / height);
  const go = (event: PointerEvent): void => {
    const svg = whole.current;
    if (!svg || event.buttons === 0) return;
    const { left, top } = svg.getBoundingClientRect();
    onGo((event.clientX - left) / scale, (event.clientY - top) / scale);
  };
  return (
    <svg
      ref={whole}
      class="minimap needless"
      aria-hidden="true"
      width={Math.max(24, width * scale)}
      height={Math.max(16, height * scale)}
      viewBox={`0 0 ${width} ${height}`}
      onPointerDown={go}
      onPointerMove={go}
    >
      <path d={outline.join('')} />
      <rect ref={frame} class="window" />
    </svg>
  );
}

const near = (value: number): number => Math.round(value);
