import { addDays } from '#contract/timetable.ts';
import { showDay } from '#src/lib/text/day.ts';

/** `16–22/11/2026`; the first day shows only the parts that differ from the last one. */
export function weekRange(monday: string): string {
  const [first, last] = [showDay(monday).split('/'), showDay(addDays(monday, 6)).split('/')];
  const differs = first[2] !== last[2] ? 3 : first[1] !== last[1] ? 2 : 1;
  return `${first.slice(0, differs).join('/')}–${last.join('/')}`;
}
