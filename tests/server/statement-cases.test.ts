import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  readStatement,
  readStatementFile,
  type StatementChoice,
  type StatementReading,
} from '#server/ledger/verification/read-statement.ts';
import { csv, workbook, workbookOf, xlsx } from '#tests/helpers/sheet-files.ts';

const DAY = '25/11/2026';
const DAY_READ = '2026-11-25';
const TODAY = '2026-11-28';
const file = (name: string) => readFileSync(new URL(`../cases/reading/${name}`, import.meta.url));
const read = async (
  content: Buffer,
  currency: PriceCurrency = 'LAK',
  choice: StatementChoice = {},
): Promise<StatementReading> =>
  readStatement(await readStatementFile(content), currency, choice, TODAY);

/** The rows in short: `day time amount`, then the reasons of the others by their rows. */
const short = ({ rows, notIncoming, unread }: StatementReading) => ({
  in: rows.map(({ day, time, amount }) => [day, time, amount].filter(Boolean).join(' ')),
  out: notIncoming.map(({ row, reason }) => `${row} ${reason}`),
  unread: unread.map(({ row, reason }) => `${row} ${reason}`),
});
type Short = Partial<ReturnType<typeof short>>;
const right = (reading: Short) => ({ in: [], out: [], unread: [], ...reading });

/** The files of tests/cases/reading with their right readings. */
const cases: [name: string, reading: Short, currency?: PriceCurrency, choice?: StatementChoice][] =
  [
    [
      'statement-drcr-column.csv',
      { in: ['2026-11-27 00:10 350000'], out: ['3 moneyOut', '4 moneyOut'] },
    ],
    ['st-drcr.csv', { in: ['2026-11-25 350000'], out: ['3 moneyOut'] }],
    ['st-type.csv', { in: ['2026-11-25 350000'], out: ['3 moneyOut'] }],
    ['st-lao-type.csv', { in: ['2026-11-27 361000'], out: ['3 moneyOut'] }],
    ['st-minus.csv', { in: ['2026-11-25 350000'], out: ['3 moneyOut'] }],
    ['st-paren.csv', { in: ['2026-11-25 350000'], out: ['3 moneyOut'] }],
    ['st-trailing-minus.csv', { in: ['2026-11-27 367000'], out: ['3 moneyOut'] }],
    ['st-plus.csv', { in: ['2026-11-25 350000', '2026-11-25 100000'], out: ['3 moneyOut'] }],
    ['st-suffix.csv', { in: [350_000, 100_000, 120_000].map((sum) => `2026-11-25 ${sum}`) }],
    ['st-bf.csv', { in: ['2026-11-27 369000'], out: ['2 balance', '4 total'] }],
    ['st-opening.csv', { in: ['2026-11-25 350000'], out: ['2 balance'] }],
    ['st-be2.csv', { in: ['2026-11-25 350000'] }],
    ['st-be2-time.csv', { in: ['2026-11-27 08:15 125050', '2026-11-26 08:15 9900'] }, 'THB'],
    ['st-be4.csv', { in: ['2026-11-25 350000'] }],
    ['st-be68.csv', { in: ['2025-11-27 9800'] }, 'THB'],
    ['st-thai.csv', { in: ['2026-11-25 125050'] }, 'THB'],
    ['st-be-chosen.csv', { in: ['2026-11-27 125050'] }, 'THB'],
    ['st-month.csv', { in: ['2026-11-25 350000', '2026-11-25 350000'] }],
    [
      'st-month-chosen.csv',
      { in: ['2026-11-25 350000'] },
      'LAK',
      { day: 0, amount: 2, reference: 1 },
    ],
    [
      'st-ampm.csv',
      { in: ['2026-11-25 14:05 350000', '2026-11-25 14:06 350000', '2026-11-25 14:07:09 1000'] },
    ],
    ['st-ampm-all.csv', { in: ['2026-11-27 01:05 373000'] }],
    ['st-us.csv', { in: ['2026-11-25 350000', '2026-11-05 100000'] }],
    ['st-iso.csv', { in: [370_000, 371_000, 372_000].map((sum) => `2026-11-27 01:30 ${sum}`) }],
    ['st-valuedate.csv', { in: ['2026-11-25 350000'] }],
    ['st-semi.csv', { in: ['2026-11-25 350000'] }],
    ['st-semi-above.csv', { in: ['2026-11-25 350000'] }],
    ['st-sep.csv', { in: ['2026-11-27 375000'] }],
    ['st-blank-first.csv', { in: ['2026-11-27 374000'] }],
    ['st-comma-title.csv', { in: ['2026-11-27 376000'] }],
    ['st-comma-title2.csv', { in: ['2026-11-27 376000'] }],
    ['st-merged.xlsx', { in: ['2026-11-27 350000'] }],
    ['st-refsci.csv', { in: ['2026-11-25 350000'] }],
    ['reference-scientific.csv', { in: ['2026-11-27 13000', '2026-11-27 14000'] }],
    ['st-refbig.xlsx', { in: Array<string>(3).fill('2026-11-25 350000') }],
    ['newest-first-morning.csv', { in: ['2026-11-27 11000'] }],
    ['newest-first-afternoon.csv', { in: ['2026-11-27 12000', '2026-11-27 11000'] }],
    ['st-utf16.csv', { in: ['2026-11-27 352000'] }],
    ['st-datetime.xlsx', { in: ['2026-11-27 23:45:36 351000'] }],
    ['st-thb.xlsx', { in: ['2026-11-25 125050', '2026-11-25 30', '2026-11-25 100000'] }, 'THB'],
    ['st-plain.csv', { in: ['2026-11-25 350000'], out: ['7 moneyOut', '8 total'] }],
    ['st-equal.csv', { in: ['2026-11-25 350000', '2026-11-25 350000'] }],
    [
      'overlap-7-seconds.csv',
      { in: [...Array<string>(2).fill('2026-11-20 09:00:12 10000'), '2026-11-21 10:00 10000'] },
      'THB',
    ],
    [
      'overlap-5-no-time.csv',
      { in: ['2026-11-20 10000', '2026-11-20 10000', '2026-11-21 10000'] },
      'THB',
    ],
    ['dup-desc-2.csv', { in: ['2026-11-27 08:00 101000', '2026-11-27 08:05 102000'] }],
  ];

