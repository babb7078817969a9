import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// What a workbook says of a record comes in, or is said to stay: docs/moving-in.md.

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);
async function* once<Row>(rows: Row[]) {
  yield rows;
}
/** Uploads a workbook with these sheets, whose cells stand under their fields. */
const uploadBook = async (sheets: Partial<Record<MovingSheetKind, MovingCells[]>>) =>
  steps.upload(
    await buffer(
      xlsxBook(
        Object.entries(sheets).map(([kind, rows]) =>
          movingSheet(kind as MovingSheetKind, [], once(rows)),
        ),
      ),
    ),
  );
const moveIn = async (sheets: Parameters<typeof uploadBook>[0]) =>
  steps.run(await uploadBook(sheets));
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;
const containing = (text: string): unknown => expect.stringContaining(text);
const today = dayInLaos();
const from = (days: number) => ({ day: addDays(today, days) });
const shown = ({ day }: { day: string }) => day.split('-').toReversed().join('/');

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

describe('the state of a class', () => {
  const days = { startDate: from(-30), endDate: from(60) };
  const term = { code: 'KWT', termName: 'Kept whole', academicYear: 'KW', ...days };
  const cls = (className: string, classState: string, startDate = from(-10)) => ({
    className,
    classState,
    course: 'ENG-A1',
    term: 'KWT',
    branch: 'VTE',
    startDate,
    endDate: from(50),
    timetable: 'Tue 06:00-07:30',
    capacity: 10,
  });

  it('comes in as the sheet says it in either language, else by the first day', async () => {
    const classes = [
      cls('KW 1', 'Draft'),
      cls('KW 2', 'ຮ່າງ'),
      cls('KW 3', 'Open'),
      cls('KW 4', 'ກຳລັງຮຽນ', from(5)),
      cls('KW 5', ''),
      cls('KW 6', '', from(5)),
    ];
    expect((await moveIn({ terms: [term], classes })).counts).toMatchObject({ in: 7 });
    expect(
      await rowsOf(`select status from classes where old_name like 'KW _' order by old_name`),
    ).toEqual(
      ['draft', 'draft', 'open', 'running', 'running', 'open'].map((status) => ({ status })),
    );
  });

  it('of one that is over is asked, and other words are too', async () => {
    const move = await uploadBook({ classes: [cls('KW 7', 'ຍົກເລີກແລ້ວ'), cls('KW 8', 'xyz')] });
    for (const row of await steps.rows(move, 'classes'))
      expect(row).toMatchObject({
        state: 'problem',
        problems: [{ field: 'classState', choices: ['Draft', 'Open', 'Running'] }],
      });
  });

  it('stays on a class that is there, and the row says so', async () => {
    const move = await uploadBook({ classes: [cls('KW 1', 'Open'), cls('KW 3', 'ເປີດຮັບ')] });
    const [other, same] = await steps.rows(move, 'classes');
    expect(other).toMatchObject({
      state: 'same',
      problems: [{ field: 'classState', isHint: true, error: containing('Draft') }],
    });
    expect(same).toMatchObject({ state: 'same', problems: [] });
  });
});

