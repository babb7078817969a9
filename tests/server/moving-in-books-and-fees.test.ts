import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { recognise } from '#server/desk/moving-in/recognise.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { readBranchWorkbook } from '#server/safekeeping/centre-exports/workbook/branch-workbook.ts';
import { readMovingWorkbook } from '#server/safekeeping/centre-exports/workbook/moving-workbook.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

async function* once<Row>(rows: Row[]) {
  yield rows;
}
const bookOf = (sheets: Partial<Record<MovingSheetKind, MovingCells[]>>) =>
  buffer(
    xlsxBook(
      Object.entries(sheets).map(([kind, rows]) =>
        movingSheet(kind as MovingSheetKind, [], once(rows)),
      ),
    ),
  );
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;
const exported = async (kind: MovingSheetKind, field: string, value: string) =>
  (await server.db.transaction((tx) => readMovingWorkbook(tx))).sheets[kind].find(
    (row) => row[field] === value,
  );
/** The column that a heading beside some others is taken for. */
const columnOf = async (heading: string, ...others: string[]) =>
  (await recognise(server.db, csv([heading, ...others].join(), 'a,b,c,d')))[0]?.matching[0];

const course = (code: string, books: string) => ({
  code,
  courseName: `Course ${code}`,
  courseCategory: 'Languages',
  sessions: 20,
  books,
});

const product = (sku: string) => ({
  sku,
  nameEn: `Book ${sku}`,
  category: 'Books',
  price: 1000,
  currency: 'LAK',
  unit: 'pc',
});

describe('the books of a course', () => {
  const upload = async () =>
    steps.upload(
      await bookOf({
        courses: [course('BQC-1', '2 x bq1; BQ-2 (ບໍ່ບັງຄັບ)'), course('BQC-2', 'BQ-1, BQ x3')],
        products: [product('BQ-1'), product('BQ-2')],
      }),
    );
  const links = () =>
    rowsOf(`select sku, quantity, needed from course_products
      join courses on courses.id = course_id join products on products.id = product_id
      where courses.code = 'BQC-1' order by sku`);
  const written = [
    { sku: 'BQ-1', quantity: 2, needed: 'usual' },
    { sku: 'BQ-2', quantity: 1, needed: 'optional' },
  ];
  let move: Move;

  it('are products of the same file, and one that nothing is called so is asked', async () => {
    move = await upload();
    expect(move.counts).toMatchObject({ ready: 3, problem: 1 });
    const [asked] = await steps.rows(move, 'courses', 'problem');
    expect(asked?.problems).toMatchObject([
      { field: 'books', choices: ['BQ-1, BQ-1 x3', 'BQ-1, BQ-2 x3'] },
    ]);
    if (asked) move = await steps.mend(move, asked, { field: 'books', value: 'BQ-1' });
    move = await steps.run(move);
    expect(move.counts).toMatchObject({ ready: 0, problem: 0, waiting: 0 });
    expect(await links()).toEqual(written);
    expect(await exported('courses', 'code', 'BQC-1')).toMatchObject({
      books: 'BQ-1 x2, BQ-2 (ບໍ່ບັງຄັບ)',
    });
  });

  it('go with the course when they are taken back, and come again', async () => {
    expect((await steps.undo(move)).kept).toEqual([]);
    expect(await rowsOf(`select from products where sku like 'BQ-%'`)).toEqual([]);
    expect(await rowsOf(`select from courses where code like 'BQC-%'`)).toEqual([]);
    const [asked] = await steps.rows((move = await upload()), 'courses', 'problem');
    if (asked) await steps.mend(move, asked, { leftOut: true });
    await steps.run(move);
    expect(await links()).toEqual(written);
  });

  it('change by what a later file says of them, and nothing else goes', async () => {
    const same = await steps.upload(await bookOf({ courses: [course('BQC-1', 'BQ-2, BQ-1 x2')] }));
    expect(same.counts).toMatchObject({ same: 1 });
    const later = await steps.upload(
      await bookOf({
        courses: [course('BQC-1', 'BQ-2 x3, BQ-3')],
        products: [product('BQ-3')],
      }),
    );
    const [changed] = await steps.rows(later, 'courses', 'changed');
    expect(changed?.changes).toEqual([
      {
        field: 'books',
        before: 'BQ-1 x2, BQ-2 (Optional)',
        after: 'BQ-1 x2, BQ-2 x3 (Optional), BQ-3',
      },
    ]);
    await steps.run(later);
    expect(await links()).toEqual([
      written[0],
      { ...written[1], quantity: 3 },
      { sku: 'BQ-3', quantity: 1, needed: 'usual' },
    ]);
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await links()).toEqual(written);
  });

  it('are asked again where somebody has changed them since the check', async () => {
    const later = await steps.upload(await bookOf({ courses: [course('BQC-1', 'BQ-2 x4')] }));
    await rowsOf(`update course_products set quantity = 7
      where product_id = (select id from products where sku = 'BQ-2')`);
    await steps.run(later);
    const [row] = await steps.rows(later, 'courses', 'problem');
    expect(row?.problems.map(({ field }) => field)).toEqual(['books']);
    expect(await links()).toEqual([written[0], { ...written[1], quantity: 7 }]);
  });

  it('are known by their heading in both languages', async () => {
    for (const heading of ['Books', 'Textbooks', 'ປຶ້ມ', 'ປຶ້ມທີ່ຕ້ອງໃຊ້'])
      expect(await columnOf(heading, 'Code', 'Course name')).toBe('books');
  });
});

