import { DAY_MS } from './age.ts';

/** Rows that were fetched this recently count as true now. */
export const STALE_AFTER_MS = 30_000;
/** A copy this far in the future was dated by a clock that was wrong, or the clock is wrong now. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * How far what is shown can be trusted. `none`: there is nothing. `live`: just fetched. `as-of`:
 * true when it was fetched, but that is a while ago or the last try failed. `old`: over a day ago.
 * `clock`: fetched in the future.
 */
export type Freshness = 'none' | 'live' | 'as-of' | 'old' | 'clock';

/** The freshness of data `fetchedAt` (milliseconds since 1970, 0 for never), seen at `now`. */
export function freshnessOf(fetchedAt: number, failed: boolean, now: number): Freshness {
  const age = now - fetchedAt;
  if (fetchedAt === 0) return 'none';
  if (age < -CLOCK_TOLERANCE_MS) return 'clock';
  if (age > DAY_MS) return 'old';
  return failed || age > STALE_AFTER_MS ? 'as-of' : 'live';
}