describe('the Lao name of a category', () => {
  const course = { sessions: 10, courseCategory: 'Kept arts' };
  const product = { price: 5000, currency: 'LAK', unit: 'pcs', category: 'Kept pens' };
  const names = (of: 'course' | 'product') =>
    rowsOf(`select name_en as en, name_lo as lo from ${of}_categories
      where name_en in ('Kept arts', 'Kept pens', 'ສິລະປະ')`);

  it('comes in beside the other one, and finds the category again', async () => {
    const move = await moveIn({
      products: [
        { ...product, sku: 'KW-P1', nameEn: 'Pen', categoryLo: 'ປາກກາ' },
        { ...product, sku: 'KW-P2', nameEn: 'Ink', category: 'ປາກກາ' },
      ],
      courses: [
        { ...course, code: 'KW-C1', courseName: 'Paint', courseCategoryLo: 'ສິລະປະ' },
        {
          ...course,
          code: 'KW-C2',
          courseName: 'Draw',
          courseCategory: '',
          courseCategoryLo: 'ສິລະປະ',
        },
      ],
    });
    expect(move.counts).toMatchObject({ in: 4 });
    expect(await names('product')).toEqual([{ en: 'Kept pens', lo: 'ປາກກາ' }]);
    expect(await names('course')).toEqual([{ en: 'Kept arts', lo: 'ສິລະປະ' }]);
  });

  it('stays on a category that is there, and is said beside new and known records', async () => {
    const move = await uploadBook({
      products: [{ ...product, sku: 'KW-P3', nameEn: 'Nib', categoryLo: 'ສໍ' }],
      courses: [
        { ...course, code: 'KW-C1', courseName: 'Paint', courseCategoryLo: 'ແຕ້ມ' },
        { ...course, code: 'KW-C3', courseName: 'Clay', courseCategoryLo: 'ແຕ້ມ' },
      ],
    });
    const said = (field: string, name: string) => ({
      problems: [{ field, isHint: true, error: containing(name) }],
    });
    expect(await steps.rows(move, 'products')).toMatchObject([said('categoryLo', 'ປາກກາ')]);
    const ofCourse = said('courseCategoryLo', 'ສິລະປະ');
    expect(await steps.rows(move, 'courses')).toMatchObject([
      { state: 'same', ...ofCourse },
      { state: 'ready', ...ofCourse },
    ]);
  });

  it('that its form would refuse is a problem of its cell', async () => {
    const courses = [
      {
        ...course,
        code: 'KW-C9',
        courseName: 'X',
        courseCategory: 'Kept long',
        courseCategoryLo: 'ກ'.repeat(61),
      },
    ];
    const [row] = await steps.rows(await uploadBook({ courses }), 'courses');
    expect(row).toMatchObject({ state: 'problem', problems: [{ field: 'courseCategoryLo' }] });
  });
});

describe('the last day of a price', () => {
  const courses = [1, 2, 3].map((at) => ({
    code: `KW-F${at}`,
    courseName: `Fee ${at}`,
    courseCategory: 'Languages',
    sessions: 10,
  }));
  const fee = (at: number, amount: number, validFrom: Cell, validTo: Cell = null) => ({
    course: `KW-F${at}`,
    amount,
    currency: 'LAK',
    per: 'term',
    validFrom,
    validTo,
  });
  type Cell = MovingCells[string];
  const feesOf = (at: number) =>
    rowsOf(`select amount::int, valid_from::text as first, valid_to::text as last,
        series_id = first_value(series_id) over (order by valid_from) as one
      from course_fees fee join courses on courses.id = course_id
      where courses.code = 'KW-F${at}' and fee.active order by valid_from`);
  const version = (amount: number, first: { day: string }, last: { day: string } | null) => ({
    amount,
    first: first.day,
    last: last?.day ?? null,
    one: true,
  });

  it('comes in, and prices with days between them are versions of one', async () => {
    await moveIn({ courses });
    const file = {
      fees: [
        fee(1, 100, from(-9), from(-5)),
        fee(1, 200, from(-2), from(9)),
        fee(1, 300, from(10)),
      ],
    };
    expect((await moveIn(file)).counts).toMatchObject({ in: 3 });
    const all = [
      version(100, from(-9), from(-5)),
      version(200, from(-2), from(9)),
      version(300, from(10), null),
    ];
    expect(await feesOf(1)).toEqual(all);
    const again = await uploadBook(file);
    for (const row of await steps.rows(again, 'fees'))
      expect(row).toMatchObject({ state: 'same', problems: [] });
  });

  it('gives the price that it cut short its own end back', async () => {
    const before = await moveIn({ fees: [fee(2, 100, from(-9))] });
    const cut = await moveIn({ fees: [fee(2, 200, from(-2), from(9)), fee(2, 300, from(20))] });
    expect(await feesOf(2)).toEqual([
      version(100, from(-9), from(-3)),
      version(200, from(-2), from(9)),
      version(300, from(20), null),
    ]);
    expect((await steps.undo(cut)).kept).toEqual([]);
    expect(await feesOf(2)).toEqual([version(100, from(-9), null)]);
    expect(await steps.undo(before)).toMatchObject({ kept: [{ kind: 'fees' }] });
  });

  it('before the first one is a problem, and of a price that is there it stays', async () => {
    await moveIn({ fees: [fee(3, 100, from(-9), from(9))] });
    const move = await uploadBook({
      fees: [fee(3, 100, from(-9), from(30)), fee(3, 200, from(40), from(39))],
    });
    const [known, turned] = await steps.rows(move, 'fees');
    expect(known).toMatchObject({
      state: 'same',
      problems: [{ field: 'validTo', isHint: true, error: containing(shown(from(9))) }],
    });
    expect(turned).toMatchObject({ state: 'problem', problems: [{ field: 'validTo' }] });
  });
});

