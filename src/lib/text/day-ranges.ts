import { addDays } from '#contract/dates.ts';

/** Two days, both included. */
export type DayRange = { from: string; to: string };

const BEFORE_DAY = 8;
const monthOf = (day: string) => `${day.slice(0, BEFORE_DAY)}01`;

/** Ranges that people often ask for; each ends today or on the last day of a month. */
export const dayRanges = {
  today: (now: string): DayRange => ({ from: now, to: now }),
  week: (now: string): DayRange => ({ from: addDays(now, -6), to: now }),
  month: (now: string): DayRange => ({ from: monthOf(now), to: now }),
  lastMonth: (now: string): DayRange => ({
    from: monthOf(addDays(monthOf(now), -1)),
    to: addDays(monthOf(now), -1),
  }),
} as const;
