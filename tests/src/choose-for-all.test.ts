import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosenForAll } from '#src/features/classes/choose-for-all.ts';

// A class that is cancelled: its students, the classes they may go to with the seats left there,
// what was chosen before for each of them, which may by now be more than there are seats, and where
// all of them are to go.
const cases = fc
  .record({
    count: fc.integer({ min: 0, max: 12 }),
    seats: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 3 }),
  })
  .chain(({ count, seats }) => {
    const targets = seats.map((seatsLeft, at) => ({ _id: `class-${at}`, seatsLeft }));
    const place = fc.constantFrom('', ...targets.map(({ _id }) => _id));
    const students = Array.from({ length: count }, (_, at) => ({
      enrolmentId: `enrolment-${at}`,
      money: null,
    }));
    return fc
      .record({ places: fc.array(place, { minLength: count, maxLength: count }), to: place })
      .map(({ places, to }) => ({
        preview: { students, targets },
        chosen: Object.fromEntries(
          students.map(({ enrolmentId }, at) => [enrolmentId, places[at] ?? '']),
        ),
        to,
      }));
  });
const goingTo = (chosen: Record<string, string>, to: string) =>
  Object.values(chosen).filter((one) => one === to).length;

test('everybody goes as far as there are seats, and nobody is moved who is there or has none', () => {
  fc.assert(
    fc.property(cases, ({ preview, chosen, to }) => {
      const after = chosenForAll(preview, chosen, to);
      const before = goingTo(chosen, to);
      const seats =
        preview.targets.find(({ _id }) => _id === to)?.seatsLeft ?? preview.students.length;
      expect(goingTo(after, to)).toBe(Math.max(before, Math.min(seats, preview.students.length)));
      for (const { enrolmentId } of preview.students)
        expect([chosen[enrolmentId], to]).toContain(after[enrolmentId]);
      for (const [one, place] of Object.entries(chosen))
        if (place === to) expect(after[one]).toBe(to);
    }),
  );
});

test('where fewer seats are left than were chosen before, nobody is moved, neither there nor away', () => {
  const preview = {
    students: [
      { enrolmentId: 'a', money: null },
      { enrolmentId: 'b', money: null },
      { enrolmentId: 'c', money: null },
      { enrolmentId: 'd', money: null },
    ],
    targets: [{ _id: 'full', seatsLeft: 1 }],
  };
  const chosen = { a: 'full', b: 'full', c: '', d: '' };
  expect(chosenForAll(preview, chosen, 'full')).toEqual(chosen);
});

test('who was charged goes only where the class has a price today', () => {
  const sums = { bought: 24, used: 4, valueLAK: 100, left: [], isHeld: false };
  const move = { toClassId: 'priced', newLAK: 100, left: [] };
  const students = [
    { enrolmentId: 'charged', money: { ...sums, moves: [move] } },
    { enrolmentId: 'free', money: null },
  ];
  const targets = [
    { _id: 'priced', seatsLeft: 5 },
    { _id: 'unpriced', seatsLeft: 5 },
  ];
  expect(chosenForAll({ students, targets }, {}, 'priced')).toEqual({
    charged: 'priced',
    free: 'priced',
  });
  expect(chosenForAll({ students, targets }, {}, 'unpriced')).toEqual({ free: 'unpriced' });
});
