import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * The events that end a printing. Some browsers return at once and print later, so the paper stays
 * until the page is used again.
 */
const ENDS = ['afterprint', 'pointerdown', 'keydown'] as const;

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Prints the page once its fonts and pictures are there, and resolves after the printing. */
export async function printWhenReady(): Promise<void> {
  await nextFrame();
  await document.fonts.ready;
  // A missing logo is no reason to print nothing.
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  await nextFrame();
  const ended = new Promise<void>((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      resolve();
    };
    for (const event of ENDS) window.addEventListener(event, end, { signal: over.signal });
  });
  window.print();
  await ended;
}

/**
 * Prints the content that was just drawn, once, and reports the end; for papers that are not shown
 * on the screen.
 */
export function useSelfPrint(onPrinted: (() => void) | undefined): void {
  const begun = useRef(false);
  const isWanted = onPrinted !== undefined;
  const over = useEffectEvent(() => onPrinted?.());
  useEffect(() => {
    if (!isWanted || begun.current) return;
    begun.current = true;
    void printWhenReady().then(over);
  }, [isWanted]);
}
