// The page put together: what is known (state.ts) goes down to the parts, what the user does comes up as actions.
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { LinkLoad, Scene } from '../../server/protocol.ts';
import { useAnalysis } from './analysis.ts';
import type { View } from './camera.ts';
import { type Drawing, useDrawing } from './drawing.ts';
import type { StoppableElk } from './elk.ts';
import { useFindKey, useHost } from './hearing.ts';
import type { Host } from './host.ts';
import { useHovers } from './hovers.ts';
import type { KeptState } from './kept.ts';
import { Legend } from './legend.tsx';
import { useLookAt } from './looking.ts';
import type { PageDocument } from './messages.ts';
import { Panel } from './panel.tsx';
import {
  linkedTo,
  linkTarget,
  type Marks,
  madeAt,
  openTo,
  paint,
  plainView,
  sourceOf,
  standalone,
  type Target,
  type ThemeName,
  toggle,
  type ViewState,
} from './picture.ts';
import { usePictures } from './pictures.ts';
import { Player } from './player.tsx';
import { type StageHandle, StageView } from './stageView.tsx';
import { chosen, costsQuestion, initial, kept, reduce, type State, watchQuestion } from './state.ts';
import { fill, type Strings } from './strings.ts';
import { Tables } from './tables.tsx';
import type { ReportFormat } from './takeaway.tsx';
import { Toolbar } from './toolbar.tsx';
import { usePlayer } from './usePlayer.ts';

interface Props {
  readonly host: Host;
  readonly elk: StoppableElk;
  readonly document: PageDocument;
  readonly before: KeptState | undefined;
  readonly onKeep: (state: KeptState) => void;
}

/** Of more ranks the boxes stay as they are: opened, all of them would be too small to read. */
const mostOpened = 16;

const noLoads: Marks['loads'] = [];

