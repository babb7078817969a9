import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { controlsThatDiffer, type MoveComparison } from '#contract/imports/move-comparison.ts';
import { movingSheetKinds, type Move } from '#contract/imports/moving-in.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import {
  movingXlsx,
  readMovingWorkbook,
} from '#server/safekeeping/centre-exports/workbook/moving-workbook.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { startEmptyCentre } from '#tests/helpers/empty-centre.ts';
import {
  addMovingRates,
  beginMoney,
  movingFile,
  movingSteps,
} from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// A whole centre is read and written several times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let moved: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

const workbookOf = ({ db }: TestServer) => db.transaction((tx) => readMovingWorkbook(tx));
const moveIn = async (mover: ReturnType<typeof movingSteps>, client: Client, file: Buffer) => {
  const read = await mover.upload(file);
  const problems = await problemsOf(mover, read);
  const done = await mover.run(read);
  const answer = await beginMoney(client, done);
  return { problems, answer, done: await mover.ended(done._id) };
};

/** What all families owe and have, by the rows of their orders and payments. */
async function sumsOf({ db }: TestServer) {
  const { rows } = await db.execute<{ owed: number; credit: number }>(sql`
    select (select coalesce(sum(total_lak - paid_lak), 0)::float8 from orders
        where state = 'confirmed' and walk_in_name = '') as owed,
      (select coalesce(sum(free_lak), 0)::float8 from payments
        where state = 'confirmed' and amount_lak > 0) as credit`);
  return rows[0];
}

beforeAll(async () => {
  moved = await startTestServer();
  owner = await moved.as('superadmin');
  await addMovingRates(moved.db);
  await moveIn(steps, owner, movingFile('clean.xlsx'));
  await moveIn(steps, owner, movingFile('worked-example.xlsx'));
  await moved.db.execute(sql`
    insert into courses_passed_before (student_id, course_id, row_id)
    select students.id, courses.id, gen_random_uuid() from courses, students
    where student_code = (select min(student_code) from students)`);
  await moved.db.execute(sql`
    insert into course_products (course_id, product_id, quantity, needed)
    select courses.id, products.id, 2, 'optional' from courses, products
    where courses.code = 'ENG-A1' and sku in ('BK-A1', '000123')`);
  await moved.db.execute(sql`
    update classes set fee_id = fee.id from course_fees fee
    where fee.course_id = classes.course_id and fee.branch_id is null and fee.active
      and fee.basis = 'term'`);
  await moved.db.execute(sql`
    update classes set status = 'draft' where id = (select id from classes
      where status = 'running' order by class_code limit 1)`);
  await moved.db.execute(sql`update course_categories set name_lo = 'ພາສາ ' || code`);
  await moved.db.execute(sql`update product_categories set name_lo = 'ປຶ້ມ ' || code`);
  await moved.db.execute(sql`
    update course_fees set valid_to = current_date + 200
    where active and valid_to is null and id = (select min(id::text)::uuid from course_fees)`);
  await moved.db.execute(sql`update courses set active = false
    where id not in (select course_id from classes)`);
});
afterAll(() => moved.close());

/** Rows that the import could not take at once, with the reason. */
async function problemsOf(mover: ReturnType<typeof movingSteps>, move: Move) {
  const found: string[] = [];
  for (const { kind, counts, questions } of move.sheets) {
    if (kind === null) continue;
    if (questions.length > 0) found.push(`${kind} asks ${JSON.stringify(questions)}`);
    if (counts.problem + counts.waiting + counts.out === 0) continue;
    for (const state of ['problem', 'waiting', 'out'] as const)
      for (const row of await mover.rows(move, kind, state))
        found.push(`${kind} ${row.number} ${state}: ${JSON.stringify(row.problems)}`);
  }
  return found;
}

/** Moves a centre into an empty one, and compares the workbooks and the sums of both. */
async function leavesWhole(old: TestServer) {
  const book = await workbookOf(old);
  const fresh = await startEmptyCentre(old, 'VTE');
  const next = await fresh.as('superadmin');
  const mover = movingSteps(() => next);
  const { problems, answer, done } = await moveIn(mover, next, await buffer(movingXlsx(book)));
  expect(problems).toEqual([]);
  expect(answer.statusCode).toBe(200);
  expect(await problemsOf(mover, done)).toEqual([]);
  expect(done.counts).toMatchObject({ ready: 0, changed: 0 });
  const compared = await next.get(`/moves/${done._id}/comparison`);
  // The totals come from the orders and payments of the old centre, so they prove its sheets.
  const { controls } = compared.json<MoveComparison>();
  expect(controls).toHaveLength(book.branchCodes.length);
  expect(controlsThatDiffer(controls)).toBe(0);
  const again = await workbookOf(fresh);
  for (const kind of movingSheetKinds) expect(again.sheets[kind], kind).toEqual(book.sheets[kind]);
  expect(await sumsOf(fresh)).toEqual(await sumsOf(old));
  expect((await checkBooks(fresh.database)).differences).toEqual([]);
  await fresh.close();
  return book;
}

describe('a centre that leaves', () => {
  it('moves into an empty one, and leaves that with the same workbook', async () => {
    const book = await leavesWhole(moved);
    for (const kind of movingSheetKinds) expect(book.sheets[kind], kind).not.toEqual([]);
    const pays = book.sheets.teachers.map(({ hourlyRate }) => hourlyRate);
    expect(pays.filter((pay) => typeof pay === 'number')).not.toEqual([]);
    const books = book.sheets.courses.map((row) => row['books']);
    expect(books).toContainEqual(expect.stringContaining('BK-A1 x2 (ບໍ່ບັງຄັບ)'));
    const fees = book.sheets.classes.map((row) => row['fee']);
    expect(fees).toContainEqual(expect.stringContaining(' LAK · ຕໍ່ພາກຮຽນ'));
    const states = new Set(book.sheets.classes.map(({ classState }) => classState));
    expect([...states].toSorted()).toEqual(['ກຳລັງຮຽນ', 'ຮ່າງ', 'ເປີດຮັບ']);
    const { courses, products, fees: prices } = book.sheets;
    for (const { courseCategoryLo } of courses) expect(courseCategoryLo).toContain('ພາສາ ');
    for (const { categoryLo } of products) expect(categoryLo).toContain('ປຶ້ມ ');
    expect(prices.filter(({ validTo }) => validTo !== null)).toHaveLength(1);
    // Courses that nobody teaches any more go along with who passed them.
    const passed = book.sheets.students.map(({ coursesPassed }) => coursesPassed);
    expect(passed.filter((text) => typeof text === 'string' && text.includes(', '))).not.toEqual(
      [],
    );
  });

  it('does so after months of trade', async () => {
    const traded = await startTestServer();
    await addDemoHistory(traded.db);
    await leavesWhole(traded);
    await traded.close();
  });
});
