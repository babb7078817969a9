import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer, VisitUndone } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { checkTonight } from '#server/reading/books-check/nightly-check.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import {
  book,
  cash,
  insertBook,
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let order: NonNullable<VisitAnswer['order']>;
beforeAll(async () => {
  server = await startTestServer();
  const clerk = await server.as('staff');
  const shift = await openDrawer(clerk);
  const course = await insertCourse(server.db);
  const bookId = await insertBook(server.db, 0);
  await server.db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into stock_movements (id, product_id, branch_id, type, qty_change, qty_after, seq, paper, at) select gen_random_uuid(), product_id, branch_id, 'opening', 20, 20, 1, 'none', now() from stock_levels where product_id = ${bookId}`,
    );
    await tx.execute(
      sql`update stock_levels set on_hand = 20, seq = 1 where product_id = ${bookId}`,
    );
  });
  const vte = await branchId(server.db, 'VTE');
  const visit = async (more: object = {}) => {
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    const { _id: classId } = await insertClass(server.db, { course });
    const products = [book(bookId, studentId), book(bookId, studentId, { giveNow: false })];
    return done<VisitAnswer>(
      await sendVisit(
        clerk,
        await priced(clerk, {
          branchId: vte,
          payer: { kind: 'student', studentKey: studentId },
          places: [place(studentId, classId)],
          products,
          tenders: [cash(1_600_000)],
          shiftId: shift._id,
          ...more,
        }),
      ),
    );
  };
  const undone = await visit();
  done<VisitUndone>(await clerk.post(`/visits/${undone.order?._id}/undo`, {}));
  await visit({ hold: true, tenders: [cash(300_000)] });
  const kept = await visit({ tenders: [cash(2_000_000)], changeOwedLAK: 10_000 });
  if (!kept.order) throw new Error('No order');
  order = kept.order;
  const desk = await openTransferDesk(server);
  for (const execute of [true, false]) {
    const moving = await desk.sold();
    await desk.ask(
      moving,
      { toClassId: (await desk.target(moving))._id, effectiveDate: moving.days[3] ?? '' },
      { execute },
      desk.admin,
    );
  }
  const other = done<Shift>(
    await clerk.post(
      `/drawers/${(await server.db.execute<{ id: string }>(sql`insert into drawers (id, branch_id, name) values (gen_random_uuid(), ${vte}, 'Desk 2') returning id`)).rows[0]?.id}/open`,
      { float: { LAK: 100_000 } },
    ),
  );
  done<Shift>(
    await clerk.post(`/shifts/${other._id}/close`, {
      counted: { LAK: 99_000 },
      left: { LAK: 50_000 },
      safeReceivedBy: 'Noy',
    }),
  );
});
afterAll(() => server.close());

const check = async () => (await checkBooks(server.database)).differences;

/** Changes rows behind the program's back, looks, and puts them back. */
async function tampered(statement: ReturnType<typeof sql>): Promise<string[]> {
  let found: string[] = [];
  const undo = new Error('undo');
  await server.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      const { rowCount } = await tx.execute(statement);
      if (!rowCount) throw new Error('Nothing was changed');
      found = (
        await checkBooks({ db: tx as unknown as typeof server.db, engine: 'embedded' })
      ).differences.map((one) => one.check);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...new Set(found)];
}

it('finds no differences in what the desk wrote: sold, held, undone, with change owed, and a drawer that was short', async () => {
  expect(await check()).toEqual([]);
});

it.each([
  [
    'an order’s total',
    () => sql`update orders set total_lak = total_lak + 1 where id = ${order._id}`,
    'sums of an order',
  ],
  [
    'what is paid',
    () => sql`update orders set paid_lak = paid_lak - 1 where id = ${order._id}`,
    'sums of an order',
  ],
  [
    'what is to be verified',
    () => sql`update orders set paid_lak = paid_lak - 1, pending_lak = 1 where id = ${order._id}`,
    'sums of an order',
  ],
  [
    'a line',
    () =>
      sql`update order_lines set amount_lak = amount_lak - 1 where order_id = ${order._id} and position = 1`,
    'sums of an order',
  ],
  [
    'a line that is gone',
    () => sql`delete from order_lines where order_id = ${order._id} and position = 1`,
    'lines of an order run from 1',
  ],
  [
    'the kind of the lines, so that only rounding is left',
    () => sql`update order_lines set kind = 'rounding' where order_id = ${order._id}`,
    'a rounding line alone',
  ],
  [
    'pieces given back twice',
    () =>
      sql`update order_lines set quantity = quantity - 1 where of_line_id is not null and quantity < 0`,
    'what is left of a line',
  ],
  [
    'what is free of a payment',
    () => sql`update payments set free_lak = free_lak + 1 where free_lak > 0`,
    'what is free of a payment',
  ],
  [
    'an allocation',
    () => sql`update allocations set amount_lak = amount_lak + 1 where order_id = ${order._id}`,
    'what is free of a payment',
  ],
  [
    'the payer of a payment',
    () =>
      sql`update payments set payer_student_id = null where id in (select payment_id from allocations where order_id = ${order._id})`,
    'an order is paid by its own payer',
  ],
  [
    'an allocation that was taken back',
    () => sql`update allocations set amount_lak = amount_lak + 1 where reverses_id is not null`,
    'an allocation is taken back once and whole',
  ],
  [
    'a payment',
    () =>
      sql`update payments set tendered = tendered + 1 where id in (select payment_id from allocations where order_id = ${order._id})`,
    'a payment is what its receipt says',
  ],
  [
    'cash that left its drawer',
    () => sql`update drawer_movements set amount = amount - 1 where kind = 'tender'`,
    'cash is in its drawer',
  ],
  [
    'change that never came back',
    () => sql`delete from drawer_movements where kind = 'changeReversed'`,
    'change that was given comes back with its payment',
  ],
  [
    'a closed drawer',
    () =>
      sql`update drawer_movements set amount = amount + 1 where kind = 'float' and shift_id in (select id from shifts where closed_at is not null)`,
    'count of a closed drawer',
  ],
  [
    'a movement after the count',
    () =>
      sql`update drawer_movements set at = at + interval '1 hour' where kind = 'float' and shift_id in (select id from shifts where closed_at is not null)`,
    'nothing is posted into a closed drawer',
  ],
  [
    'money of another day',
    () => sql`update drawer_movements set at = at - interval '2 days' where kind = 'tender'`,
    'money is of the day of its drawer',
  ],
  [
    'the content of a receipt',
    () =>
      sql`update receipts set content = replace(content, '"kind"', '"Kind"') where kind = 'void'`,
    'chain of receipts',
  ],
  [
    'the sum of a receipt',
    () => sql`update receipts set amount_lak = amount_lak + 1 where kind = 'received'`,
    'a receipt is what its content says',
  ],
  [
    'the payments of a receipt',
    () =>
      sql`update payments set receipt_id = (select id from receipts where kind = 'void') where id in (select payment_id from allocations where order_id = ${order._id})`,
    'payments of a receipt',
  ],
  [
    'a tail of receipts that is cut off',
    () =>
      sql`delete from receipts r where chain_no = (select max(chain_no) from receipts l where l.branch_id = r.branch_id)`,
    'head of a chain',
  ],
  [
    'a number',
    () => sql`update orders set number = 'VTE-26-900000' where id = ${order._id}`,
    'numbers run from 1 without a gap',
  ],
  [
    'a gap over numbers that were given',
    () =>
      sql`insert into number_gaps (id, kind, branch_id, year, first, last, reason, at) select gen_random_uuid(), 'order', branch_id, extract(year from day), 1, 1, 'restored', now() from orders where id = ${order._id}`,
    'nothing is numbered in a gap',
  ],
  [
    'a place that a transfer left',
    () => sql`update enrolments set transfer_to_id = null where status = 'transferred'`,
    'a transfer points both ways',
  ],
  [
    'the seat of a request',
    () =>
      sql`update enrolments set seat_hold_until = seat_hold_until + interval '1 day' where status = 'pending' and transfer_from_id is not null`,
    'a request for a class and its seat end together',
  ],
  ['what is reserved', () => sql`update stock_levels set reserved = reserved + 1`, 'stock'],
  ['what is on hand', () => sql`update stock_levels set on_hand = on_hand + 1`, 'stock'],
])('names %s that was changed behind the program’s back', async (_what, statement, name) => {
  expect(await tampered(statement())).toContain(name);
});

it('is done once a night, and what it found is on record', async () => {
  const night = Date.parse('2026-11-24T19:00:00Z');
  const day = Date.parse('2026-11-24T05:00:00Z');
  expect(await checkTonight(server.database, day)).toBeUndefined();
  expect(await checkTonight(server.database, night)).toMatchObject({ differences: [] });
  const { rows } = await server.db.execute(
    sql`select after from audit_log where action = 'check-books'`,
  );
  expect(rows).toMatchObject([{ after: { count: 0 } }]);
});
