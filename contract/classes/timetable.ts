import * as z from 'zod/mini';
import { timeOfDay } from '#contract/fields.ts';
import { addDays, weekdayOf } from '#contract/dates.ts';

// Days are `yyyy-mm-dd`, times `HH:MM`, both by the centre's clock; text of this form sorts as time
// does.

/** A weekly time; weekday 1 is Monday. */
export const slot = z
  .object({ weekday: z.int().check(z.gte(1), z.lte(7)), start: timeOfDay, end: timeOfDay })
  .check(z.refine(({ start, end }) => start < end, { path: ['end'], error: 'timesTurned' }));
export type Slot = z.output<typeof slot>;

type Span = { start: string; end: string };

/** True if two times of one day overlap; one that begins when the other ends does not. */
export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** The first of some weekly times that overlaps one before it; -1 when none does. */
export function firstOverlap(slots: readonly Slot[]): number {
  return slots.findIndex((one, at) =>
    slots.slice(0, at).some((earlier) => one.weekday === earlier.weekday && overlap(one, earlier)),
  );
}

/** Weekly times of which no two overlap. */
export const slots = (max: number) =>
  z.array(slot).check(z.maxLength(max), ({ value, issues }) => {
    const index = firstOverlap(value);
    if (index >= 0)
      issues.push({
        code: 'custom',
        input: value,
        path: [index, 'start'],
        message: 'timesOverlap',
      });
  });

export type Meeting = Span & { date: string };

/**
 * Every session of weekly times from the first to the last day, without holidays, in the order of
 * time.
 */
export function meetings(
  from: string,
  to: string,
  weekly: readonly Slot[],
  holidays: Iterable<string>,
): Meeting[] {
  const closed = new Set(holidays);
  const found: Meeting[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (closed.has(day)) continue;
    const weekday = weekdayOf(day);
    const ofDay = weekly
      .filter((one) => one.weekday === weekday)
      .map(({ start, end }) => ({ date: day, start, end }));
    found.push(...ofDay.toSorted((a, b) => (a.start < b.start ? -1 : 1)));
  }
  return found;
}
