import { useEffect, type RefObject } from 'react';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';

/**
 * Replaces the page by sheets of paper while it is printed. The code that builds them follows the
 * first screen; before it is there, the page is printed as it is, by the rules of `print.css`.
 */
export function useBuiltSheets(frame: RefObject<HTMLElement | null>, isBuilt: boolean): void {
  useEffect(() => {
    if (!isBuilt) return undefined;
    const over = new AbortController();
    const { signal } = over;
    let remove: (() => void) | undefined;
    const clear = () => {
      remove?.();
      remove = undefined;
    };
    const { current: own } = frame;
    const follow = async () => {
      await afterFirstScreen();
      const { buildSheets } = await import('#src/components/print/sheets/build-sheets.ts');
      // The browser prints the page as it is after this event.
      const build = () => {
        clear();
        if (frame.current && !document.querySelector('[data-print-sheet]'))
          remove = buildSheets(frame.current);
      };
      if (signal.aborted) return;
      window.addEventListener('beforeprint', build, { signal });
      window.addEventListener('afterprint', clear, { signal });
      own?.setAttribute('data-ready', '');
    };
    // Without a network the rules of `print.css` stay.
    follow().catch(() => undefined);
    return () => {
      over.abort();
      own?.removeAttribute('data-ready');
      clear();
    };
  }, [frame, isBuilt]);
}