it.each(cases)('reads %s', async (name, reading, currency, choice) => {
  expect(short(await read(file(name), currency, choice))).toEqual(right(reading));
});

it.each([
  ['st-cp874.csv', 'sheetEncoding'],
  ['st-html.xls', 'sheetWebPage'],
])('refuses %s and says how to save it', async (name, code) => {
  const answer = await readStatementFile(file(name)).catch((error: unknown) => error);
  expect(answer instanceof ApiError && answer.code).toBe(code);
});

it('takes no reference that a spreadsheet has cut, and keeps its rows apart', async () => {
  const { rows } = await read(file('st-refbig.xlsx'));
  expect(rows.map(({ reference, referenceRuined }) => [reference, referenceRuined])).toEqual([
    ['', true],
    ['202611251234567', false],
    ['', true],
  ]);
});

it('takes a reference that is written as a formula of text', async () => {
  const { rows } = await read(csv('Date,Ref,Credit', `${DAY},="000123456789012345",350000`));
  expect(rows[0]?.reference).toBe('000123456789012345');
});

/** Other files of the same kinds, as banks here and in Thailand make them. */
const more: [name: string, lines: string[], reading: Short, currency?: PriceCurrency][] = [
  [
    'a Lao bank with a letterhead of two rows',
    [
      'ທະນາຄານ ການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ,,,,',
      'ເລກບັນຊີ: 010-12-00-00123,,,,',
      'ວັນທີ,ລາຍການ,ໜີ້,ມີ,ຍອດເຫຼືອ',
      '01/11/2026,ຍອດຍົກມາ,,,"9,000,000.00"',
      `${DAY},ຮັບໂອນ,,"350,000.00","9,350,000.00"`,
      `${DAY},ຄ່າທຳນຽມ,"5,000.00",-,"9,345,000.00"`,
      'ລວມ,,"5,000.00","350,000.00",',
      'ຜູ້ກວດສອບ,,,,',
    ],
    {
      in: ['2026-11-25 350000'],
      out: ['4 balance', '6 moneyOut', '7 total', '8 text'],
    },
  ],
  [
    'a Thai bank with days of two digits',
    [
      'บัญชีเลขที่ 123-4-56789-0',
      'วันที่;เวลา;รายการ;ถอน;ฝาก;ยอดคงเหลือ;รายละเอียด',
      '25/11/69;09:15;รับโอน;;1,250.50;5,000.00;จาก สมชาย',
      '25/11/69;10:00;ถอนเงิน;500.00;;4,500.00;ATM',
    ],
    { in: ['2026-11-25 09:15 125050'], out: ['4 moneyOut'] },
    'THB',
  ],
  [
    'a Thai bank whose word under the description tells the direction',
    ['วันที่,รายการ,จำนวนเงิน', '25/11/2569,ฝาก,"1,000.00"', '25/11/2569,ถอน,"400.00"'],
    { in: ['2026-11-25 100000'], out: ['3 moneyOut'] },
    'THB',
  ],
  [
    'headings in two languages and two rows',
    [
      'ວັນທີ/Date,ເລກອ້າງອີງ/Ref,ຈຳນວນເງິນ,',
      ',,ຖອນ (Debit),ຝາກ (Credit)',
      `${DAY},A1,,"350,000"`,
      `${DAY},A2,"20,000",`,
    ],
    { in: ['2026-11-25 350000'], out: ['4 moneyOut'] },
  ],
  [
    'Dr and Cr before the sum',
    ['Date,Ref,Amount', `${DAY},A1,"Cr 350,000.00"`, `${DAY},A2,"Dr. 20,000.00"`],
    { in: ['2026-11-25 350000'], out: ['3 moneyOut'] },
  ],
  [
    'letters C and D in a column of their own',
    ['Posting Date|Txn ID|D/C|Amount', `${DAY}|A1|C|350,000`, `${DAY}|A2|D|20,000`],
    { in: ['2026-11-25 350000'], out: ['3 moneyOut'] },
  ],
  [
    'a minus of typography and blank credits',
    ['Date\tReference\tAmount', `${DAY}\tA1\t350,000`, `${DAY}\tA2\t−20,000`, `${DAY}\tA3\t-`],
    { in: ['2026-11-25 350000'], out: ['3 moneyOut', '4 noMoney'] },
  ],
  [
    'sums without a sign, told by the balance, newest first',
    [
      'Date,Detail,Amount,Balance',
      `${DAY},Fee,"5,000","1,345,000"`,
      `${DAY},In,"350,000","1,350,000"`,
      `24/11/2026,In,"100,000","1,000,000"`,
    ],
    { in: ['2026-11-25 350000', '2026-11-24 100000'], out: ['2 moneyOut'] },
  ],
  [
    'headings in row 12',
    [
      ...Array.from({ length: 11 }, (_, n) => `Line ${n + 1} of the letter,,`),
      'Transaction Date,Reference No.,Money In',
      `${DAY},A1,"350,000.00"`,
    ],
    { in: ['2026-11-25 350000'] },
  ],
  [
    'zeros in both columns',
    [
      'Date,Description,Withdrawal,Deposit',
      `${DAY},IN,0.00,"350,000.00"`,
      `${DAY},OUT,"20,000.00",0.00`,
      `${DAY},NOTHING,0.00,0.00`,
    ],
    { in: ['2026-11-25 350000'], out: ['3 moneyOut', '4 noMoney'] },
  ],
  [
    'headings again on the second page',
    [
      'Date,Ref,Credit',
      `${DAY},A1,"350,000"`,
      'Date,Ref,Credit',
      `${DAY},A2,"100,000"`,
      'Page 2 of 2,,',
    ],
    { in: ['2026-11-25 350000', '2026-11-25 100000'], out: ['3 text', '5 text'] },
  ],
  [
    'a sum that is no number and a day that is none',
    ['Date,Ref,Credit', `${DAY},A1,see note`, '31/02/2026,A2,"100,000"', `${DAY},A3,"1,000"`],
    { in: ['2026-11-25 1000'], unread: ['2 amountUnreadable', '3 dayUnreadable'] },
  ],
  [
    'words of which one tells no direction',
    ['Date,Type,Amount', `${DAY},Deposit,"350,000"`, `${DAY},Adjustment,"20,000"`],
    { in: ['2026-11-25 350000'], unread: ['3 directionUnknown'] },
  ],
  [
    'a year that is far away',
    ['Date,Ref,Credit', `25/11/2019,A1,"350,000"`],
    { unread: ['2 dayFar'] },
  ],
  [
    'a closing balance and totals in Lao',
    [
      'ວັນທີ,ເນື້ອໃນ,ເງິນເຂົ້າ',
      `${DAY},ຄ່າຮຽນ,"350,000 ກີບ"`,
      `${DAY},ຍອດທ້າຍງວດ,"9,350,000"`,
      'ລວມທັງໝົດ,,"350,000"',
      ',,',
      'ລາຍເຊັນ,,',
    ],
    { in: ['2026-11-25 350000'], out: ['3 balance', '4 total', '6 text'] },
  ],
  [
    'times with seconds and the afternoon in a column of their own',
    ['Txn Date,Txn Time,Paid In', `${DAY},2:05:09 PM,350000`, `${DAY},02:05:00 AM,1000`],
    { in: ['2026-11-25 14:05:09 350000', '2026-11-25 02:05 1000'] },
  ],
  [
    'a type of which nobody knows the direction',
    ['Date,Type,Amount', ...['ATM', 'POS', 'QR', 'TAX'].map((type) => `${DAY},${type},5000`)],
    { unread: [2, 3, 4, 5].map((row) => `${row} directionUnknown`) },
  ],
  [
    'a fee that lets the balance fall',
    [
      'Date,Description,Amount,Balance',
      `${DAY},Noy,350000,1350000`,
      `${DAY},Fee,5000,1345000`,
      `${DAY},Kham,100000,1445000`,
      `${DAY},Odd,7000,9`,
    ],
    {
      in: ['2026-11-25 100000'],
      out: ['3 moneyOut'],
      unread: ['2 directionUnknown', '5 directionUnknown'],
    },
  ],
  [
    'balances that only grow',
    ['Date,Description,Amount,Balance', `${DAY},Noy,100,1100`, `${DAY},Kham,100,1200`],
    { in: ['2026-11-25 100', '2026-11-25 100'] },
  ],
  [
    'equal sums with the newest first',
    ['Date,Description,Amount,Balance', `${DAY},Noy,100,1200`, `24/11/2026,Kham,100,1100`],
    { in: ['2026-11-25 100', '2026-11-24 100'] },
  ],
  [
    'a column of another currency',
    ['Date,Ref,Credit (USD)', `${DAY},A1,350`],
    { unread: ['2 otherCurrency'] },
  ],
  [
    'columns of two currencies',
    ['Date,Ref,Credit (USD),Credit (LAK)', `${DAY},A1,,350000`],
    { in: ['2026-11-25 350000'] },
  ],
  [
    'a currency beside each sum',
    ['Date,Ref,Currency,Credit', `${DAY},A1,USD,350`, `${DAY},A2,LAK,1000`, `${DAY},A3,,2000`],
    { in: ['2026-11-25 1000', '2026-11-25 2000'], unread: ['2 otherCurrency'] },
  ],
  ...['Currency,USD,', 'Account: THB,,'].map((line): [string, string[], Short] => [
    `a letterhead with ${line}`,
    [line, 'Date,Ref,Credit', `${DAY},A1,350`],
    { unread: ['3 otherCurrency'] },
  ]),
  ...[
    'Debit/Credit',
    'Credit/Debit',
    'ຝາກ/ຖອນ',
    'ໜີ້/ມີ',
    'ถอน/ฝาก',
    '+/-',
    'Money in / Money out',
    'Amt',
    'Value',
    'ເງິນ',
  ].map((heading): [string, string[], Short] => [
    `signed sums under ${heading}`,
    [`Date,Description,${heading}`, `${DAY},Noy,350000`, `${DAY},Fee,-5000`],
    { in: ['2026-11-25 350000'], out: ['3 moneyOut'] },
  ]),
  [
    'sums without a sign under both directions',
    ['Date,Description,Debit/Credit', `${DAY},Noy,350000`],
    { unread: ['2 directionUnknown'] },
  ],
  [
    'signs in a column of their own',
    ['Date,Amount,+/-', `${DAY},350000,+`, `${DAY},5000,-`],
    { in: ['2026-11-25 350000'], out: ['3 moneyOut'] },
  ],
  [
    'a debit that cannot be read beside a credit',
    ['Date,Debit,Credit', `${DAY},1.2.3,350000`, `${DAY},,1000`],
    { in: ['2026-11-25 1000'], unread: ['2 amountUnreadable'] },
  ],
  [
    'other headings further down',
    [
      'Date,Ref,Debit,Credit',
      `${DAY},A1,,1000`,
      'Date,Ref,Credit,Debit',
      `${DAY},A2,2000,`,
      `${DAY},A3,,3000`,
    ],
    { in: ['2026-11-25 1000', '2026-11-25 2000'], out: ['3 text', '5 moneyOut'] },
  ],
];

