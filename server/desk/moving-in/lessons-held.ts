import { meetings } from '#contract/classes/timetable.ts';
import { addDays } from '#contract/dates.ts';
import type { KnownClass, KnownRecords } from './known-records.ts';

/**
 * The lessons that a class has had by its timetable from a day on, without holidays. Those of today
 * are still to come: docs/moving-in.md, "Dry run".
 */
export function lessonsHeld(
  { today, things }: Pick<KnownRecords, 'today' | 'things'>,
  { termId, startDate, endDate, slots }: KnownClass,
  since: string,
): number {
  const yesterday = addDays(today, -1);
  const from = since > startDate ? since : startDate;
  const to = endDate < yesterday ? endDate : yesterday;
  return meetings(from, to, slots, things.holidays.get(termId) ?? []).length;
}
