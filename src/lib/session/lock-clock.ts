/** The choices of minutes without input until a device locks. */
export const lockChoices = [2, 5, 10, 15, 30, 'never'] as const;
export type LockAfter = (typeof lockChoices)[number];

const BY_DEFAULT: LockAfter = 10;
const MINUTE_MS = 60_000;
/** Two readings of one clock may differ by this much without meaning. */
const CLOCK_PLAY_MS = MINUTE_MS;

/** The stored choice; the default if it is missing or no longer offered. */
export function lockAfterOf(kept: string | null): LockAfter {
  return lockChoices.find((choice) => String(choice) === kept) ?? BY_DEFAULT;
}

/**
 * Milliseconds until the screens lock; 0 if they must be locked. Input in the future means that the
 * clock was set back: nobody knows how long the screen was left, so it locks.
 */
export function msUntilLock(after: LockAfter, lastInput: number, now: number): number {
  if (after === 'never') return Number.POSITIVE_INFINITY;
  if (lastInput > now + CLOCK_PLAY_MS) return 0;
  return Math.max(0, lastInput + after * MINUTE_MS - now);
}
