// One page for one document after another: the diagram follows the editor, and each document is found again as it was left.
import { useEffect, useState } from 'preact/hooks';
import { App } from './app.tsx';
import type { StoppableElk } from './elk.ts';
import type { Host } from './host.ts';
import { recall, remember } from './kept.ts';
import type { PageDocument } from './messages.ts';

export function Pages({ host, elk }: { host: Host; elk: StoppableElk }) {
  const [shown, setShown] = useState<PageDocument>(host.start);
  useEffect(
    () =>
      host.hear((message) => {
        if (message.type === 'document') setShown(message);
      }),
    [host],
  );
  return (
    <App
      key={shown.uri}
      document={shown}
      host={host}
      elk={elk}
      before={recall(host.recall(), shown.uri)}
      onKeep={(state) => host.keep(remember(host.recall(), shown, state))}
    />
  );
}
