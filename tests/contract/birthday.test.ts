import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { birthday } from '#contract/people/people.ts';

// 00:30 of 27 November in Vientiane, when it is still the 26th in UTC.
beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 17, 30) }));
afterEach(() => vi.useRealTimers());

it.each([
  ['2026-11-27', true],
  ['2026-11-28', false],
  ['1926-11-27', true],
  ['1926-11-26', false],
])('accepts the birthday %s half an hour after midnight: %s', (day, isAccepted) => {
  expect(birthday.safeParse(day).success).toBe(isAccepted);
});