describe('the books of a course of a later move', () => {
  const bring = async (...skus: string[]) =>
    steps.run(await steps.upload(await bookOf({ products: skus.map(product) })));
  /** Gives a book to a new course and to one that is there. */
  const link = async (code: string, books: string) => {
    const [known] = await rowsOf(`select name_en as name from courses where code = 'ENG-A1'`);
    const there = { code: 'ENG-A1', courseName: String(known?.['name']), books };
    return steps.run(await steps.upload(await bookOf({ courses: [course(code, books), there] })));
  };
  const skus = async (like: string) =>
    (await rowsOf(`select sku from products where sku like '${like}' order by 1`)).map(
      ({ sku }) => sku,
    );

  it('are named as what uses a product, and the other products go', async () => {
    const earlier = await bring('LB-1', 'LB-2');
    await link('LBC-1', 'LB-1');
    const name = 'LB-1 Book LB-1';
    const kept = [{ kind: 'products', name, usedBy: { as: 'book', name: 'ENG-A1, LBC-1' } }];
    expect(await steps.undo(earlier)).toEqual({ removed: 0, archived: 0, kept });
    expect(await steps.undo(earlier, true)).toEqual({ removed: 1, archived: 0, kept });
    expect(await skus('LB-%')).toEqual(['LB-1']);
  });

  it('let the products go whole once the later move is taken back', async () => {
    const earlier = await bring('LB-3');
    const later = await link('LBC-2', 'LB-3');
    expect(await steps.undo(later)).toMatchObject({ removed: 2, kept: [] });
    expect(await steps.undo(earlier)).toMatchObject({ removed: 1, kept: [] });
    expect(await skus('LB-3')).toEqual([]);
  });

  it('hide no change that a person has made of the product', async () => {
    const earlier = await bring('LB-4');
    const [row] = await rowsOf(`select id from products where sku = 'LB-4'`);
    const path = `/products/${String(row?.['id'])}`;
    const later = await link('LBC-3', 'LB-4');
    const { _id: _own, ...known } = (await owner.get(path)).json<Record<string, unknown>>();
    expect((await owner.put(path, { ...known, price: 2000 })).statusCode).toBe(200);
    await steps.undo(later);
    expect((await steps.undo(earlier)).kept).toEqual([
      { kind: 'products', name: 'LB-4 Book LB-4' },
    ]);
  });
});