export function App({ host, elk, document: { uri, title, locked }, before, onKeep }: Props) {
  const { strings } = host.start;
  const [state, dispatch] = useReducer(reduce, before ? { ...initial, ...kept(before) } : initial);
  const [camera, setCamera] = useState<View | undefined>(before?.camera);
  const [view, setView] = useState<ViewState>(before?.view ?? plainView);
  const stage = useRef<StageHandle>(null);
  const findField = useRef<HTMLInputElement>(null);
  const { scene, panelOpen, colourBy, shows } = state;
  const drawing = useDrawing(elk, scene, view);
  const { layout } = drawing;
  const answered = useAnalysis(host, state, dispatch);
  const hovers = useHovers(host, scene);
  const pictures = usePictures(host);

  const player = usePlayer(host, watchQuestion(state), scene);
  const loads = panelOpen ? state.costs.result?.loads : undefined;
  const heat = player.told ? (player.loads ?? noLoads) : colourBy === 'load' ? loads : undefined;
  const marks = useMarks(state, layout?.scene, heat, player.told !== undefined);
  const picture = useMemo(() => layout && paint(layout, marks), [layout, marks]);
  const lookAt = useLookAt(layout, view, stage);

  useHost(host, uri, before?.root, (message) => {
    if (message.type === 'analysis') answered.analysis(message.slot, message.id, message.answer);
    else if (message.type === 'explanation') answered.explanation(message.id, message.answer);
    else if (message.type === 'steps') player.answered(message.id, message.answer);
    else if (message.type === 'hover') hovers.answered(message.id, message.markdown);
    else if (message.type === 'rastered') pictures.rastered(message.id, message.png);
    else if (message.type === 'showPanel') openPanel();
    else if (message.type === 'written') dispatch({ type: 'written' });
    else if (message.type === 'export') {
      const svg = pictureIn(message.theme);
      if (svg && layout) host.say({ type: 'exported', format: message.format, svg, name: layout.scene.root });
    } else if (message.type === 'copyPicture') copyPicture();
    else if (message.type === 'scene' && message.scene.uri !== uri) return;
    else if (message.type !== 'document') dispatch(message);
  });
  useEffect(() => {
    const root = scene?.root ?? before?.root;
    onKeep({
      ...kept(state),
      view,
      ...(root === undefined ? {} : { root }),
      ...(camera === undefined ? {} : { camera }),
    });
  }, [state, view, camera, locked]);
  useFindKey(findField);

  const pictureIn = (theme?: ThemeName): string | undefined => layout && standalone(layout, marks, theme);

  function copyPicture(): void {
    const svg = pictureIn();
    if (svg) pictures.copy(svg);
  }
  function openPanel(): void {
    dispatch({ type: 'panel', open: true });
    requestAnimationFrame(() => document.getElementById('collective')?.focus());
  }
  function showLink(link: LinkLoad): void {
    const target = layout && linkTarget(layout, link);
    if (target) stage.current?.centreOn(target);
  }
  function reveal(target: Target, take: boolean, beside: boolean): void {
    const source = layout && sourceOf(layout, target);
    if (source) host.say({ type: 'reveal', source, take, beside });
  }
  function find(path: string): void {
    if (!scene) return;
    const opened = openTo(scene, view, path);
    setView(opened);
    lookAt(path, opened);
    dispatch({ type: 'shows', shows: 'diagram' });
    dispatch({ type: 'select', target: { path } });
  }
  /** Few ranks come into sight: what they stand in is opened. */
  function watch(): void {
    dispatch({ type: 'shows', shows: 'diagram' });
    player.show(true);
  }
  const ranks = player.told?.ranks;
  useEffect(() => {
    if (!ranks || !scene || ranks.length > mostOpened) return;
    stage.current?.zoom('fit');
    setView((now) => ranks.reduce((view, path) => openTo(scene, view, path), now));
  }, [ranks]);
  function copyReport(format: ReportFormat): void {
    const question = costsQuestion(state);
    if (question) host.say({ type: 'copyReport', params: { ...question, format } });
  }
  const open = (path: string): void => {
    if (scene) setView((now) => toggle(scene, now, path));
  };

  return (
    <div class={panelOpen ? 'page open' : 'page'}>
      <Toolbar
        title={title}
        scene={scene}
        strings={strings}
        colourBy={heat ? 'load' : 'links'}
        hasLoad={loads !== undefined && loads.length > 0}
        panelOpen={panelOpen}
        shows={shows}
        locked={locked}
        findField={findField}
        zoom={camera?.k ?? 1}
        onRoot={(root) => host.say({ type: 'drawRoot', root })}
        onColourBy={(by) => dispatch({ type: 'colourBy', by })}
        onZoom={(how) => stage.current?.zoom(how)}
        onPanel={() => dispatch({ type: 'panel', open: !panelOpen })}
        onShows={(wanted) => dispatch({ type: 'shows', shows: wanted })}
        onLock={(lock) => host.say({ type: 'lock', locked: lock })}
        onSave={() => host.say({ type: 'savePicture' })}
        onCopy={copyPicture}
        onFind={find}
        onFindClosed={() => stage.current?.focus()}
      />
      <StageView
        handle={stage}
        label={`${fill(strings.diagramOf, scene?.root ?? title)}. ${strings.keys}`}
        hidden={shows === 'tables' && layout !== undefined}
        layout={layout}
        picture={picture}
        selected={state.selected}
        failed={state.failed}
        failedMark={strings.failedMark}
        playing={player.shown}
        fail={(place) => dispatch({ type: 'fail', place })}
        restored={before?.camera}
        notice={noticeOf(drawing, state.noScene, strings)}
        linkedTo={(path) => (layout ? linkedTo(layout, path) : [])}
        onMove={setCamera}
        select={(target) => dispatch({ type: 'select', target })}
        reveal={reveal}
        describe={(target, tell) => {
          const source = layout && sourceOf(layout, target);
          if (source) hovers.ask(source, tell);
        }}
        toggle={open}
      >
        {layout && <Legend scene={layout.scene} colourBy={heat ? 'load' : 'links'} strings={strings} />}
        {!layout && <Empty drawing={drawing} why={state.noScene} strings={strings} />}
      </StageView>
      {shows === 'tables' && layout && (
        <Tables
          layout={layout}
          strings={strings}
          onReveal={(target, beside) => {
            dispatch({ type: 'select', target });
            reveal(target, true, beside);
          }}
          onToggle={open}
        />
      )}
      {player.open && <Player player={player} strings={strings} />}
      {panelOpen && (
        <Panel
          state={state}
          strings={strings}
          onForm={(change) => dispatch({ type: 'form', change })}
          onAlgorithm={(algorithm) => dispatch({ type: 'algorithm', algorithm })}
          onModel={(model) => dispatch({ type: 'model', model })}
          onShowCut={(shows) => dispatch({ type: 'showCut', shows })}
          onShowLink={showLink}
          onFail={(place) => dispatch({ type: 'fail', place })}
          onRate={(link, rate) => dispatch({ type: 'rate', link, rate })}
          onRestore={(place) => dispatch({ type: 'restore', place })}
          onWrite={() => scene && host.say({ type: 'writeFailures', root: scene.root, places: state.failed })}
          onCopyReport={copyReport}
          watching={player.open}
          onWatch={watch}
        />
      )}
    </div>
  );
}

/** The same object while nothing changes that is to be seen: the picture is drawn anew for it. */
function useMarks(state: State, scene: Scene | undefined, loads: Marks['loads'], watching: boolean): Marks {
  // While an algorithm is watched the links are those of a step, and the bottleneck is that of all steps.
  const bottleneck = state.panelOpen && !watching ? chosen(state)?.bottleneck : undefined;
  const made = scene && state.cursor ? JSON.stringify(madeAt(scene, state.cursor)) : undefined;
  const cut = state.panelOpen && state.showsCut && !watching ? state.costs.result?.optimum?.cut : undefined;
  return useMemo(
    () => ({
      ...(loads ? { loads } : {}),
      ...(cut ? { cut } : {}),
      ...(bottleneck ? { bottleneck } : {}),
      ...(made === undefined ? {} : { cursor: JSON.parse(made) }),
    }),
    [loads, bottleneck, made, cut],
  );
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
