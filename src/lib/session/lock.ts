import { create } from 'zustand';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { isAtWork, lockAfterOf, msUntilLock, type LockAfter } from './lock-clock.ts';
import { onSessionEnd, token } from './session.ts';
import { LAST_INPUT_KEY, LOCK_AFTER_KEY, LOCK_KEY } from '#src/lib/browser/storage-keys.ts';

/**
 * `held`: locked since the start, so nothing of the app was ever drawn; `locked`: everything is
 * mounted, but out of sight.
 */
export type LockState = 'open' | 'locked' | 'held';

type Lock = {
  state: LockState;
  /** True while the server is asked to open: it must not be told of the lock after that. */
  isOpening: boolean;
  after: LockAfter;
};

export const useLock = create<Lock>()(() => ({
  state: 'open',
  isOpening: false,
  after: lockAfterOf(forgivingStorage.getItem(LOCK_AFTER_KEY)),
}));

export const isLocked = () => useLock.getState().state !== 'open';

// A full storage must not open a locked screen.
let isOnlyHere = false;
let leftFocus: HTMLElement | undefined;

/** Hides the page at once by a rule of base.css, before anything is drawn again. */
function show(state: LockState): void {
  document.documentElement.toggleAttribute('data-locked', state !== 'open');
  useLock.setState({ state });
}

/** The element that had the focus when the screen was locked; hidden elements lose it. */
export function focusBeforeLock(): HTMLElement | undefined {
  return leftFocus;
}

/** Notes for every tab of this device that somebody is at work. */
export function noteInput(): void {
  forgivingStorage.setItem(LAST_INPUT_KEY, String(Date.now()));
}

/** True if nobody has touched this device for a while: then a request is no act of a person. */
export function isLeftAlone(): boolean {
  const lastInput = forgivingStorage.getItem(LAST_INPUT_KEY);
  return lastInput !== null && !isAtWork(Number(lastInput), Date.now());
}

/** Milliseconds until the screens must be locked, by the clock and the last input in any tab. */
export function msLeft(): number {
  const lastInput = forgivingStorage.getItem(LAST_INPUT_KEY);
  // Nobody has touched anything since the sign-in, so the time counts from here.
  if (lastInput === null) noteInput();
  return msUntilLock(useLock.getState().after, Number(lastInput ?? Date.now()), Date.now());
}

/** Locks the screens of this device, in every tab. */
export function lockScreens(state: LockState = 'locked'): void {
  if (isLocked() || token() === null) return;
  leftFocus = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  forgivingStorage.setItem(LOCK_KEY, 'yes');
  isOnlyHere = forgivingStorage.getItem(LOCK_KEY) === null;
  show(state);
}

function open(): void {
  isOnlyHere = false;
  show('open');
}

/**
 * Unlocks this device in every tab. The input is noted first, because the other tabs would lock
 * again by their clocks.
 */
export function unlockScreens(): void {
  noteInput();
  forgivingStorage.removeItem(LOCK_KEY);
  open();
}

/** Follows a lock or unlock by another tab, or by the clock. */
export function followLock(state: LockState = 'locked'): void {
  if (token() === null) return;
  useLock.setState({ after: lockAfterOf(forgivingStorage.getItem(LOCK_AFTER_KEY)) });
  const isToldTo = isOnlyHere || forgivingStorage.getItem(LOCK_KEY) !== null;
  if (isToldTo || msLeft() === 0) lockScreens(state);
  else if (isLocked()) open();
}

/**
 * Decides before anything is drawn if this page starts locked, because a reload must not bypass the
 * lock.
 */
export function startLock(): void {
  onSessionEnd(() => {
    forgivingStorage.removeItem(LOCK_KEY);
    forgivingStorage.removeItem(LAST_INPUT_KEY);
    open();
  });
  followLock('held');
}

/** Stores after how long this device locks. */
export function chooseLockAfter(after: LockAfter): void {
  forgivingStorage.setItem(LOCK_AFTER_KEY, String(after));
  useLock.setState({ after });
}

/**
 * Runs `run` now, or once the screen is unlocked: nothing may appear in front of the lock. Returns
 * a function to stop.
 */
export function whenUnlocked(run: () => void): () => void {
  if (!isLocked()) {
    run();
    return () => undefined;
  }
  const stop = useLock.subscribe(({ state }) => {
    if (state !== 'open') return;
    stop();
    run();
  });
  return stop;
}

/** Resolves once the screen is unlocked or the session is over; rejects with the signal. */
export function unlocked(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = whenUnlocked(resolve);
    signal?.addEventListener(
      'abort',
      () => {
        stop();
        reject(new DOMException('Aborted', 'AbortError'));
      },
      { once: true },
    );
  });
}
