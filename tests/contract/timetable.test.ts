import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, mondayOf, weekdayOf } from '#contract/dates.ts';
import { firstOverlap, meetings, overlap, type Slot } from '#contract/classes/timetable.ts';

// Generated cases: what must hold for every timetable, not for a few.
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const day = fc.integer({ min: 0, max: 4000 }).map((count) => addDays('2024-01-01', count));
/** Three rising moments of one day. */
const moments = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 3, maxLength: 3 })
  .map((found) => found.toSorted((a, b) => a - b).map(clock) as [string, string, string]);
const span = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 })
  .map((found) => {
    const [start = 0, end = 0] = found.toSorted((a, b) => a - b);
    return { start: clock(start), end: clock(end) };
  });
const slot = fc
  .record({ weekday: fc.integer({ min: 1, max: 7 }), times: span })
  .map(({ weekday, times }): Slot => ({ weekday, ...times }));

describe('two times of a day', () => {
  it('do not clash back to back, in whichever order they are asked', () => {
    fc.assert(
      fc.property(moments, ([first, second, third]) => {
        const [early, late] = [
          { start: first, end: second },
          { start: second, end: third },
        ];
        expect([overlap(early, late), overlap(late, early)]).toEqual([false, false]);
      }),
    );
  });

  it('clash with the same start, however long they are', () => {
    fc.assert(
      fc.property(moments, ([first, second, third]) => {
        const [short, long] = [
          { start: first, end: second },
          { start: first, end: third },
        ];
        expect([overlap(short, long), overlap(long, short), overlap(short, short)]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  it('clash exactly when they have a minute in common', () => {
    const minutes = ({ start, end }: { start: string; end: string }) => {
      const count = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
      return new Set(
        Array.from({ length: count(end) - count(start) }, (_, at) => count(start) + at),
      );
    };
    fc.assert(
      fc.property(span, span, (a, b) => {
        const ofB = minutes(b);
        expect(overlap(a, b)).toBe([...minutes(a)].some((minute) => ofB.has(minute)));
      }),
    );
  });
});

describe('the meetings of a class', () => {
  const plans = fc.record({
    from: day,
    length: fc.integer({ min: 0, max: 120 }),
    weekly: fc.array(slot, { maxLength: 5 }),
    holidayOffsets: fc.array(fc.integer({ min: -5, max: 125 }), { maxLength: 12 }),
  });
  const made = ({
    from,
    length,
    weekly,
    holidayOffsets,
  }: {
    from: string;
    length: number;
    weekly: Slot[];
    holidayOffsets: number[];
  }) => {
    const to = addDays(from, length);
    const holidays = holidayOffsets.map((count) => addDays(from, count));
    return { from, to, weekly, holidays, found: meetings(from, to, weekly, holidays) };
  };

  it('never fall on a holiday, nor before the first or behind the last day', () => {
    fc.assert(
      fc.property(plans.map(made), ({ from, to, holidays, found }) => {
        for (const { date } of found)
          expect(holidays.includes(date) || date < from || date > to).toBe(false);
      }),
    );
  });

  it('are one for each weekly time on each day of its weekday that is no holiday', () => {
    fc.assert(
      fc.property(plans.map(made), ({ from, to, weekly, holidays, found }) => {
        let expected = 0;
        for (let at = from; at <= to; at = addDays(at, 1)) {
          if (!holidays.includes(at))
            expected += weekly.filter(({ weekday }) => weekday === weekdayOf(at)).length;
        }
        expect(found).toHaveLength(expected);
        for (const { date, start, end } of found)
          expect(weekly).toContainEqual({ weekday: weekdayOf(date), start, end });
      }),
    );
  });

  it('come in the order of time, and do not overlap where the weekly times do not', () => {
    fc.assert(
      fc.property(plans.map(made), ({ weekly, found }) => {
        for (const [at, one] of found.entries()) {
          const before = found[at - 1];
          if (!before) continue;
          expect(`${before.date} ${before.start}` <= `${one.date} ${one.start}`).toBe(true);
          if (firstOverlap(weekly) === -1 && before.date === one.date)
            expect(overlap(before, one)).toBe(false);
        }
      }),
    );
  });
});

it('a week begins on its Monday', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 6 }), (any, offset) => {
      const monday = mondayOf(any);
      expect(weekdayOf(monday)).toBe(1);
      expect(monday <= any && any < addDays(monday, 7)).toBe(true);
      expect(mondayOf(addDays(monday, offset))).toBe(monday);
    }),
  );
});
