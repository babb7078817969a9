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

/** So far from a bar what has the focus stands, which has a ring around it. */
const GAP = 16;

/** A ref that tells the page, or the dialog, how much room its bars at one edge take. */
function refOfBars(name: string) {
  const owners = new Map<HTMLElement, HTMLElement>();
  const tell = (owner: HTMLElement) => {
    const bars = [...owners.keys()].filter((bar) => owners.get(bar) === owner);
    const height = Math.max(0, ...bars.map(({ offsetHeight }) => offsetHeight));
    owner.style.setProperty(name, height > 0 ? `${height + GAP}px` : '0px');
  };
  return (bar: HTMLElement | null) => {
    if (!bar) return undefined;
    const owner = bar.closest('dialog') ?? document.body;
    owners.set(bar, owner);
    const watch = new ResizeObserver(() => tell(owner));
    watch.observe(bar);
    return () => {
      watch.disconnect();
      owners.delete(bar);
      tell(owner);
    };
  };
}

/**
 * The refs of bars that stay in view at an edge, each with `data-bar`: what has the focus outside
 * of them scrolls clear of them (`src/theme/base.css`).
 */
export const lowerBar = refOfBars('--lower-bar');
export const upperBar = refOfBars('--upper-bar');
