import { plainDigits } from '#contract/words/typed-number.ts';
import { seriesKey } from '#server/desk/moving-in/known-beginnings.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { beginAgain, goOnFrom, type LastNumber } from '#server/lib/first-numbers.ts';
import type { CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { MovingKind } from './moving-kind.ts';

/** The series that go on, by their word in a sheet. */
export const seriesWords: CellChoices<LastNumber['kind']> = {
  order: {
    en: 'Invoice',
    lo: 'ໃບເກັບເງິນ',
    also: ['order', 'bill', 'invoices', 'orders', 'ຄຳສັ່ງຊື້'],
  },
  receipt: { en: 'Receipt', lo: 'ໃບຮັບເງິນ', also: ['receipts'] },
  ST: { en: 'Student', lo: 'ນັກຮຽນ', also: ['students', 'student code'] },
  TC: { en: 'Teacher', lo: 'ຄູສອນ', also: ['teachers', 'teacher code', 'ຄູ'] },
};

/** Numbers are printed with six digits. */
const MOST_NUMBER = 999_999;
const BUDDHIST = 543;

/** The year of a series; an empty cell is this year, and the Buddhist one is known by its size. */
function yearOf(row: MovingRowCheck, today: string): number | undefined {
  const now = Number(today.slice(0, 4));
  const typed = Number(plainDigits(row.text('year')) || now);
  const year = typed > now + BUDDHIST / 2 ? typed - BUDDHIST : typed;
  return Number.isInteger(year) && Math.abs(year - now) <= 1
    ? year
    : row.fail('year', 'invalid', [String(now)]);
}

/** A number alone, or as it is printed: `SKT-R26-000097` is 97. */
const PRINTED = /^[A-Z]{2,4}-[A-Z]{0,2}\d\d-(\d{1,6})$/i;

function lastIn(row: MovingRowCheck): number | null {
  const printed = PRINTED.exec(plainDigits(row.needed('lastNumber')))?.[1];
  const last = printed === undefined ? row.whole('lastNumber') : Number(printed);
  if (last !== null && last > MOST_NUMBER) row.fail('lastNumber', 'numberTooLarge');
  return last;
}

/** The series of a row with its last number; undefined while one of its cells is wrong or empty. */
function numbersIn(row: MovingRowCheck, { today }: KnownRecords): LastNumber | undefined {
  const series = parseChoice(row.needed('series'), seriesWords, 'en');
  if ('error' in series)
    row.fail(
      'series',
      series.error,
      Object.values(seriesWords).map(({ en }) => en),
    );
  const last = lastIn(row);
  const kind = 'value' in series ? (series.value as LastNumber['kind'] | null) : null;
  if (kind === 'ST' || kind === 'TC')
    return last === null || row.isBroken ? undefined : { kind, branchId: null, year: null, last };
  const branch = row.branch('branch');
  const year = yearOf(row, today);
  if (!branch || !year || !kind || last === null || row.isBroken) return undefined;
  return { kind, branchId: branch.id, year, last };
}

/** The last numbers of the old book, from which the numbers of papers and people go on. */
export const numberKind: MovingKind = {
  check(row, known) {
    const name = ['series', 'branch', 'year'].map((field) => row.text(field)).join(' ');
    const input = numbersIn(row, known);
    if (!input) return row.result(name, { input: null });
    const key = seriesKey(input);
    const twice = known.seen.get(`numbers ${key}`);
    const other = known.lastNumbers.get(key);
    if (twice !== undefined && other === input.last) return rowTwice(name, 'series', twice);
    if (twice !== undefined) {
      row.fail('lastNumber', `numbersTwice:${twice}`);
      return row.result(name, { input: null });
    }
    known.seen.set(`numbers ${key}`, row.number);
    known.lastNumbers.set(key, input.last);
    const begun = known.series.get(key) ?? { last: 0, movedIn: null };
    // Codes of people go on from the higher one; a series of papers has begun once and for all.
    // From 0 a series begins at 1 by itself.
    const isThere =
      input.branchId === null
        ? begun.last >= input.last
        : begun.movedIn === input.last || (input.last === 0 && begun.last === 0);
    if (!isThere && input.branchId !== null && begun.last > 0)
      row.fail('lastNumber', `numbersBegun:${begun.last}`);
    const result = row.result(name, { input });
    return isThere && result.state === 'ready' ? { ...result, state: 'same' } : result;
  },
  async write({ tx, user }, rows) {
    for (const { _id, input } of rows)
      await goOnFrom(tx, input as LastNumber, { _id, byId: user._id });
    return undefined;
  },
  remove: beginAgain,
};
