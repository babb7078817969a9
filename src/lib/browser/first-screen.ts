import { startTransition, useEffect, useState } from 'react';

// The only place that says when the first screen is there. A repeat visit took a sixth longer when
// the menus were drawn with the page. Everything else that nobody waits for is fetched after
// `afterFirstScreen()`, so that it does not compete with the first rows for a slow line; once the
// app runs, that waits for nothing.

/** By then the drawing is on the screen, whatever runs before it. */
const PAINT_MS = 50;
/** The longest wait, because the sign-in page and a locked screen draw nothing of the frame. */
const AT_LATEST_MS = 1000;
/** The time that the first screen has for its own requests. */
const REST_MS = 1000;

let isThere = false;
let tell: () => void = () => undefined;
const there = new Promise<void>((resolve) => {
  tell = resolve;
});

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const rested = there.then(() => wait(REST_MS));

/** Resolves once the first screen is painted: for its own parts that come second. */
export const firstScreen = (): Promise<void> => Promise.race([there, wait(AT_LATEST_MS)]);

/** Resolves a second after the first screen: for everything that nobody waits for. */
export const afterFirstScreen = (): Promise<void> =>
  Promise.race([rested, wait(AT_LATEST_MS + REST_MS)]);

/**
 * False while the very first screen is drawn, true soon after: the requested page comes before the
 * links to others.
 */
export function useIsFirstScreenDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(isThere);
  useEffect(() => {
    if (isDrawn) return undefined;
    const timer = setTimeout(() => {
      isThere = true;
      tell();
      startTransition(() => setDrawn(true));
    }, PAINT_MS);
    return () => clearTimeout(timer);
  }, [isDrawn]);
  return isDrawn;
}
