import fc from 'fast-check';
import { expect, it } from 'vitest';
import { laoHolidays } from '#contract/courses/lao-holidays.ts';

it('are the seven days of a year', () => {
  expect(laoHolidays('2027-01-01', '2027-12-31').map(({ date }) => date.slice(5))).toEqual([
    '01-01',
    '03-08',
    '04-14',
    '04-15',
    '04-16',
    '05-01',
    '12-02',
  ]);
});

it('come from every year that is touched, in their order', () => {
  expect(laoHolidays('2026-12-02', '2027-04-14').map(({ date }) => date)).toEqual([
    '2026-12-02',
    '2027-01-01',
    '2027-03-08',
    '2027-04-14',
  ]);
  expect(laoHolidays('2026-12-03', '2026-12-31')).toEqual([]);
});

it('lie within the days that are asked for, and a range split in two has the same ones', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, day, (...days) => {
      const [from = '', between = '', to = ''] = days.sort();
      const whole = laoHolidays(from, to);
      expect(whole.every(({ date }) => from <= date && date <= to)).toBe(true);
      const both = [...laoHolidays(from, between), ...laoHolidays(between, to)];
      expect(new Set(both.map(({ date }) => date))).toEqual(new Set(whole.map(({ date }) => date)));
    }),
  );
});
