// The page put together: what is known (state.ts) goes down to the parts, what the user does comes up as actions.
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { LinkLoad, Scene } from '../../server/protocol.ts';
import { useAnalysis } from './analysis.ts';
import type { View } from './camera.ts';
import { type Drawing, useDrawing } from './drawing.ts';
import type { Host } from './host.ts';
import type { KeptState } from './kept.ts';
import { Legend } from './legend.tsx';
import type { ToPage } from './messages.ts';
import { Panel } from './panel.tsx';
import {
  type Elk,
  linkedTo,
  linkTarget,
  type Marks,
  madeAt,
  paint,
  plainView,
  sourceOf,
  standalone,
  toggle,
  type ViewState,
} from './picture.ts';
import { type StageHandle, StageView } from './stageView.tsx';
import { chosen, initial, kept, reduce, type State } from './state.ts';
import { fill, type Strings } from './strings.ts';
import { Toolbar } from './toolbar.tsx';

interface Props {
  readonly host: Host;
  readonly elk: Elk;
  readonly before: KeptState | undefined;
}

export function App({ host, elk, before }: Props) {
  const { strings, title } = host.start;
  const [state, dispatch] = useReducer(reduce, before ? { ...initial, ...kept(before) } : initial);
  const [camera, setCamera] = useState<View | undefined>(before?.camera);
  const [view, setView] = useState<ViewState>(before?.view ?? plainView);
  const stage = useRef<StageHandle>(null);
  const { scene, panelOpen, colourBy } = state;
  const drawing = useDrawing(elk, scene, view);
  const { layout } = drawing;
  const answered = useAnalysis(host, state, dispatch);

  const loads = panelOpen ? state.costs.result?.loads : undefined;
  const heat = colourBy === 'load' ? loads : undefined;
  const marks = useMarks(state, layout?.scene, heat);
  const picture = useMemo(() => layout && paint(layout, marks), [layout, marks]);

  useHost(host, before?.root, (message) => {
    if (message.type === 'analysis') answered.analysis(message.slot, message.id, message.answer);
    else if (message.type === 'explanation') answered.explanation(message.id, message.answer);
    else if (message.type === 'showPanel') openPanel();
    else if (message.type === 'export') exportPicture();
    else dispatch(message);
  });
  useEffect(() => {
    const root = scene?.root ?? before?.root;
    const page: KeptState = {
      uri: host.start.uri,
      ...kept(state),
      view,
      ...(root === undefined ? {} : { root }),
      ...(camera === undefined ? {} : { camera }),
    };
    host.keep(page);
  }, [state, view, camera]);

  function openPanel(): void {
    dispatch({ type: 'panel', open: true });
    requestAnimationFrame(() => document.getElementById('collective')?.focus());
  }
  function exportPicture(): void {
    if (layout) host.say({ type: 'exported', svg: standalone(layout, marks), name: layout.scene.root });
  }
  function showLink(link: LinkLoad): void {
    const target = layout && linkTarget(layout, link);
    if (target) stage.current?.centreOn(target);
  }

  return (
    <div class={panelOpen ? 'page open' : 'page'}>
      <Toolbar
        title={title}
        scene={scene}
        strings={strings}
        colourBy={heat ? 'load' : 'links'}
        hasLoad={loads !== undefined && loads.length > 0}
        panelOpen={panelOpen}
        zoom={camera?.k ?? 1}
        onRoot={(root) => host.say({ type: 'drawRoot', root })}
        onColourBy={(by) => dispatch({ type: 'colourBy', by })}
        onZoom={(how) => stage.current?.zoom(how)}
        onPanel={() => dispatch({ type: 'panel', open: !panelOpen })}
      />
      <StageView
        handle={stage}
        label={`${fill(strings.diagramOf, scene?.root ?? title)}. ${strings.keys}`}
        picture={picture}
        restored={before?.camera}
        notice={noticeOf(drawing, state.noScene, strings)}
        linkedTo={(path) => (layout ? linkedTo(layout, path) : new Set())}
        onMove={setCamera}
        onReveal={(target, take) => {
          const source = layout && sourceOf(layout, target);
          if (source) host.say({ type: 'reveal', source, take });
        }}
        onToggle={(path) => scene && setView((now) => toggle(scene, now, path))}
      >
        {layout && <Legend scene={layout.scene} colourBy={heat ? 'load' : 'links'} strings={strings} />}
        {!layout && <Empty drawing={drawing} why={state.noScene} strings={strings} />}
      </StageView>
      {panelOpen && (
        <Panel
          state={state}
          strings={strings}
          onForm={(change) => dispatch({ type: 'form', change })}
          onAlgorithm={(algorithm) => dispatch({ type: 'algorithm', algorithm })}
          onShowLink={showLink}
        />
      )}
    </div>
  );
}

/** The same object while nothing changes that is to be seen: the picture is drawn anew for it. */
function useMarks(state: State, scene: Scene | undefined, loads: Marks['loads']): Marks {
  const bottleneck = state.panelOpen ? chosen(state)?.bottleneck : undefined;
  const made = scene && state.cursor ? JSON.stringify(madeAt(scene, state.cursor)) : undefined;
  return useMemo(
    () => ({
      ...(loads ? { loads } : {}),
      ...(bottleneck ? { bottleneck } : {}),
      ...(made === undefined ? {} : { cursor: JSON.parse(made) }),
    }),
    [loads, bottleneck, made],
  );
}

/** Listens from the first moment on, then says so; the listener may be another one at every rendering. */
function useHost(host: Host, root: string | undefined, listener: (message: ToPage) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    host.hear((message) => latest.current(message));
    host.say({ type: 'ready', ...(root === undefined ? {} : { root }) });
  }, [host]);
}

function Empty({ drawing, why, strings }: { drawing: Drawing; why: string | undefined; strings: Strings }) {
  const words = drawing.failure === undefined ? why : fill(strings.drawingFailed, drawing.failure);
  return (
    <div class="empty" role="status">
      {words === undefined ? <p>{strings.drawing}</p> : <h1>{strings.cannotDraw}</h1>}
      {words !== undefined && <p>{words}</p>}
    </div>
  );
}

/** What the picture is not: of an older text, or of a part of it. */
function noticeOf({ layout, failure }: Drawing, noScene: string | undefined, strings: Strings): string {
  if (!layout) return '';
  if (failure !== undefined) return fill(strings.lastPicture, fill(strings.drawingFailed, failure));
  if (noScene !== undefined) return fill(strings.lastPicture, noScene);
  return layout.scene.incomplete ? strings.incomplete : '';
}
