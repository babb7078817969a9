import { isLocked } from '#src/lib/session/lock.ts';

/** How to close what lies over the page, the last opened last. */
const closers: (() => void)[] = [];

/**
 * Back calls `close` instead of leaving the page, until the returned function is called. On the
 * app's first page Back leaves the document, which nobody in it is asked about.
 */
export function closeOnBack(close: () => void): () => void {
  closers.push(close);
  return () => void closers.splice(closers.indexOf(close), 1);
}

/** What Back does instead of leaving the page; undefined if it may leave. */
export function insteadOfBack(): (() => void) | undefined {
  const close = closers.at(-1);
  return close && isLocked() ? () => undefined : close;
}
