import { useLayoutEffect } from 'react';

let ownBars = 0;

const mark = (change: number) => {
  ownBars += change;
  document.body.toggleAttribute('data-own-bar', ownBars > 0);
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

/** A ref that tells the page, or the dialog, how much room its bar at one edge takes. */
const refOfBar = (name: string) => (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const { style } = bar.closest('dialog') ?? document.body;
  const watch = new ResizeObserver(() => style.setProperty(name, `${bar.offsetHeight}px`));
  watch.observe(bar);
  return () => {
    watch.disconnect();
    style.removeProperty(name);
  };
};

/**
 * The refs of bars that stay in view at an edge, each with `data-bar`: what has the focus outside
 * of them scrolls clear of them (`src/theme/base.css`).
 */
export const lowerBar = refOfBar('--lower-bar');
export const upperBar = refOfBar('--upper-bar');
