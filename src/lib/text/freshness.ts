import { DAY_MS } from './age.ts';

/** Rows fetched this recently count as live. */
export const STALE_AFTER_MS = 30_000;
/** A copy this far in the future was dated by a wrong clock, or the clock is wrong now. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * The trust in shown data. `none`: there is none. `live`: just fetched. `as-of`: fetched a while
 * ago, or the last try failed. `old`: over a day ago. `clock`: fetched in the future.
 */
export type Freshness = 'none' | 'live' | 'as-of' | 'old' | 'clock';

/** The freshness at `now` of data fetched at `fetchedAt` (milliseconds since 1970, 0 for never). */
export function freshnessOf(fetchedAt: number, failed: boolean, now: number): Freshness {
  const age = now - fetchedAt;
  if (fetchedAt === 0) return 'none';
  if (age < -CLOCK_TOLERANCE_MS) return 'clock';
  if (age > DAY_MS) return 'old';
  return failed || age > STALE_AFTER_MS ? 'as-of' : 'live';
}
