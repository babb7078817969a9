import { expect, it } from 'vitest';
import { proposedUntil } from '#src/features/terms/continuing/proposed-until.ts';

it.each([
  ['in a week', '2026-12-20', '2026-12-07'],
  ['on the first day of the last class', '2026-12-03', '2026-12-03'],
  ['today, once all classes have begun', '2026-11-20', '2026-11-30'],
  ['in a week while no first day is known', null, '2026-12-07'],
])('proposes to hold seats longer %s', (_when, lastFirstDay, day) => {
  expect(proposedUntil('2026-11-30', lastFirstDay)).toBe(day);
});
