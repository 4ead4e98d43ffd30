// The diagram as a picture to be taken along: handed out to be saved, or put into the clipboard as a PNG. The PNG is made
// outside, by what makes those of the command line.
import { useMemo } from 'preact/hooks';
import type { Host } from './host.ts';

interface Pictures {
  /** `svg`: a file of its own. */
  readonly copy: (svg: string) => void;
  readonly rastered: (id: number, png: Uint8Array | undefined) => void;
}

export function usePictures(host: Host): Pictures {
  return useMemo(() => {
    const waiting = new Map<number, (png: Uint8Array | undefined) => void>();
    let id = 0;
    const raster = (svg: string): Promise<Blob> =>
      new Promise((done, failed) => {
        id++;
        waiting.set(id, (png) => (png ? done(new Blob([new Uint8Array(png)], { type: 'image/png' })) : failed()));
        host.say({ type: 'raster', id, svg });
      });
    return {
      // The clipboard is asked at once, with a picture to come: it wants to be asked while the user's click is fresh.
      copy: (svg) => {
        const told = (ok: boolean): void => host.say({ type: 'copied', ok });
        whenFocused(() => {
          const item = new ClipboardItem({ 'image/png': raster(svg) });
          navigator.clipboard.write([item]).then(
            () => told(true),
            () => told(false),
          );
        });
      },
      rastered: (of, png) => {
        waiting.get(of)?.(png);
        waiting.delete(of);
      },
    };
  }, [host]);
}

/** The clipboard takes nothing from a page without the focus, which is on its way here where a command asked for the picture. */
function whenFocused(act: () => void): void {
  if (document.hasFocus()) act();
  else addEventListener('focus', act, { once: true });
}
