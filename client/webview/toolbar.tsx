// The line above the diagram: whose it is, what is drawn, what the colours say, how near.
import type { ComponentChildren } from 'preact';
import type { Scene } from '../../server/protocol.ts';
import { Select } from './controls.tsx';
import type { ColourBy } from './state.ts';
import { fill, type Strings } from './strings.ts';

interface Props {
  readonly title: string;
  readonly scene: Scene | undefined;
  readonly strings: Strings;
  readonly colourBy: ColourBy;
  /** Whether there are loads to colour by. */
  readonly hasLoad: boolean;
  readonly panelOpen: boolean;
  /** 1: as drawn. */
  readonly zoom: number;
  readonly onRoot: (root: string) => void;
  readonly onColourBy: (by: ColourBy) => void;
  readonly onZoom: (how: 'in' | 'out' | 'fit') => void;
  readonly onPanel: () => void;
}

export function Toolbar(props: Props) {
  const { scene, strings, title, zoom, panelOpen, onZoom } = props;
  return (
    <div class="toolbar" role="toolbar" aria-label={fill(strings.diagramOf, title)}>
      <b class="title">{title}</b>
      <Roots {...props} />
      <span class="doc" title={scene?.templates[0]?.doc}>
        {scene?.templates[0]?.doc}
      </span>
      <ColourSwitch {...props} />
      <div class="zoom">
        <IconButton label={strings.zoomOut} onPress={() => onZoom('out')}>
          <path d="M3 8h10" />
        </IconButton>
        <button type="button" class="percent" title={strings.zoomFit} onClick={() => onZoom('fit')}>
          {Math.round(zoom * 100)} %<span class="spoken">. {strings.zoomFit}</span>
        </button>
        <IconButton label={strings.zoomIn} onPress={() => onZoom('in')}>
          <path d="M3 8h10M8 3v10" />
        </IconButton>
      </div>
      <IconButton label={panelOpen ? strings.hidePanel : strings.showPanel} pressed={panelOpen} onPress={props.onPanel}>
        <path d="M2.5 2.5h11v11h-11zM9.5 2.5v11M11 5h1M11 7.5h1M11 10h1" />
      </IconButton>
    </div>
  );
}

function Roots({ scene, strings, onRoot }: Props) {
  if (!scene) return null;
  if (scene.roots.length < 2) return <span class="root">{scene.root}</span>;
  const options = scene.roots.map((value) => ({ value, label: value }));
  return <Select id="root" label={strings.root} value={scene.root} options={options} onChoose={onRoot} />;
}

function ColourSwitch({ strings, colourBy, hasLoad, onColourBy }: Props) {
  return (
    <fieldset class="switch">
      <legend class="spoken">{strings.colourBy}</legend>
      {(['links', 'load'] as const).map((by) => (
        <label key={by} title={by === 'load' && !hasLoad ? strings.loadFirst : undefined}>
          <input
            type="radio"
            name="colourBy"
            value={by}
            checked={by === colourBy}
            disabled={by === 'load' && !hasLoad}
            onChange={() => onColourBy(by)}
          />
          <span>{by === 'links' ? strings.links : strings.load}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface IconProps {
  readonly label: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

function IconButton({ label, pressed, onPress, children }: IconProps) {
  return (
    <button type="button" class="icon" title={label} aria-label={label} aria-pressed={pressed} onClick={onPress}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
