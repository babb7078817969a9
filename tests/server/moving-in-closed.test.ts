import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { workbookOf } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let students: (typeof studentTable.$inferSelect)[];
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  students = await insertProspects(server.db, 4);
});
afterAll(() => server.close());

const studentCode = (at: number) => students[at]?.studentCode ?? '';
const archive = (at: number, archived = true) =>
  server.db
    .update(studentTable)
    .set({ archived })
    .where(eq(studentTable.studentCode, studentCode(at)));
const first = async <Row>(rows: PromiseLike<Row[]>): Promise<Row> => {
  const [row] = await rows;
  if (!row) throw new Error('No demo centre');
  return row;
};
/** The columns in which something closed stands, by row. */
const closedIn = async (move: Move, kind: MovingSheetKind) =>
  (await steps.rows(move, kind)).map(({ state, problems }) =>
    problems
      .filter(({ isHint }) => !isHint)
      .map(({ field, error }) => [state, field, error.includes('archived or out of use')]),
  );
const closed = (field: string) => [['problem', field, true]];

it('finds what is archived or closed in every sheet before anything is written', async () => {
  const { db } = server;
  const term = await first(
    db.select().from(academicTermTable).where(eq(academicTermTable.code, 'T2')),
  );
  const vte = await branchId(db, 'VTE');
  const room = await first(db.select().from(roomTable).where(eq(roomTable.branchId, vte)));
  const product = await first(db.select().from(productTable).where(eq(productTable.active, true)));
  const teacher = await first(
    db.select().from(teacherTable).where(eq(teacherTable.archived, false)),
  );
  const { classCode } = await insertClass(db, { status: 'cancelled' });
  await archive(0);
  await db.update(teacherTable).set({ archived: true }).where(eq(teacherTable._id, teacher._id));
  await db.update(roomTable).set({ active: false }).where(eq(roomTable._id, room._id));
  await db.update(productTable).set({ active: false }).where(eq(productTable._id, product._id));
  await db.execute(sql`update courses set active = false where code = 'ENG-A2'`);
  await db.execute(sql`update branches set active = false where code = 'PKS'`);
  const days = [term.startDate, term.endDate, 'Tue 06:00-07:30'];
  const heads = ['Class name', 'Course', 'Term', 'Branch', 'Start date', 'End date', 'Timetable'];
  const move = await steps.upload(
    await workbookOf(
      {
        name: 'Teachers',
        rows: [
          ['Teacher code', 'Full name', 'Gender', 'Branches'],
          [teacher.teacherCode, 'Bounmy Sayavong', 'M', 'VTE'],
        ],
      },
      {
        name: 'Classes',
        rows: [
          [...heads, 'Room', 'Teacher', 'Capacity'],
          ['K1', 'ENG-A1', 'T2', 'VTE', ...days, '', teacher.teacherCode, 10],
          ['K2', 'ENG-A1', 'T2', 'VTE', ...days, room.name, '', 10],
          ['K3', 'ENG-A2', 'T2', 'VTE', ...days, '', '', 10],
          ['K4', 'ENG-A1', 'T2', 'PKS', ...days, '', '', 10],
          ['K5', 'ENG-A1', 'T2', 'VTE', ...days, '', '', 10],
        ],
      },
      {
        name: 'Products',
        rows: [
          ['SKU', 'Name', 'Price'],
          [product.sku, 'A book', 45000],
        ],
      },
      {
        name: 'Enrolments',
        rows: [
          ['Student', 'Class'],
          [studentCode(0), 'K5'],
          [studentCode(1), classCode],
          [studentCode(1), 'K1'],
          [studentCode(1), 'K5'],
        ],
      },
      {
        name: 'Opening balances',
        rows: [
          ['Student', 'Owes or credit', 'Amount', 'Due date'],
          [studentCode(0), 'owes', 200000, '15/12/2026'],
          [studentCode(1), 'owes', 200000, '15/12/2026'],
        ],
      },
    ),
  );
  expect(await closedIn(move, 'teachers')).toEqual([closed('teacherCode')]);
  expect(await closedIn(move, 'classes')).toEqual([
    closed('teacher'),
    closed('room'),
    closed('course'),
    closed('branch'),
    [],
  ]);
  expect(await closedIn(move, 'products')).toEqual([closed('sku')]);
  expect(await closedIn(move, 'enrolments')).toEqual([
    closed('student'),
    closed('class'),
    [['waiting', 'class', false]],
    [],
  ]);
  expect(await closedIn(move, 'balances')).toEqual([closed('student'), []]);
});

