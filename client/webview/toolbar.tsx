// The line above the diagram: whose it is, what is drawn, what the colours say, how near.
import type { ComponentChildren, Ref } from 'preact';
import type { Scene } from '../../server/protocol.ts';
import { Select } from './controls.tsx';
import { SearchBox } from './searchBox.tsx';
import type { ColourBy, Shows } from './state.ts';
import { fill, type Strings } from './strings.ts';

interface Props {
  readonly title: string;
  readonly scene: Scene | undefined;
  readonly strings: Strings;
  readonly colourBy: ColourBy;
  /** Whether there are loads to colour by. */
  readonly hasLoad: boolean;
  readonly panelOpen: boolean;
  readonly shows: Shows;
  /** The diagram does not follow the editor to another file. */
  readonly locked: boolean;
  readonly findField: Ref<HTMLInputElement>;
  /** 1: as drawn. */
  readonly zoom: number;
  readonly onRoot: (root: string) => void;
  readonly onColourBy: (by: ColourBy) => void;
  readonly onZoom: (how: 'in' | 'out' | 'fit') => void;
  readonly onPanel: () => void;
  readonly onShows: (shows: Shows) => void;
  readonly onLock: (locked: boolean) => void;
  readonly onSave: () => void;
  readonly onCopy: () => void;
  readonly onFind: (path: string) => void;
  readonly onFindClosed: () => void;
}

export function Toolbar(props: Props) {
  const { scene, strings, title, zoom, panelOpen, onZoom, locked, shows } = props;
  return (
    <div class="toolbar" role="toolbar" aria-label={fill(strings.diagramOf, title)}>
      <b class="title">{title}</b>
      <Roots {...props} />
      <span class="doc" title={scene?.templates[0]?.doc}>
        {scene?.templates[0]?.doc}
      </span>
      {scene && (
        <SearchBox
          field={props.findField}
          scene={scene}
          strings={strings}
          onGo={props.onFind}
          onClose={props.onFindClosed}
        />
      )}
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
      <div class="tools">
        <IconButton
          label={shows === 'tables' ? strings.showDiagram : strings.showTables}
          pressed={shows === 'tables'}
          onPress={() => props.onShows(shows === 'tables' ? 'diagram' : 'tables')}
        >
          <path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9" />
        </IconButton>
        <IconButton label={strings.copyPicture} disabled={!scene} onPress={props.onCopy}>
          <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
        </IconButton>
        <IconButton label={strings.savePicture} disabled={!scene} onPress={props.onSave}>
          <path d="M8 2.5v7M5 7l3 3 3-3M2.5 13.5h11" />
        </IconButton>
        <IconButton
          label={locked ? strings.unlock : strings.lock}
          pressed={locked}
          onPress={() => props.onLock(!locked)}
        >
          <path d={`M3.5 7.5h9v6h-9zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0${locked ? 'v2' : ''}`} />
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
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

export function IconButton({ label, pressed, disabled, onPress, children }: IconProps) {
  return (
    <button
      type="button"
      class="icon"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
