// The other side of the page: VS Code, spoken to in the words of messages.ts.
import type { FromPage, PageStart, ToPage } from './messages.ts';

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export interface Host {
  readonly start: PageStart;
  say(message: FromPage): void;
  /** Returns how to stop listening. */
  hear(listener: (message: ToPage) => void): () => void;
  /** What the page kept under this host, undefined at first. */
  recall(): unknown;
  keep(state: unknown): void;
}

export function findHost(start: PageStart): Host {
  const api = acquireVsCodeApi();
  return {
    start,
    say: (message) => api.postMessage(message),
    hear: (listener) => {
      const heard = ({ data }: MessageEvent<ToPage>): void => listener(data);
      addEventListener('message', heard);
      return () => removeEventListener('message', heard);
    },
    recall: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