describe('what no file changes of a person', () => {
  it('is said beside a known account: role, branch and phone', async () => {
    const account = { firstName: 'Kept', lastName: 'Whole', email: 'kept.whole@example.test' };
    const here = { ...account, role: 'Staff', branch: 'VTE', phone: '020 5557 3001' };
    await moveIn({ accounts: [here] });
    const same = await uploadBook({ accounts: [here] });
    expect(await steps.rows(same, 'accounts')).toMatchObject([{ state: 'same', problems: [] }]);
    const later = await uploadBook({
      accounts: [{ ...account, role: 'ຜູ້ດູແລລະບົບ', branch: 'LPB', phone: '020 5557 3002' }],
    });
    const says = (field: string, text: string) => ({
      field,
      isHint: true,
      error: containing(text),
    });
    expect(await steps.rows(later, 'accounts')).toMatchObject([
      {
        state: 'same',
        problems: [says('role', 'Staff'), says('branch', 'VTE'), says('phone', '020 5557 3001')],
      },
    ]);
    await steps.run(later);
    expect(await rowsOf(`select role from users where email = '${account.email}'`)).toEqual([
      { role: 'staff' },
    ]);
  });

  it('is said beside a known guardian: the relation', async () => {
    const child = (guardian1Relation: string) => ({
      studentCode: 'KW-S1',
      firstName: 'Kept',
      lastName: 'Child',
      gender: 'F',
      homeBranch: 'VTE',
      guardian1FirstName: 'Mali',
      guardian1LastName: 'Kept',
      guardian1Phone: '020 5551 7301',
      guardian1Relation,
    });
    await moveIn({ students: [child('Mother')] });
    const same = await uploadBook({ students: [child('ແມ່')] });
    expect(await steps.rows(same, 'students')).toMatchObject([{ state: 'same', problems: [] }]);
    const move = await uploadBook({ students: [child('ປ້າ')] });
    expect(await steps.rows(move, 'students')).toMatchObject([
      {
        state: 'same',
        problems: [{ field: 'guardian1Relation', isHint: true, error: containing('Mother') }],
      },
    ]);
  });
});

describe('the plan of a class whose room another one has taken since', () => {
  const days = { startDate: from(30), endDate: from(60) };
  const term = { code: 'KWR', termName: 'Kept rooms', academicYear: 'KW', ...days };
  const of = { course: 'ENG-A1', term: 'KWR', branch: 'VTE', capacity: 10, ...days };
  const cls = { ...of, className: 'KW room', timetable: 'Sun 05:00-06:00', room: 'KW hall' };

  it('is named before anything is taken back, and goes back once the room is free', async () => {
    const rooms = [{ branch: 'VTE', room: 'KW hall', seats: 20 }];
    await moveIn({ rooms, terms: [term], classes: [cls] });
    const later = await moveIn({ classes: [{ ...cls, timetable: 'Sat 05:00-06:00' }] });
    const other = await moveIn({ classes: [{ ...cls, className: 'KW room 2' }] });
    expect((await steps.undo(later)).kept).toEqual([{ kind: 'classes', name: 'KW room' }]);
    expect((await steps.read(later._id)).state).toBe('done');
    expect((await steps.undo(other)).kept).toEqual([]);
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(
      await rowsOf(`select distinct extract(isodow from date)::int as day from class_sessions
        join classes on classes.id = class_id where old_name = 'KW room'`),
    ).toEqual([{ day: 7 }]);
  });
});