it.each([
  'ຝາກເຂົ້າ',
  'ຮັບເຂົ້າ',
  'ຍອດເຂົ້າ',
  'ເງິນເຂົ້າ',
  'Credit Amt',
  'Cr Amt',
  'Lodgement',
  'Paid in',
  'Money in',
  'รายการฝาก',
  'เงินฝาก',
  'ฝากเงิน',
])('knows the heading %s for money in', async (heading) => {
  const { columns } = await read(csv(`Date,Ref,${heading}`, `${DAY},A1,1000`));
  expect(columns).toMatchObject({ amount: 2 });
});

it.each([
  ...['ຖອນອອກ', 'ຍອດອອກ', 'ເງິນອອກ', 'Debit Amt', 'Paid out', 'ถอนเงิน'].map((text) => [
    text,
    'debit',
  ]),
  ...['Trans. Time', 'เวลาที่ทำรายการ', 'Posting time', 'Txn time'].map((text) => [text, 'time']),
  ...['Trans. Ref', 'Tran Ref No', 'Trx Ref', 'FCC Ref', 'ລະຫັດທຸລະກຳ', 'ເລກໃບບິນ', 'Trans ID'].map(
    (text) => [text, 'reference'],
  ),
])('knows the heading %s for the %s', async (heading, name) => {
  const { columns } = await read(csv(`Date,${heading},Credit`, `${DAY},1,1000`));
  expect(columns).toMatchObject({ [name ?? '']: 1 });
});

