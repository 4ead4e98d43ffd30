// The page's beginning: reads what the extension wrote into it, and starts.
import { render } from 'preact';
import './page.css';
import { App } from './app.tsx';
import { workerElk } from './elk.ts';
import { findHost } from './host.ts';
import { recall } from './kept.ts';
import type { PageStart } from './messages.ts';
import { dressPicture } from './picture.ts';

const root = document.getElementById('topo');
if (root) {
  const start: PageStart = JSON.parse(root.dataset.start ?? '{}');
  const host = findHost(start);
  dressPicture();
  render(<App host={host} elk={workerElk(start.elkWorker)} before={recall(host.recall(), start.uri)} />, root);
}