it('refuses at the run what was closed after the check', async () => {
  const { _id, classCode } = await insertClass(server.db);
  const rows = [1, 2].map((at) => [studentCode(at), classCode]);
  const move = await steps.upload(
    await workbookOf({ name: 'Enrolments', rows: [['Student', 'Class'], ...rows] }),
  );
  expect(move.counts).toMatchObject({ ready: 2 });
  await archive(2);
  expect((await steps.run(move)).counts).toMatchObject({ in: 1, problem: 1 });
  expect(await closedIn(move, 'enrolments')).toEqual([[], closed('student')]);
  const places = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable.classId, _id));
  expect(places).toHaveLength(1);
  await archive(2, false);
});

it('lets the row of an archived student bring the student back, and a place with it', async () => {
  await archive(3);
  const { classCode } = await insertClass(server.db);
  const move = await steps.upload(
    await workbookOf(
      {
        name: 'Students',
        rows: [
          ['Student code', 'Full name', 'Gender', 'Home branch'],
          [studentCode(3), 'Somphone Keomany', 'M', 'VTE'],
        ],
      },
      {
        name: 'Enrolments',
        rows: [
          ['Student', 'Class'],
          [studentCode(3), classCode],
        ],
      },
    ),
  );
  expect(move.counts).toMatchObject({ changed: 1, ready: 1, problem: 0 });
  expect((await steps.run(move)).counts).toMatchObject({ in: 2, problem: 0 });
});

it('writes no debt of a guardian who is archived, and knows one whom a child brings back', async () => {
  const { db } = server;
  const insertParent = async (phone: string, archived: boolean) => {
    const own = { firstName: 'Khamla', lastName: 'Vongsa', phone, archived };
    const named = { nameKey: 'khamla vongsa', search: 'khamla vongsa' };
    return first(
      db
        .insert(parentTable)
        .values({ ...own, ...named, branchId: await branchId(db, 'VTE') })
        .returning(),
    );
  };
  const [gone, late, back] = [
    await insertParent('+8562055514401', true),
    await insertParent('+8562055514402', false),
    await insertParent('+8562055514403', true),
  ];
  await archive(3);
  const child = students[3]?._id ?? '';
  const link = { position: 0, isPayer: true, isPrimaryContact: true, canPickUp: true };
  await db
    .insert(guardianTable)
    .values({ ...link, parentId: back._id, studentId: child, relation: 'father' });
  const owes = (phone: string) => [phone, 'owes', 200000, '15/12/2026', 'VTE'];
  const head = ['Payer', 'Owes or credit', 'Amount', 'Due date', 'Branch'];
  const lines = [gone, late, back].map(({ phone }) => owes(phone));
  const balances = { name: 'Opening balances', rows: [head, ...lines] };
  const asked = await steps.upload(await workbookOf(balances));
  expect(await closedIn(asked, 'balances')).toEqual([closed('payer'), [], closed('payer')]);
  const heads = ['Student code', 'Full name', 'Gender', 'Home branch'];
  const row = [studentCode(3), 'Somphone Keomany', 'M', 'VTE'];
  const move = await steps.upload(
    await workbookOf({ name: 'Students', rows: [heads, row] }, balances),
  );
  expect(await closedIn(move, 'balances')).toEqual([closed('payer'), [], []]);
  await steps.run(move);
  await db.update(parentTable).set({ archived: true }).where(eq(parentTable._id, late._id));
  await steps.writeMoney(move);
  expect(await closedIn(move, 'balances')).toEqual([closed('payer'), closed('payer'), []]);
  const orders = await db.select({ payer: orderTable.payerParentId }).from(orderTable);
  expect(orders).toEqual([{ payer: back._id }]);
});
