import { expect, test } from 'vitest';
import { freshnessOf, STALE_AFTER_MS } from '#src/lib/text/freshness.ts';

const NOW = Date.parse('2026-11-21T03:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test.each([
  ['nothing was ever fetched', 0, false, 'none'],
  ['just fetched', NOW, false, 'live'],
  ['fetched within the time it counts as true', NOW - STALE_AFTER_MS, false, 'live'],
  ['a moment longer ago', NOW - STALE_AFTER_MS - 1, false, 'as-of'],
  ['just fetched, but the last try failed', NOW - 1, true, 'as-of'],
  ['a day ago to the millisecond', NOW - 24 * HOUR_MS, false, 'as-of'],
  ['over a day ago', NOW - 24 * HOUR_MS - 1, false, 'old'],
  ['by a clock a little ahead', NOW + 5 * MINUTE_MS, false, 'live'],
  ['in the future', NOW + 5 * MINUTE_MS + 1, false, 'clock'],
])('%s', (_what, fetchedAt, failed, freshness) =>
  expect(freshnessOf(fetchedAt, failed, NOW)).toBe(freshness),
);