it.each(['วันที่รายการ', 'Post Dt', 'Posting Dt', 'Txn Dt', 'Trans. Date'])(
  'knows the heading %s for the day',
  async (heading) => {
    const { columns } = await read(csv(`Ref,${heading},Credit`, `A1,${DAY},1000`));
    expect(columns).toMatchObject({ day: 1 });
  },
);

it('does not read a sum whose formula has no stored result', async () => {
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const book = await workbook(`<worksheet><sheetData>
    <row r="1">${cell('Date')}${cell('Ref')}${cell('Credit')}</row>
    <row r="2">${cell(DAY)}${cell('A1')}<c><f>B1*2</f></c></row>
    </sheetData></worksheet>`);
  expect(short(await read(book))).toEqual(right({ unread: ['2 amountUnreadable'] }));
});

it.each(more)('reads %s', async (_name, lines, reading, currency) => {
  expect(short(await read(csv(...lines), currency))).toEqual(right(reading));
});

it('reads a workbook with a merged title, hidden rows, shared formats and a signature', async () => {
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const sheet = `<worksheet><sheetData>
    <row r="1">${cell('Statement of account')}</row>
    <row r="4">${cell('Date')}${cell('Ref')}${cell('Credit')}</row>
    <row r="5" hidden="1"><c s="1"><v>46351.5</v></c>${cell('A1')}<c><v>350000.00000000006</v></c></row>
    <row r="7">${cell('Signature')}</row>
    </sheetData><mergeCells><mergeCell ref="A1:C2"/><mergeCell ref="A7:C7"/></mergeCells></worksheet>`;
  const book = await workbook(sheet, {
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-1070000]dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
  });
  const reading = await read(book);
  expect(short(reading)).toEqual(right({ in: ['2026-11-25 12:00 350000'], out: ['7 text'] }));
  expect(reading).toMatchObject({ sheetName: 'a', headingRow: 4 });
});