describe('the own fee of a class', () => {
  const fee = (feeName: string, amount: number, per: string, priceCategory = '') => ({
    course: 'FC-1',
    feeName,
    amount,
    currency: 'LAK',
    per,
    priceCategory,
  });
  const fees = [
    fee('Regular', 1_500_000, 'term'),
    fee('Evening', 1_800_000, 'term', 'evening'),
    fee('Monthly', 400_000, 'month'),
  ];
  const classes = async (...rows: [string, string][]) => {
    const [term] = await rowsOf(`select code, start_date::text as day from academic_terms limit 1`);
    const day = { day: String(term?.['day']) };
    return rows.map(([className, own]) => ({
      className,
      course: 'FC-1',
      term: String(term?.['code']),
      branch: 'VTE',
      fee: own,
      startDate: day,
      endDate: day,
      timetable: 'Tue 06:00-07:30',
      capacity: 10,
    }));
  };
  const upload = async (...rows: [string, string][]) =>
    steps.upload(await bookOf({ classes: await classes(...rows) }));
  const ownFees = () =>
    rowsOf(`select old_name as class, fee.name as fee from classes
      left join course_fees fee on fee.id = fee_id where old_name like 'F-%' order by 1`);
  const written = [
    { class: 'F-1', fee: 'Evening' },
    { class: 'F-2', fee: 'Monthly' },
    { class: 'F-3', fee: null },
  ];
  let move: Move;

  it('is one of its course, by its sum, unit or name; any other text is asked', async () => {
    move = await steps.upload(
      await bookOf({
        courses: [course('FC-1', '')],
        fees,
        classes: await classes(
          ...([
            ['F-1', '1,800,000'],
            ['F-2', 'ຕໍ່ເດືອນ'],
            ['F-3', ''],
          ] as [string, string][]),
          ...([
            ['F-4', 'Weekend'],
            ['F-5', 'term'],
          ] as [string, string][]),
        ),
      }),
    );
    const asked = await steps.rows(move, 'classes', 'problem');
    const [regular, evening] = [
      'Regular · 1,500,000 LAK · Term',
      'Evening · 1,800,000 LAK · Term · evening',
    ];
    expect(asked.map(({ problems }) => problems[0])).toMatchObject([
      { field: 'fee', choices: [regular, evening, 'Monthly · 400,000 LAK · Month'] },
      { field: 'fee', choices: [regular, evening] },
    ]);
    for (const row of asked) move = await steps.mend(move, row, { leftOut: true });
    move = await steps.run(move);
    expect(move.counts).toMatchObject({ ready: 0, problem: 0 });
    expect(await ownFees()).toEqual(written);
    expect(await exported('classes', 'className', 'F-1')).toMatchObject({
      fee: 'Evening · 1,800,000 LAK · ຕໍ່ພາກຮຽນ · evening',
    });
    // The workbook of one branch says nothing of money.
    const home = await branchId(server.db, 'VTE');
    const own = await server.db.transaction((tx) => readBranchWorkbook(tx, home));
    expect(own.classes.find(({ className }) => className === 'F-1')).toMatchObject({ fee: '' });
  });

  it('changes by a later file, and is taken back with it', async () => {
    const same = await upload(['F-1', 'Evening · Term'], ['F-3', '']);
    expect(same.counts).toMatchObject({ changed: 0, same: 2 });
    const later = await steps.upload(
      await bookOf({
        fees: [fee('Late', 900_000, 'term', 'late')],
        classes: await classes(['F-2', 'Late']),
      }),
    );
    const [changed] = await steps.rows(later, 'classes', 'changed');
    expect(changed?.changes).toEqual([
      {
        field: 'fee',
        before: 'Monthly · 400,000 LAK · Month',
        after: 'Late · 900,000 LAK · Term · late',
      },
    ]);
    await steps.run(later);
    expect((await ownFees())[1]).toEqual({ class: 'F-2', fee: 'Late' });
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await ownFees()).toEqual(written);
    expect((await steps.undo(move)).kept).toEqual([]);
    expect(await ownFees()).toEqual([]);
    expect(await rowsOf(`select from course_fees where name = 'Evening'`)).toEqual([]);
  });

  it('waits for a price of the file that has a problem', async () => {
    const next = await steps.upload(
      await bookOf({
        courses: [course('FC-1', '')],
        classes: await classes(['F-6', 'Holiday']),
        fees: [{ ...fee('Holiday', 1, 'term'), amount: 'a lot' }],
      }),
    );
    expect(steps.sheetOf(next, 'classes').counts).toMatchObject({ waiting: 1 });
  });

  it('is known by its heading in both languages', async () => {
    for (const heading of ['Fee', 'Class fee', 'ຄ່າຮຽນ', 'ຄ່າຮຽນສະເພາະຂອງຫ້ອງນີ້'])
      expect(await columnOf(heading, 'Class name', 'Timetable', 'Room')).toBe('fee');
  });
});
