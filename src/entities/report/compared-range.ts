import { addDays } from '#contract/dates.ts';
import type { Comparison } from '#contract/reports/report-words.ts';
import type { DayRange } from '#src/lib/text/day-ranges.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;
const MONTH_LENGTH = 7;

const lastDayOf = (month: string) => addDays(monthAfter(month, 1), -1);
/** The first day of the month that is `count` months later. */
function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1))
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length);
}

/** The days to compare with: whole months for whole months, otherwise the same number of days. */
export function comparedRange({ from, to }: DayRange, compare: Comparison): DayRange | undefined {
  if (compare === 'none') return undefined;
  const isMonth =
    from.endsWith('-01') &&
    to === lastDayOf(from.slice(0, MONTH_LENGTH)) &&
    from.slice(0, MONTH_LENGTH) === to.slice(0, MONTH_LENGTH);
  if (isMonth) {
    const first = monthAfter(from.slice(0, MONTH_LENGTH), compare === 'previous' ? -1 : -MONTHS);
    return { from: first, to: lastDayOf(first.slice(0, MONTH_LENGTH)) };
  }
  if (compare === 'lastYear') return { from: yearBefore(from), to: yearBefore(to) };
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** 29 February does not exist a year before; the last day of that February replaces it. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('02-29') ? before.replace('02-29', '02-28') : before;
}