it.each([
  'ຍອດທ້າຍ',
  'ຍອດຍັງເຫຼືອ',
  'ຍອດເງິນຕົ້ນງວດ',
  'ຍອດເງິນທ້າຍງວດ',
  'ຍອດຍົກມາ',
  'Opening Bal',
  'Closing Bal.',
  'Ledger balance',
  'Available balance',
  'Balance from previous page',
  'B/F',
  'C/F',
  'Balance B/F',
  'ยอดเงินคงเหลือยกมา',
  'ยอดยกมา',
  'ยอดยกไป',
  'Opening balance as at 01/11/2026',
])('takes no balance for a payment: %s', async (text) => {
  const [described, referred] = await Promise.all([
    read(csv('Date,Description,Credit', `${DAY},${text},9000000`, `${DAY},Noy,1000`)),
    read(csv('Date,Ref,Credit', `${DAY},${text},9000000`, `${DAY},Noy,1000`)),
  ]);
  const reading = right({ in: ['2026-11-25 1000'], out: ['2 balance'] });
  expect(short(described)).toEqual(reading);
  expect(short(referred)).toEqual(reading);
});

it.each(['ລວມເງິນຝາກ', 'ລວມຍອດເງິນເຂົ້າ', 'Total credits', 'Total deposits', 'รวมเงินฝาก'])(
  'takes no total for a payment: %s',
  async (text) => {
    const file = csv('Date,Description,Credit', `${DAY},${text},9000000`, `${DAY},Noy,1000`);
    expect(short(await read(file))).toEqual(right({ in: ['2026-11-25 1000'], out: ['2 total'] }));
  },
);

it('keeps payers whose texts sound like a balance, unless the sum is the balance', async () => {
  const texts = [
    'ລວມໃຈ',
    'Balance Fitness payment',
    'ຍອດເຫຼືອຄ່າຮຽນ ນ້ອງ ນາ',
    'Total English Noy',
    'Balance',
  ];
  const payers = csv('Date,Description,Credit', ...texts.map((text) => `${DAY},${text},1000`));
  expect(short(await read(payers)).in).toHaveLength(texts.length);
  const balances = csv(
    'Date,Ref,Description,Credit,Balance',
    `${DAY},,Balance 11/2026,9000,9000`,
    `${DAY},A1,Balance Fitness payment,9000,9000`,
    `${DAY},A2,Opening balance,9000,9000`,
    `${DAY},A3,Opening balance,1000,9000`,
  );
  expect(short(await read(balances))).toEqual(
    right({ in: ['2026-11-25 9000', '2026-11-25 1000'], out: ['2 balance', '4 balance'] }),
  );
});

it('says what it settled for the whole file, and takes the answers', async () => {
  expect((await read(file('st-be4.csv'))).questions).toMatchObject([
    { about: 'buddhistYear', settled: true, row: 2, day: '2026-11-25', rows: 1 },
  ]);
  // A no takes the years back, and the question stays until somebody says yes.
  const refused = await read(file('st-be4.csv'), 'LAK', { answers: { buddhistYear: false } });
  expect(short(refused)).toEqual(right({ unread: ['2 dayUnclear'] }));
  expect(refused.questions).toMatchObject([{ about: 'buddhistYear', settled: false, row: 2 }]);
  const far = csv('Date,Ref,Credit', '25/11/2019,A1,"350,000"');
  expect((await read(far)).questions).toMatchObject([{ about: 'farDay', settled: false, rows: 1 }]);
  expect(short(await read(far, 'LAK', { answers: { farDay: true } }))).toEqual(
    right({ in: ['2019-11-25 350000'] }),
  );
  const mixed = csv('Date,Credit', '11/25/2026,1000', '25/11/2026,2000', '05/11/2026,3000');
  const reading = await read(mixed);
  expect(short(reading)).toEqual(
    right({ in: ['2026-11-25 1000', '2026-11-25 2000'], unread: ['4 dayUnclear'] }),
  );
  expect(reading.questions).toMatchObject([{ about: 'dayOrder', settled: false, row: 4 }]);
  expect(short(await read(mixed, 'LAK', { answers: { dayOrder: 'dayFirst' } })).in).toContain(
    '2026-11-05 3000',
  );
});

