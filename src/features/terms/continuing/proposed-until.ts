import { addDays } from '#contract/dates.ts';

const DAYS_LONGER = 7;

/**
 * The day until which seats are proposed to be held longer: in a week, but not beyond the day on
 * which the last of their classes begins. A copy on the device from before says no such day.
 */
export function proposedUntil(today: string, lastFirstDay: string | null | undefined): string {
  const week = addDays(today, DAYS_LONGER);
  if (!lastFirstDay || lastFirstDay > week) return week;
  return lastFirstDay < today ? today : lastFirstDay;
}
