import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  oldestFirst,
  withoutMidnights,
  type BankRow,
} from '#server/ledger/verification/bank-rows.ts';
import { findKnown, withDetail } from '#server/ledger/verification/known-rows.ts';

/** Loads a file as the route does: rows that are known get its detail, the others are added. */
function load(stored: readonly BankRow[], file: readonly BankRow[]): BankRow[] {
  const rows = oldestFirst(withoutMidnights(file));
  const found = findKnown(rows, stored);
  const after = [...stored];
  for (const [at, row] of rows.entries()) {
    const known = found.get(at);
    const before = known && stored[known.to];
    if (!known || !before) after.push(row);
    else after[known.to] = withDetail(before, row, known.isSure);
  }
  return after;
}

const loadAll = (files: readonly (readonly BankRow[])[]) => files.reduce(load, [] as BankRow[]);
const kinds = (rows: readonly BankRow[]) =>
  rows.map(({ day, amount }) => `${day} ${amount}`).sort();

/** A payer's words at the bank; some begin alike. */
const texts = [
  'PROMPTPAY',
  'ONEPAY 02055XXXX18',
  'ONEPAY 02077XXXX31',
  'CASH DEPOSIT ATM',
  'ໂອນຈາກ ນາງ ຄຳແກ້ວ',
];
const two = (value: number) => String(value).padStart(2, '0');

/** The rows of a bank in one month, in its order. Seconds tell all rows of one day apart. */
const month = fc
  .array(
    fc.record({
      day: fc.integer({ min: 20, max: 23 }),
      second: fc.integer({ min: 7 * 3600, max: 19 * 3600 }),
      amount: fc.constantFrom(100, 350_000),
      text: fc.integer({ min: 0, max: texts.length - 1 }),
      hasReference: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) =>
    rows
      .toSorted((a, b) => a.day - b.day || a.second - b.second)
      .map(({ day, second, amount, text, hasReference }, at): BankRow => ({
        day: `2026-11-${day}`,
        time: `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`,
        amount,
        reference: hasReference ? `FT2611${two(at)}77` : '',
        description: texts[text] ?? '',
      })),
  );

/** How a person saves the list: its columns, its order, and how much the bank says that day. */
const manner = fc.record({
  time: fc.constantFrom(0, 5, 8),
  hasReferences: fc.boolean(),
  textLength: fc.constantFrom(200, 6),
  spelling: fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => ` ${text.replaceAll(' ', '  ')} `,
  ),
  isNewestFirst: fc.boolean(),
});
type Manner = typeof manner extends fc.Arbitrary<infer Value> ? Value : never;

const inManner = (
  rows: readonly BankRow[],
  { time, hasReferences, textLength, spelling, isNewestFirst }: Manner,
): BankRow[] => {
  const written = rows.map((row) => ({
    ...row,
    time: row.time.slice(0, time),
    reference: hasReferences ? row.reference : '',
    description: spelling(row.description.slice(0, textLength)),
  }));
  return isNewestFirst ? written.toReversed() : written;
};

/** A download has whole days from `from` on, and its last day up to the moment of the download. */
const download = fc.record({
  manner,
  from: fc.integer({ min: 20, max: 23 }),
  until: fc.record({
    day: fc.integer({ min: 20, max: 24 }),
    hour: fc.integer({ min: 7, max: 19 }),
  }),
});
const covers =
  ({ from, until }: { from: number; until: { day: number; hour: number } }) =>
  ({ day, time }: BankRow) =>
    day >= `2026-11-${from}` && `${day} ${time}` < `2026-11-${until.day} ${two(until.hour)}`;

it('any order and overlap of downloads of one month gives the rows of the bank, once each', () => {
  fc.assert(
    fc.property(month, fc.array(download, { minLength: 1, maxLength: 6 }), (bank, downloads) => {
      const stored = loadAll(
        downloads.map((one) => inManner(bank.filter(covers(one)), one.manner)),
      );
      const seen = bank.filter((row) => downloads.some((one) => covers(one)(row)));
      expect(kinds(stored)).toEqual(kinds(seen));
    }),
    { numRuns: Number(process.env['FC_RUNS'] ?? 300) },
  );
});

/** One export of the bank: its columns and words are the same each time. */
const oneExport = (spelling: Manner['spelling']) =>
  fc.record({
    time: fc.constantFrom(0, 5, 8),
    hasReferences: fc.constant(true),
    textLength: fc.constant(200),
    spelling: fc.constant(spelling),
    isNewestFirst: fc.boolean(),
  });
