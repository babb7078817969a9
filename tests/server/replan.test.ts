import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#contract/dates.ts';
import { overlap } from '#contract/classes/timetable.ts';
import { replan, type PlannedSession } from '#server/academic/classes/replan.ts';

const startDate = '2026-01-05';
const time = fc.constantFrom(['08:00', '09:30'], ['09:00', '10:00'], ['17:00', '18:30']);
const slot = fc
  .record({ weekday: fc.integer({ min: 1, max: 7 }), at: time })
  .map(({ weekday, at: [start = '', end = ''] }) => ({ weekday, start, end }));
const existing = fc.array(
  fc.record({
    offset: fc.integer({ min: 0, max: 55 }),
    at: time,
    status: fc.constantFrom('scheduled', 'held', 'cancelled', 'rescheduled'),
    isSubstitute: fc.boolean(),
    isMoved: fc.boolean(),
    isTaught: fc.boolean(),
  }),
  { maxLength: 30 },
);
const cases = fc.record({
  existing,
  slots: fc.uniqueArray(slot, { maxLength: 4, selector: ({ weekday }) => weekday }),
  from: fc.integer({ min: 0, max: 60 }),
  holidays: fc.array(fc.integer({ min: 0, max: 55 }), { maxLength: 8 }),
});

it('new weekly times leave alone whatever is earlier, was taught or was changed by hand, and never fall on a holiday', () => {
  fc.assert(
    fc.property(cases, (drawn) => {
      const rows = drawn.existing.map(
        (
          { offset, at: [start = '', end = ''], status, isSubstitute, isMoved, isTaught },
          index,
        ): PlannedSession => ({
          _id: String(index),
          date: addDays(startDate, offset),
          start,
          end,
          status,
          isSubstitute,
          movedFromId: isMoved ? 'x' : null,
          isTaught: isTaught || status === 'held',
        }),
      );
      const [from, holidays] = [
        addDays(startDate, drawn.from),
        drawn.holidays.map((offset) => addDays(startDate, offset)),
      ];
      const { added, removed, same, moved } = replan(rows, {
        from,
        startDate,
        endDate: addDays(startDate, 55),
        slots: drawn.slots,
        holidays,
      });
      for (const row of [...removed, ...same, ...moved])
        expect(row.date >= from && !row.isTaught && row.status === 'scheduled').toBe(true);
      for (const row of removed) expect(row.isSubstitute || row.movedFromId !== null).toBe(false);
      for (const { date } of added) expect(date >= from && !holidays.includes(date)).toBe(true);
      const stay = rows.filter(
        (row) =>
          !removed.includes(row) &&
          row.status !== 'cancelled' &&
          row.status !== 'rescheduled' &&
          row.date >= from,
      );
      for (const one of added)
        expect(
          stay.filter(
            (row) =>
              row.date === one.date &&
              overlap(row, one) &&
              (row.isTaught || row.isSubstitute || row.movedFromId !== null),
          ),
        ).toEqual([]);
    }),
  );
});