it('asks about days in the future, and which number is the month', async () => {
  const dated = (...days: string[]) =>
    csv('Date,Ref,Credit', ...days.map((day, at) => `${day},A${at},1000`));
  const doubtful = dated('11/05/2026', '05/12/2026');
  const reading = await read(doubtful);
  expect(short(reading)).toEqual(right({ unread: ['2 dayUnclear', '3 dayUnclear'] }));
  expect(reading.questions).toMatchObject([{ about: 'dayOrder', settled: false, rows: 2 }]);
  expect(short(await read(doubtful, 'LAK', { answers: { dayOrder: 'monthFirst' } })).in).toEqual([
    '2026-11-05 1000',
    '2026-05-12 1000',
  ]);
  expect(short(await read(dated('25/11/2026', '05/12/2026')))).toEqual(
    right({ in: ['2026-11-25 1000'], unread: ['3 dayFar'] }),
  );
  expect(short(await read(dated('28/11/2026', '29/11/2026')))).toEqual(
    right({ in: ['2026-11-28 1000'], unread: ['3 dayFar'] }),
  );
});

it('takes the words of a person for the direction', async () => {
  const own = csv('Date,Kind,Amount', `${DAY},Topup X,1000`, `${DAY},Wire Y,2000`);
  expect(
    short(await read(own, 'LAK', { direction: 1, inWords: ['Topup X'], outWords: ['Wire Y'] })),
  ).toEqual(right({ in: ['2026-11-25 1000'], out: ['3 moneyOut'] }));
});

it.each(['utf16le', 'swapped'] as const)(
  'reads UTF-16 (%s) without a byte order mark',
  async (order) => {
    const text = 'ວັນທີ\tເລກອ້າງອີງ\tເງິນເຂົ້າ\r\n25/11/2026\tFT001\t350,000\r\n';
    const bytes = Buffer.from(text, 'utf16le');
    const content = order === 'utf16le' ? bytes : Buffer.from(bytes).swap16();
    expect(short(await read(content))).toEqual(right({ in: [`${DAY_READ} 350000`] }));
  },
);

it.each([
  ['Date,Ref,Credit\n25/11/2026,FT\u0000001,350000\n', 'stray'],
  [`Date,Ref,Credit\n25/11/2026,FT001,350000\n${'\u0000'.repeat(40)}`, 'padded'],
  ['\u0000', 'alone'],
])('refuses a file with zero bytes that is not evidently UTF-16', async (text) => {
  const answer = await readStatementFile(Buffer.from(text)).catch((error: unknown) => error);
  expect(answer instanceof ApiError && answer.code).toBe('sheetEncoding');
});

it.each([
  [
    ['วันที่,เวลา,รายการ,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,ช่องทาง,รายละเอียด'],
    ['25/11/2026,08:15,รับโอนเงิน,,350.00,350.00,K PLUS,จาก X1234 นาย สมชาย'],
    'จาก X1234 นาย สมชาย · รับโอนเงิน · K PLUS',
  ],
  [
    ['Date,Time,Descriptions,Withdrawal,Deposit,Outstanding Balance,Channel,Details'],
    ['25/11/2026,08:15,Transfer Deposit,,350.00,350.00,K PLUS,From X1234 SOMCHAI'],
    'From X1234 SOMCHAI · Transfer Deposit · K PLUS',
  ],
  [
    ['วันที่,รายการ,จำนวนเงิน,รายละเอียด'],
    ['25/11/2026,รับโอนเงิน,350.00,จาก X1234', '25/11/2026,ถอนเงินสด,100.00,ATM'],
    'จาก X1234 · รับโอนเงิน',
  ],
  [
    ['Date,Ref,Description,Credit,Remark'],
    ['25/11/2026,FT00012345,TRANSFER FROM KEO,350.00,transfer  from keo'],
    'TRANSFER FROM KEO',
  ],
])('keeps every text beside the money for the description', async (head, row, description) => {
  const { rows } = await read(csv(...head, ...row), 'THB');
  expect(rows.map((one) => one.description)).toEqual([description]);
});

const rowsOfDays = (...days: string[]) =>
  csv('Date,Ref,Credit', ...days.map((day, at) => `${day},FT${at},100000`));

