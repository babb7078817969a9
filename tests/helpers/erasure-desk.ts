import { sql } from 'drizzle-orm';
import { done } from './class-data.ts';
import { insertClass } from './class-rows.ts';
import { openFamilyDesk } from './families.ts';
import type { TestServer } from './test-server.ts';
import { insertCourse } from './visits.ts';

/** A desk, finance and a superadmin in a centre with one course in two classes. */
export async function openErasureDesk(server: TestServer) {
  const desk = await openFamilyDesk(server);
  const finance = await server.as('finance');
  const owner = await server.as('superadmin');
  const course = await insertCourse(server.db);
  const slots = [{ weekday: 3, start: '06:00', end: '07:30' }];
  const classes = [
    await insertClass(server.db, { course, capacity: 1000 }),
    await insertClass(server.db, { course, capacity: 1000, slots }),
  ];
  done(
    await desk.clerk.post(`/shifts/${desk.shift._id}/movements`, {
      kind: 'paidIn',
      paidOutKind: null,
      currency: 'LAK',
      amount: 50_000_000,
      reason: 'notes from the bank',
    }),
  );
  // What is on hand has its movement, as the check of the books wants.
  await server.db.execute(sql`insert into stock_movements
      (id, product_id, branch_id, type, qty_change, qty_after, seq, paper, at)
    select gen_random_uuid(), product_id, branch_id, 'opening', on_hand, on_hand, 1, 'hand', now()
    from stock_levels where product_id = ${desk.bookId}`);
  await server.db.execute(sql`update stock_levels set seq = 1 where product_id = ${desk.bookId}`);
  const { bankAccountId } = await desk.slip(1000);
  return { ...desk, server, finance, owner, classes, bankAccountId };
}
export type ErasureDesk = Awaited<ReturnType<typeof openErasureDesk>>;
