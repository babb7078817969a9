import { api } from '#src/lib/request/api.ts';
import { token } from '#src/lib/session/session.ts';
import { followLock, isLocked, msLeft, noteInput, useLock } from '#src/lib/session/lock.ts';
import { useStore } from '#src/lib/store.ts';

/** Every tab reads this entry, so it is written no more often than this. */
const WRITE_EVERY_MS = 5000;
const TELL_AFTER_MS = 2000;
const SAY_EVERY_MS = 5 * 60_000;
const INPUT = ['pointerdown', 'pointermove', 'touchmove', 'wheel', 'keydown'] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
let telling: ReturnType<typeof setTimeout> | undefined;
let told: AbortController | undefined;
let notedAt = 0;
let saidAt = Date.now();
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

/**
 * The server locks when no request of a person came for `LOCK_MINUTES`. Typing for long without
 * one is being at work too.
 */
function sayAtWork(now: number): void {
  if (Math.abs(now - saidAt) < SAY_EVERY_MS) return;
  saidAt = now;
  if (navigator.onLine && token() !== null)
    api.get('/auth/me', { quiet: true }).catch(() => undefined);
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
  sayAtWork(now);
}

/**
 * Tells the server that the screen is locked, so that the token of a locked tablet opens nothing.
 * Requests that are on the way get their answers first. Without network the server locks by itself,
 * because nobody is at work.
 */
function tellServer(): void {
  clearTimeout(telling);
  telling = setTimeout(() => {
    if (!isLocked() || !navigator.onLine || token() === null) return;
    told = new AbortController();
    const quietly = { quiet: true, background: true, whileLocked: true, signal: told.signal };
    api.post('/auth/lock', {}, quietly).catch(() => undefined);
  }, TELL_AFTER_MS);
}

/** A busy server is told later: behind the person's unlock, that would lock the page again. */
function tellNoMore(): void {
  clearTimeout(telling);
  told?.abort();
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
  useLock.subscribe(({ state, isOpening, after }, before) => {
    if (state !== before.state || after !== before.after) look();
    if (isOpening && !before.isOpening) tellNoMore();
    const isRefused = !isOpening && before.isOpening;
    if (state !== 'open' && (before.state === 'open' || isRefused)) tellServer();
  });
  useStore.subscribe(({ user }, before) => {
    if (user.isLoggedIn !== before.user.isLoggedIn) look();
  });
  // A page that starts locked or was locked without network may be open at the server.
  window.addEventListener('online', tellServer);
  tellServer();
  look();
}
