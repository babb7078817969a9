import { addDays } from '#contract/timetable.ts';
import { showDay } from '#src/lib/day.ts';

/** `16–22/11/2026`, with as much of the first day as differs from the last. */
export function weekRange(monday: string): string {
  const [first, last] = [showDay(monday).split('/'), showDay(addDays(monday, 6)).split('/')];
  const differs = first[2] !== last[2] ? 3 : first[1] !== last[1] ? 2 : 1;
  return `${first.slice(0, differs).join('/')}–${last.join('/')}`;
}