/** A page of the list: any rows that follow each other, so it may begin and end within a day. */
const page = fc.record({
  manner: oneExport((text) => text),
  from: fc.integer({ min: 0, max: 13 }),
  length: fc.integer({ min: 1, max: 14 }),
});

it('pages that begin within a day never double a row, and the whole month gives each row once', () => {
  fc.assert(
    fc.property(
      month,
      fc.array(page, { maxLength: 6 }),
      oneExport((text) => text.toLowerCase()),
      (bank, pages, last) => {
        const some = loadAll(
          pages.map((one) => inManner(bank.slice(one.from, one.from + one.length), one.manner)),
        );
        expect(some.length).toBeLessThanOrEqual(bank.length);
        expect(kinds(load(some, inManner(bank, last)))).toEqual(kinds(bank));
      },
    ),
    { numRuns: Number(process.env['FC_RUNS'] ?? 300) },
  );
});

const row = (
  day: number,
  time: string,
  amount: number,
  reference = '',
  description = '',
): BankRow => ({ day: `2026-11-${day}`, time, amount, reference, description });
const reworded = (rows: readonly BankRow[], word: string) =>
  rows.map((one, at) => ({ ...one, description: `${word} ${at}` }));

const codes = [1, 2, 3, 4].map((n) => row(20, '', n, '0300', 'COUNTER'));
const own = [5, 6, 7, 8, 9, 10].map((n) => row(20, '', n, `FT26316AB4X${n}9X`, `ໂອນ ${n}`));
const sums = Array.from({ length: 20 }, (_, at) => row(20, '', 1000 + at, '', `ໂອນເງິນ ${at}`));
const kbank = [row(20, '09:00', 100, '', 'รับโอน'), row(20, '10:00', 100, '', 'รับโอน')];

it.each<[string, BankRow[], BankRow[], number]>([
  ['own references beside codes', [...codes, ...own], [...codes, ...reworded(own, 'IN')], 10],
  ['other texts for all sums of a day', sums, reworded(sums, 'Transfer'), 20],
  ['other texts for one row', sums.slice(0, 1), reworded(sums.slice(0, 1), 'Transfer'), 1],
  ['other texts that begin alike', reworded(sums, 'IN'), reworded(sums, 'IN B'), 20],
  ['other texts at the same minutes', kbank, reworded(kbank, 'นาย ก'), 2],
  [
    'a pending row that was posted',
    [row(20, '09:00', 100, '', 'PENDING')],
    [row(20, '09:00', 100, '', 'Transfer from NOY')],
    1,
  ],
  [
    'one reference before and after midnight',
    [row(20, '23:59', 100, 'FT112233', 'A')],
    [row(21, '00:05', 100, 'FT112233', 'A')],
    1,
  ],
  [
    'two payers in two parts of a day',
    [row(20, '', 100, '', 'FROM KEO')],
    [row(20, '', 100, '', 'FROM NOY')],
    2,
  ],
  [
    'two payers, one of them in a part of a later day',
    [row(21, '09:00', 100, '', 'KEO BOUNMY'), row(21, '10:00', 200, '', 'BIG CO')],
    [row(20, '', 300, '', 'LA'), row(21, '', 100, 'FT112233', 'NOY SAYSANA')],
    4,
  ],
  [
    'two payers of a day with one row',
    [row(21, '09:00', 100, '', 'TRF KEO BOUNMY')],
    [row(20, '', 300, '', 'LA'), row(21, '', 100, '', 'NOY SAYSANA')],
    3,
  ],
  [
    'two payers of a day whose other rows are worded as before',
    [row(21, '09:00', 100, '', 'KEO'), row(21, '', 200, '', 'BIG'), row(21, '', 300, '', 'LA')],
    [row(21, '', 100, '', 'NOY'), row(21, '', 200, '', 'BIG CO'), row(21, '', 300, '', 'LA')],
    4,
  ],
  ['two times of a day', [row(20, '09:10', 100)], [row(20, '15:20', 100)], 2],
  ['two references', [row(20, '', 100, 'FT112233')], [row(20, '', 100, 'FT112244')], 2],
  [
    'one more row of a sum than is known',
    [row(20, '', 100, '', 'KEO')],
    [row(20, '', 100, '', 'NOY'), row(20, '', 100, '', 'KEO')],
    2,
  ],
])('%s', (_name, first, second, count) => {
  const both = loadAll([first, second]);
  expect(both).toHaveLength(count);
  expect(load(both, second)).toHaveLength(count);
  expect(loadAll([second, first])).toHaveLength(Math.max(count, second.length));
});
