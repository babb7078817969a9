import { addDays } from '#contract/dates.ts';

/** A day on which no class meets. */
export type HolidayDay = { date: string; name: string };
/** Holidays from `date` to `until`, one day if `until` is empty. */
export type HolidayRange = HolidayDay & { until: string | null };

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
/** No range is longer; text that is still being typed may mean many years. */
const MOST_DAYS = 731;

/** True if a range can be counted: its days exist and are in order. */
const isCounted = ({ date, until }: Pick<HolidayRange, 'date' | 'until'>) =>
  ISO_DAY.test(date) && (until === null || (ISO_DAY.test(until) && until >= date));

/** Every day of one range; only the first one while the last is not typed yet. */
export function daysOfRange(range: Pick<HolidayRange, 'date' | 'until'>): string[] {
  const { date, until } = range;
  if (!isCounted(range) || until === null) return [date];
  const days = [date];
  for (let day = addDays(date, 1); day <= until && days.length <= MOST_DAYS; day = addDays(day, 1))
    days.push(day);
  return days;
}

/** Every single day of some ranges, in the order of time. */
export const holidayDays = (ranges: readonly HolidayRange[]): HolidayDay[] =>
  ranges
    .flatMap((range) => daysOfRange(range).map((date) => ({ date, name: range.name })))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));

/** The days of a term as ranges: days in a row with one name are one entry. */
export function holidayRanges(days: readonly HolidayDay[]): HolidayRange[] {
  const ranges: HolidayRange[] = [];
  for (const { date, name } of days) {
    const last = ranges.at(-1);
    if (last?.name === name && addDays(last.until ?? last.date, 1) === date) last.until = date;
    else ranges.push({ date, until: null, name });
  }
  return ranges;
}