it.each([
  ['dates beside texts', ['2026-05-11', '13/11/2026', '2026-06-11']],
  ['texts of CSV far from the others', ['11/05/2026', '13/11/2026', '11/06/2026', '20/11/2026']],
  ['dates of the future', ['2026-12-11', '2026-05-11', '2026-06-11']],
])('asks whether a spreadsheet has swapped days and months: %s', async (_name, days) => {
  const asked = await read(rowsOfDays(...days));
  expect(asked.questions).toMatchObject([{ about: 'swappedDays', settled: false }]);
  expect(asked.unread.map(({ reason }) => reason)).toContain('dayUnclear');
  const answered = await read(rowsOfDays(...days), 'LAK', { answers: { swappedDays: true } });
  expect(answered.unread).toEqual([]);
  expect(answered.rows.every(({ day }) => day.startsWith('2026-11-'))).toBe(true);
});

it('asks about real dates of a workbook beside texts, and keeps them as written if so told', async () => {
  const content = await xlsx(
    ['Date', 'Ref', 'Credit'],
    [{ day: '2026-05-11' }, 'FT1', 100_000],
    ['13/11/2026', 'FT2', 100_000],
  );
  expect((await read(content)).questions).toMatchObject([
    { about: 'swappedDays', settled: false, row: 2, day: '2026-11-05', rows: 1 },
  ]);
  const kept = await read(content, 'LAK', { answers: { swappedDays: false } });
  expect(kept.rows.map(({ day }) => day)).toEqual(['2026-05-11', '2026-11-13']);
});

it.each([
  [['2026-05-11', '13/11/2026', '2026-05-25']],
  [['2026-11-05', '05/11/2026', '13/11/2026']],
  [['05/11/2026', '06/11/2026', '13/11/2026']],
  [['05/10/2026', '20/10/2026', '09/11/2026', '13/11/2026']],
  [['2026-10-11', '2026-11-11']],
])('asks nothing of days that cannot be swapped: %s', async (days) => {
  expect((await read(rowsOfDays(...days))).questions).toEqual([]);
});

it.each([
  'Page total',
  'Daily total',
  'Total this page',
  'ລວມປະຈຳວັນ',
  'ຍອດລວມປະຈຳເດືອນ',
  'รวมประจำวัน',
  'ยอดรวมประจำวัน',
  'Cong phat sinh',
  'Tổng cộng',
  'Turnover',
  'Closing',
  'Brought fwd',
  'Carried fwd',
  'Số dư đầu kỳ',
])('leaves out %s with a day and a sum', async (text) => {
  const found = await read(csv('Date,Description,Credit', `${DAY},${text},9000`));
  expect(found.rows).toEqual([]);
  expect(['total', 'balance']).toContain(found.notIncoming[0]?.reason);
});

it('keeps the payers whose names sound like a sum', async () => {
  const names = ['Cong', 'Nguyen Van Tong', 'Daily', 'Closing fee Noy', 'ລວມໃຈ'];
  const payers = csv('Date,Description,Credit', ...names.map((name) => `${DAY},${name},9000`));
  expect((await read(payers)).rows).toHaveLength(names.length);
});

it.each([
  [
    'Status',
    ['Success', 'COMPLETED', '', 'Posted'],
    ['Failed', 'Cancelled', 'Reversed', 'PENDING'],
  ],
  ['ສະຖານະ', ['ສຳເລັດ'], ['ບໍ່ສຳເລັດ', 'ຍົກເລີກ', 'ລໍຖ້າ']],
  ['สถานะ', ['สำเร็จ', 'รับรองแล้ว'], ['ไม่สำเร็จ', 'ยกเลิก', 'รอดำเนินการ']],
  ['Transaction Status', ['Transaction successful'], ['Unsuccessful', 'Rejected by bank']],
  ['Trạng thái', ['Thành công'], ['Thất bại', 'Không thành công']],
])('takes only rows whose %s says that the money came', async (heading, done, notDone) => {
  const rows = [...done, ...notDone, 'Strange'].map((word) => `${DAY},1000,${word}`);
  const found = short(await read(csv(`Date,Amount,${heading}`, ...rows)));
  expect(found.in).toHaveLength(done.length);
  expect(found.out).toEqual(notDone.map((_word, at) => `${at + 2 + done.length} status`));
  expect(found.unread).toEqual([`${rows.length + 1} statusUnknown`]);
});

const SHEET_HEAD = ['Date', 'Credit'];
const readOf = async (content: Buffer, currency: PriceCurrency, accountNo = '0101200012345') =>
  readStatement(
    await readStatementFile(content, undefined, { currency, accountNo }),
    currency,
    {},
    TODAY,
  );

it('takes the sheet of the account, by its currency or its number', async () => {
  const book = await workbookOf(
    ...['THB', 'Kip ບັນຊີ', 'USD_2026'].map((name, at) => ({
      name,
      rows: [SHEET_HEAD, [DAY, 1000 + at]],
    })),
  );
  expect((await readOf(book, 'LAK')).sheetName).toBe('Kip ບັນຊີ');
  expect((await readOf(book, 'USD')).sheetName).toBe('USD_2026');
  const numbers = await workbookOf(
    ...['010-12-THB', '00012345'].map((name) => ({ name, rows: [SHEET_HEAD, [DAY, 1000]] })),
  );
  expect((await readOf(numbers, 'LAK')).sheetName).toBe('00012345');
  const alone = await workbookOf({ name: '010-12-THB', rows: [SHEET_HEAD, [DAY, 1000]] });
  expect(short(await readOf(alone, 'LAK'))).toEqual(right({ unread: ['2 otherCurrency'] }));
  expect((await readOf(alone, 'THB')).rows).toHaveLength(1);
});

