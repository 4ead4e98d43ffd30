// The line under the diagram while an algorithm is watched: play and pause, a step back and on, where it stands, what happens.
import { formatTime } from './numbers.ts';
import { stepWords } from './playing.ts';
import { fill, type Strings } from './strings.ts';
import { IconButton } from './toolbar.tsx';
import type { Player as Watching } from './usePlayer.ts';

export function Player({ player, strings }: { player: Watching; strings: Strings }) {
  const { told, refused, at, runs } = player;
  const count = told?.steps.length ?? 0;
  const title = told ? `${strings[told.algorithm]} · ${strings[told.collective]}` : strings.watch;
  return (
    <section class="player" aria-label={title}>
      {told && (
        <div class="controls">
          <IconButton label={strings.playBack} onPress={() => player.go(at - 1)}>
            <path d="M10 4l-5 4l5 4z" />
          </IconButton>
          <IconButton label={runs ? strings.playPause : strings.play} onPress={() => player.run(!runs)}>
            {runs ? <path d="M6 4v8M10 4v8" /> : <path d="M5 3.5l7 4.5l-7 4.5z" />}
          </IconButton>
          <IconButton label={strings.playOn} onPress={() => player.go(at + 1)}>
            <path d="M6 4l5 4l-5 4z" />
          </IconButton>
          <input
            type="range"
            min={0}
            max={count}
            step={1}
            value={at}
            aria-label={strings.playAt}
            aria-valuetext={fill(strings.playStep, at, count)}
            onInput={(event) => player.go(Number(event.currentTarget.value))}
          />
          <span class="count">{fill(strings.playStep, at, count)}</span>
        </div>
      )}
      <p>
        <b>{title}</b>
        {told && (
          <span class="note">
            {' '}
            {fill(told.pipelined ? strings.playPipelined : strings.playInAll, formatTime(told.timeUs))}
          </span>
        )}
      </p>
      {/* While it runs each step would be spoken over the one before. */}
      <p class="words" role="status" aria-live={runs ? 'off' : 'polite'}>
        {refused ?? (told ? stepWords(told, at, strings) : strings.working)}
      </p>
      {told && !told.data && <p class="note">{strings.playNoPieces}</p>}
      <IconButton label={strings.playClose} onPress={() => player.show(false)}>
        <path d="M4 4l8 8M12 4l-8 8" />
      </IconButton>
    </section>
  );
}
