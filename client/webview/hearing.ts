// What comes to the page from outside of its parts: messages of the extension, and the key that finds.
import { useEffect, useRef } from 'preact/hooks';
import type { Host } from './host.ts';
import type { ToPage } from './messages.ts';

/** Listens from the first moment on, then says so; the listener may be another one at every rendering. */
export function useHost(host: Host, uri: string, root: string | undefined, listener: (message: ToPage) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const stop = host.hear((message) => latest.current(message));
    host.say({ type: 'ready', uri, ...(root === undefined ? {} : { root }) });
    return stop;
  }, [host]);
}

/** Ctrl or Cmd with F, as everywhere, from wherever the focus is. */
export function useFindKey(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'f' || !field.current) return;
      event.preventDefault();
      field.current.focus();
      field.current.select();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