it('takes no number of a cell for thousands', async () => {
  const book = (sum: number) => xlsx(SHEET_HEAD, [DAY, sum], [DAY, 350_000]);
  for (const [sum, currency] of [
    [350.125, 'LAK'],
    [350.5, 'LAK'],
    [3.215, 'THB'],
    [1.001, 'USD'],
  ] as const)
    expect(short(await read(await book(sum), currency)).unread).toEqual(['2 amountUnreadable']);
  const texts = await xlsx(SHEET_HEAD, [DAY, '350.125']);
  expect(short(await read(texts)).in).toEqual(['2026-11-25 350125']);
});

it.each([
  [['1,000.50', '12.345', '1.000'], [100_050]],
  [
    ['12.30', '1.000', '1,000'],
    [1230, 100_000],
  ],
  [
    ['1.000,50', '1,000', '1.000'],
    [100_050, 100_000],
  ],
  [
    ['1.000', '2.000'],
    [100_000, 200_000],
  ],
])('reads no decimal mark of a column as thousands: %s', async (sums, inCents) => {
  const found = await read(csv('Date;Credit', ...sums.map((sum) => `${DAY};${sum}`)), 'USD');
  expect(found.rows.map(({ amount }) => amount)).toEqual(inCents);
  expect(found.unread).toHaveLength(sums.length - inCents.length);
});

it.each([
  ['24:00', '24:00'],
  ['14.30', '14:30'],
  ['8.30', '08:30'],
  ['0815', '08:15'],
  ['815', '08:15'],
  ['081500', '08:15'],
  ['14h30', '14:30'],
  ['14:30 ໂມງ', '14:30'],
  ['14.30 น.', '14:30'],
  ['25/11/2026 14:30', '14:30'],
  ['-', ''],
])('reads the time %s', async (text, time) => {
  expect((await read(csv('Date,Time,Credit', `${DAY},${text},1000`))).rows).toMatchObject([
    { day: DAY_READ, time },
  ]);
});

it('reads the end of a day beside it, and says which time it does not understand', async () => {
  const beside = await read(csv('Date,Credit', `${DAY} 24:00,1000`, `${DAY} 14.30 ໂມງ,1000`));
  expect(beside.rows.map(({ day, time }) => `${day} ${time}`)).toEqual([
    `${DAY_READ} 24:00`,
    `${DAY_READ} 14:30`,
  ]);
  const wrong = ['25:15', '8:15 ໂມງແລງ', '2460', '24:01'];
  const rows = wrong.map((time) => `${DAY},${time},1000`);
  expect(short(await read(csv('Date,Time,Credit', `${DAY},08:00,1000`, ...rows)))).toEqual(
    right({
      in: ['2026-11-25 08:00 1000'],
      unread: wrong.map((_time, at) => `${at + 3} timeUnreadable`),
    }),
  );
});

it('joins a second line of text to the row above it', async () => {
  const { rows, notIncoming } = await read(
    csv(
      'Date,Description,Withdrawal,Deposit,Channel',
      `${DAY},TRF FR OTH BK,,1000,APP`,
      ',FROM X1234 MR A,,,',
      ',KASIKORN,,,',
      `${DAY},FEE,5,,APP`,
      ',NOT OF A DEPOSIT,,,',
      `${DAY},CASH,,2000,CDM`,
      'Continued on next page,,,,',
      ',NOT BELOW A ROW,,,',
    ),
  );
  expect(rows.map(({ description }) => description.split(' · ').slice(-2).join(' '))).toEqual([
    'FROM X1234 MR A KASIKORN',
    'CASH CDM',
  ]);
  expect(notIncoming.filter(({ reason }) => reason === 'text')).toHaveLength(5);
});

it('takes a row once that a page repeats of the page before', async () => {
  const head = 'Date,Time,Ref,Description,Credit';
  const twice = `${DAY},08:05,FT2632400002,NOY,2000`;
  const pages = await read(
    csv(head, `${DAY},08:00,FT2632400001,KEO,1000`, twice, 'Page 1 of 2,,,,', head, twice),
  );
  expect(short(pages)).toEqual(
    right({
      in: ['2026-11-25 08:00 1000', '2026-11-25 08:05 2000'],
      out: ['4 text', '5 text', '6 repeated'],
    }),
  );
  const apart = `${DAY},08:05,,NOY,2000`;
  expect((await read(csv(head, twice, twice))).rows).toHaveLength(2);
  expect((await read(csv(head, apart, head, apart))).rows).toHaveLength(2);
});
