/** After how many minutes without input the screens of a device may lock. */
export const lockChoices = [2, 5, 10, 15, 30, 'never'] as const;
export type LockAfter = (typeof lockChoices)[number];

const BY_DEFAULT: LockAfter = 10;
const MINUTE_MS = 60_000;
/** Two readings of one clock may differ by this much and mean nothing. */
const CLOCK_PLAY_MS = MINUTE_MS;

/** The choice that was kept, as text; the default when there is none or nobody offers it. */
export function lockAfterOf(kept: string | null): LockAfter {
  return lockChoices.find((choice) => String(choice) === kept) ?? BY_DEFAULT;
}

/**
 * Milliseconds until the screens lock, 0 when they must be locked. Input in the future means that
 * the clock was set back: nobody knows for how long the screen was left, so it locks.
 */
export function msUntilLock(after: LockAfter, lastInput: number, now: number): number {
  if (after === 'never') return Number.POSITIVE_INFINITY;
  if (lastInput > now + CLOCK_PLAY_MS) return 0;
  return Math.max(0, lastInput + after * MINUTE_MS - now);
}
