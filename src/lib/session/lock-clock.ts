/**
 * The choices of minutes without input until a device locks. None is longer than `LOCK_MINUTES`,
 * because the server locks then by itself.
 */
export const lockChoices = [2, 5, 10, 15] as const;
export type LockAfter = (typeof lockChoices)[number];

const BY_DEFAULT: LockAfter = 10;
const MINUTE_MS = 60_000;
/** A person is at work for this long after their last input. */
const AT_WORK_MS = MINUTE_MS;
/** Two readings of one clock may differ by this much without meaning. */
const CLOCK_PLAY_MS = MINUTE_MS;

/** The stored choice; the default if it is missing or no longer offered. */
export function lockAfterOf(kept: string | null): LockAfter {
  return lockChoices.find((choice) => String(choice) === kept) ?? BY_DEFAULT;
}

/** True if the last input of a person was a moment ago. */
export const isAtWork = (lastInput: number, now: number): boolean =>
  Math.abs(now - lastInput) < AT_WORK_MS;

/**
 * Milliseconds until the screens lock; 0 if they must be locked. Input in the future means that the
 * clock was set back: nobody knows how long the screen was left, so it locks.
 */
export function msUntilLock(after: LockAfter, lastInput: number, now: number): number {
  if (lastInput > now + CLOCK_PLAY_MS) return 0;
  return Math.max(0, lastInput + after * MINUTE_MS - now);
}
