// What the colours in sight mean: the kinds of links there are, or the steps of load.
import type { LinkLook, Scene } from '../../server/protocol.ts';
import type { ColourBy } from './state.ts';
import type { Strings } from './strings.ts';

const order: readonly LinkLook[] = ['infiniband', 'ethernet', 'nvlink', 'scaleup', 'pcie', 'socket', 'plain'];

export function Legend({ scene, colourBy, strings }: { scene: Scene; colourBy: ColourBy; strings: Strings }) {
  if (colourBy === 'load') return <LoadScale strings={strings} />;
  const looks = new Set(scene.templates.flatMap(({ links }) => links.map(({ look }) => look)));
  const kinds = new Set(scene.templates.flatMap(({ parts }) => parts.map(({ kind }) => kind)));
  const gaps = scene.templates.some(({ absent }) => absent.length > 0);
  return (
    <ul class="legend" aria-label={strings.legend}>
      {order
        .filter((look) => looks.has(look))
        .map((look) => (
          <li key={look}>
            <svg class={`look ${look}`} width="18" height="8" viewBox="0 0 18 8" aria-hidden="true">
              <line x1="1" y1="4" x2="17" y2="4" />
            </svg>
            {strings[look]}
          </li>
        ))}
      {kinds.has('gpu') && <Swatch name="gpu" words={strings.kindGpu} />}
      {kinds.has('cpu') && <Swatch name="cpu" words={strings.kindCpu} />}
      {gaps && <Swatch name="gap" words={strings.takenOut} />}
    </ul>
  );
}

function Swatch({ name, words }: { name: string; words: string }) {
  return (
    <li>
      <svg class={`swatch ${name}`} width="14" height="10" viewBox="0 0 14 10" aria-hidden="true">
        <rect x="1" y="1" width="12" height="8" rx="2" />
      </svg>
      {words}
    </li>
  );
}

function LoadScale({ strings }: { strings: Strings }) {
  return (
    <div class="legend" role="img" aria-label={strings.loadScale}>
      {strings.linkLoad}
      <span>0</span>
      <svg class="scale" width="100" height="8" viewBox="0 0 100 8" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((heat) => (
          <rect key={heat} class={`heat${heat}`} x={heat * 20} width="19" height="8" />
        ))}
      </svg>
      <span>100 %</span>
    </div>
  );
}
