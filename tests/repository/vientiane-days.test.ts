import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const code = projectFiles.filter((file) => /^(contract|server|src|sw)\/.*\.tsx?$/.test(file));

/** A day made from a moment of UTC or of a machine's own zone is the wrong one for seven hours. */
const wrong: readonly (readonly [string, RegExp])[] = [
  ['the zone of the device', /\.get(?:Date|Day|FullYear|Month|Hours|Minutes)\(/],
  [
    'the year or day of UTC now',
    /new Date\((?:now|Date\.now\(\))?\)\.getUTC(?:FullYear|Month|Date|Day)\(/,
  ],
  [
    'the zone of the database',
    /current_date|localtimestamp|(?:now|clock_timestamp|transaction_timestamp)\(\)::date/i,
  ],
  ['a day with an interval is a moment of the zone of the database', /::date [-+] interval/],
  ['a day compared as a moment of UTC', /Date\.parse\(\w+\) [<>]=? Date\.now\(\)/],
];

/** These files calculate with days, or move a moment to Vientiane before they cut it. */
const calculates = new Set([
  'contract/dates.ts',
  'contract/words/typed-day.ts',
  'contract/words/column-day.ts',
  'server/lib/keyset.ts',
  'server/lib/sheets/cells.ts',
  'src/entities/report/compared-range.ts',
  'src/lib/text/today.ts',
]);
const CUT = /\.toISOString\(\)\s*\.slice\(0, (?:10|'yyyy-mm-dd'\.length)\)/;

it('makes no day of the centre from another zone than that of Vientiane', () => {
  const found = code.flatMap((file) => {
    const text = read(file);
    const isCut = CUT.test(text) && !calculates.has(file);
    return [
      ...wrong.filter(([, pattern]) => pattern.test(text)).map(([reason]) => `${file}: ${reason}`),
      ...(isCut ? [`${file}: use dayInLaos, today or addDays`] : []),
    ];
  });
  expect(found).toEqual([]);
});

it.each([
  'new Date().getFullYear()',
  'new Date(now).getUTCFullYear()',
  'where date = current_date',
  'now()::date',
  "${from}::date - interval '7 days'",
  'Date.parse(day) <= Date.now()',
])('would find %s', (text) => {
  expect(wrong.some(([, pattern]) => pattern.test(text))).toBe(true);
});
