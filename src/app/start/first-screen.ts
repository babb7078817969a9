import { startTransition, useEffect, useState } from 'react';

/** By then the drawing is on the screen, whatever runs before it. */
const PAINT_MS = 50;
/** The longest wait, because a locked screen draws nothing of the frame. */
const AT_LATEST_MS = 2000;

let isThere = false;
let tell: () => void = () => undefined;
const there = new Promise<void>((resolve) => {
  tell = resolve;
});

/**
 * Resolves once the first screen of a signed-in person is painted, so that nothing else competes
 * with it.
 */
export function firstScreen(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, AT_LATEST_MS));
  return Promise.race([there, late]);
}

/**
 * False while the very first screen is drawn, true soon after: the requested page comes before the
 * links to others.
 */
export function useAfterFirstScreen(): boolean {
  const [isAfter, setAfter] = useState(isThere);
  useEffect(() => {
    if (isAfter) return undefined;
    const timer = setTimeout(() => {
      isThere = true;
      tell();
      startTransition(() => setAfter(true));
    }, PAINT_MS);
    return () => clearTimeout(timer);
  }, [isAfter]);
  return isAfter;
}
