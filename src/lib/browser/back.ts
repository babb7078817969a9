import { isLocked } from '#src/lib/session/lock.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';

/** How to close what lies over the page, the last opened last. */
const closers: (() => void)[] = [];

type Entry = { idx?: number; isBelow?: true } | null;
const entry = () => window.history.state as Entry;

/** The session in which an entry was laid below the first one. */
let laidIn: number | undefined;
const hasLaid = () => laidIn === sessionEpoch();

/**
 * Lays an entry of the same page below the app's first one: from there Back would leave the
 * document, and nobody in it would be asked. The router need not know, because the entry it stands
 * on keeps its number.
 */
function layBelow(): void {
  const now = entry();
  if (now?.idx === undefined || now.idx > 0 || hasLaid()) return;
  laidIn = sessionEpoch();
  window.history.replaceState({ ...now, idx: now.idx - 1, isBelow: true }, '');
  window.history.pushState(now, '');
  // Who comes back from elsewhere to this very document stands on the entry below.
  window.addEventListener('pageshow', () => (laidIn = undefined), { once: true });
}

/** Back calls `close` instead of leaving the page, until the returned function is called. */
export function closeOnBack(close: () => void): () => void {
  closers.push(close);
  layBelow();
  return () => void closers.splice(closers.indexOf(close), 1);
}

/** What Back does instead of leaving the page; undefined if it may leave. */
export function insteadOfBack(): (() => void) | undefined {
  const close = closers.at(-1);
  if (close) return isLocked() ? () => undefined : close;
  // Past the entry below, to where the person came from.
  return hasLaid() && entry()?.isBelow ? () => window.history.go(-2) : undefined;
}
