// The page's beginning: reads what the extension wrote into it, and starts.
import { render } from 'preact';
import './page.css';
import { workerElk } from './elk.ts';
import { findHost } from './host.ts';
import type { PageStart } from './messages.ts';
import { Pages } from './pages.tsx';
import { dressPicture } from './picture.ts';

const root = document.getElementById('topo');
if (root) {
  const start: PageStart = JSON.parse(root.dataset.start ?? '{}');
  dressPicture();
  render(<Pages host={findHost(start)} elk={workerElk(start.elkWorker, start.strings.layoutTooLong)} />, root);
}
