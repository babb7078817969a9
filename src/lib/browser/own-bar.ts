import { useLayoutEffect } from 'react';

let bars = 0;

const mark = (change: number) => {
  bars += change;
  document.body.toggleAttribute('data-own-bar', bars > 0);
};

/**
 * Tells the page that it has a bar of its own at the bottom of the screen, which takes the place of
 * a phone's bottom bar. The mark is on the body, because a selector for the bar itself would be
 * matched again at every change of the page.
 */
export function useOwnBar(isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    mark(1);
    return () => mark(-1);
  }, [isShown]);
}
