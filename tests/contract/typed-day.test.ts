import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderOf, readColumnDay, type DayOptions } from '#contract/words/column-day.ts';
import { readDay } from '#contract/words/typed-day.ts';
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
  ['2026/12/1', '2026-12-01'],
  ['20261201', '2026-12-01'],
  ['1 Dec 2026', '2026-12-01'],
  ['1 ທັນວາ 2026', '2026-12-01'],
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

describe('a day of a file', () => {
  const today = '2026-11-27';
  const of = (text: string, options: Partial<DayOptions> = {}) =>
    readColumnDay(text, { column: 'statement', today, ...options });

  it.each([
    ['25/11/2026', '2026-11-25', ''],
    ['25.11.26', '2026-11-25', ''],
    ['25-Nov-2026', '2026-11-25', ''],
    ['25 NOV 26', '2026-11-25', ''],
    ['Nov 25, 2026', '2026-11-25', ''],
    ['Wed, 25 Nov 2026', '2026-11-25', ''],
    ['ວັນທີ 25 ເດືອນ ພະຈິກ ພ.ສ. 2569', '2026-11-25', ''],
    ['25 พ.ย. 69', '2026-11-25', ''],
    ['25 ພ.ຈ. 2026', '2026-11-25', ''],
    ['20261125', '2026-11-25', ''],
    ['46351', '2026-11-25', ''],
    ['46351.5868055556', '2026-11-25', '14:05:00'],
    ['25/11/69', '2026-11-25', ''],
    ['27/11/68', '2025-11-27', ''],
    ['25/11/2569', '2026-11-25', ''],
    ['2569-11-25', '2026-11-25', ''],
    ['๒๕/๑๑/๒๕๖๙', '2026-11-25', ''],
    ['27/11/2026 01:05:00 AM', '2026-11-27', '01:05:00'],
    ['27/11/2026 12:05 am', '2026-11-27', '00:05'],
    ['25/11/2026 02:05 PM', '2026-11-25', '14:05'],
    ['25/11/2026 14.06', '2026-11-25', '14:06'],
    ['14:07:09 25/11/2026', '2026-11-25', '14:07:09'],
    ['2026-11-26T18:30:00Z', '2026-11-27', '01:30:00'],
    ['2026-11-27T01:30:00+07:00', '2026-11-27', '01:30:00'],
    ['2026-11-27 01:30:00.000', '2026-11-27', '01:30:00'],
  ])('%j is %s at %s', (text, value, time) => {
    expect(of(text)).toMatchObject({ value, time });
  });

  it('says how the year was written', () => {
    expect(of('25/11/69')).toMatchObject({ buddhist: true, twoDigitYear: true });
    expect(of('25/11/26')).not.toHaveProperty('buddhist');
  });

  it.each([
    ['28/11/2026', 'statement', 'dayUnlikely:28/11/2026', ['2026-11-28']],
    ['25/11/2029', 'statement', 'dayUnlikely:25/11/2029', ['2029-11-25']],
    ['261125', 'statement', 'dayUnclear:26/11/2025 / 25/11/2026', ['2025-11-26', '2026-11-25']],
    ['28/11/2026', 'birthday', 'birthdayInvalid', ['2026-11-28']],
    ['05/03/1906', 'birthday', 'birthdayInvalid', ['1906-03-05']],
    ['05/03/58', 'birthday', 'dayUnclear:05/03/1958 / 05/03/2015', ['1958-03-05', '2015-03-05']],
  ] as const)('%j in a column of %s days is asked about', (text, column, error, days) => {
    const read = of(text, { column });
    expect(read).toMatchObject({ error });
    expect('asked' in read && read.asked?.map(({ value }) => value)).toEqual(days);
  });

  it.each([
    ['05/03/58', { era: 'buddhist' }, '2015-03-05'],
    ['05/03/58', { era: 'western' }, '1958-03-05'],
    ['05/03/15', {}, '2015-03-05'],
    ['5-3-00', {}, '2000-03-05'],
    ['27/11/2026', {}, '2026-11-27'],
    ['05/03/2558', {}, '2015-03-05'],
    ['2000-03-04T17:00:00.000Z', {}, '2000-03-05'],
  ] as const)('the birthday %j is read with %o as %s', (text, options, value) => {
    expect(of(text, { column: 'birthday', ...options })).toMatchObject({ value });
  });

  it.each([
    '2026',
    '52',
    '25-11/2026',
    '25/11/2026 25:00',
    '25/11/2026 0:05 PM',
    '13:05 AM 1/1/26',
  ])('%j is no day', (text) => {
    expect(of(text)).toEqual({ error: 'dateUnreadable' });
  });

  it('has the month first if a row proves it, and asks if two rows contradict each other', () => {
    expect(orderOf(['11/05/2026', '11/25/2026 10:00'])).toBe('monthFirst');
    expect(orderOf(['11/05/2026', '25-Nov-2026', '2026-11-25'])).toBe('dayFirst');
    expect(orderOf(['25/11/2026', '11/25/2026'])).toBe('asked');
    expect(of('11/05/2026', { order: 'monthFirst' })).toMatchObject({ value: '2026-11-05' });
    expect(of('11/25/2026', { order: 'asked' })).toMatchObject({ value: '2026-11-25' });
    expect(of('11/05/2026', { order: 'asked' })).toMatchObject({
      error: 'dayUnclear:11/05/2026 / 05/11/2026',
    });
  });

  const days = fc.date({
    min: new Date('2024-12-01'),
    max: new Date(today),
    noInvalidDate: true,
  });
  it('is read as it was written, in every way of writing it', () => {
    const months = ['en', 'lo', 'th'].flatMap((language) =>
      (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(language, { month })),
    );
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 9 }), (date, way) => {
        const value = date.toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = value.split('-');
        const thai = String(Number(year) + 543);
        const name = months[way % months.length]?.format(new Date(`${value}T12:00:00`));
        const text = [
          `${day}/${month}/${year}`,
          `${day}.${month}.${year.slice(2)}`,
          `${day} ${month} ${thai}`,
          `${day}/${month}/${thai.slice(2)}`,
          `${year}${month}${day}`,
          `${day}${month}${year}`,
          `${thai}/${month}/${day}`,
          `${Number(day)}/${Number(month)}/${year} 08:30`,
        ][way];
        expect(of(text ?? `${day} ${name} ${year}`)).toMatchObject({ value });
        expect(of(`${day}-${name}-${thai}`)).toMatchObject({ value, buddhist: true });
      }),
      { numRuns: 500 },
    );
  });
});
