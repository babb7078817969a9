import { followLock, isLocked, msLeft, noteInput, useLock } from '#src/lib/session/lock.ts';
import { useStore } from '#src/lib/store.ts';

/** Every tab reads this entry, so it is written no more often than this. */
const WRITE_EVERY_MS = 5000;
const INPUT = ['pointerdown', 'pointermove', 'touchmove', 'wheel', 'keydown'] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
let notedAt = 0;
let isWatching = false;

/**
 * Locks when the time is over. Tablets sleep and stop timers, so the timer only reads the clock, as
 * does everything that wakes a page.
 */
function look(): void {
  followLock();
  clearTimeout(timer);
  const left =
    isLocked() || !useStore.getState().user.isLoggedIn ? Number.POSITIVE_INFINITY : msLeft();
  if (Number.isFinite(left)) timer = setTimeout(look, left);
}

function heard(): void {
  const now = Date.now();
  if (isLocked() || Math.abs(now - notedAt) < WRITE_EVERY_MS) return;
  // The first touch after a long sleep must not count as being at work.
  followLock();
  if (isLocked()) return;
  notedAt = now;
  noteInput();
  look();
}

/**
 * Watches this tab for input, and the other tabs and the clock for a reason to lock. Runs once,
 * until the tab closes.
 */
export function watchForInput(): void {
  if (isWatching) return;
  isWatching = true;
  for (const kind of INPUT) window.addEventListener(kind, heard, { capture: true, passive: true });
  for (const kind of ['storage', 'pageshow', 'focus']) window.addEventListener(kind, look);
  document.addEventListener('visibilitychange', look);
  useLock.subscribe(({ state, after }, before) => {
    if (state !== before.state || after !== before.after) look();
  });
  useStore.subscribe(({ user }, before) => {
    if (user.isLoggedIn !== before.user.isLoggedIn) look();
  });
  look();
}
