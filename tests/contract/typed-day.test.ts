import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDay } from '#contract/typed-day.ts';
import { showDay } from '#src/lib/text/day.ts';

it.each([
  ['1/12/26', '2026-12-01'],
  ['01122026', '2026-12-01'],
  ['011226', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  ['1-12-26', '2026-12-01'],
  ['1 12 2026', '2026-12-01'],
  ['2026-12-01', '2026-12-01'],
  ['໑/໑໒/໒໐໒໖', '2026-12-01'],
  ['9/3/98', '1998-03-09'],
  ['29/2/2028', '2028-02-29'],
  ['', null],
])('%j is %s', (typed, day) => {
  expect(readDay(typed)).toEqual({ value: day });
});

it.each([
  ['31/2/26', 'noSuchDay:31/2/2026'],
  ['1/13/2026', 'noSuchDay:1/13/2026'],
  ['1/12/2569', 'buddhistYear:2026'],
  ['1/12', 'dateUnreadable'],
  ['112026', 'noSuchDay:11/20/2026'],
  ['tomorrow', 'dateUnreadable'],
])('%j is refused: %s', (typed, error) => {
  expect(readDay(typed)).toEqual({ error });
});

it('a day that is shown is read back as the same', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2399-12-31'), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(readDay(showDay(day))).toEqual({ value: day });
        expect(readDay(day)).toEqual({ value: day });
      },
    ),
  );
});
