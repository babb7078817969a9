import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { movedMoneyTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

/**
 * The first day with money of the old book, by branch: what is before it belongs to that book. A
 * branch that never moved in, or took all of it back, has none.
 */
export async function readMovedInOn(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ branch_id: string; day: string }>(sql`
    select coalesce(bill.branch_id, payment.branch_id) as branch_id, min(written.day)::text as day
    from ${movedMoneyTable} written
    left join ${orderTable} bill on bill.id = written.order_id
    left join ${paymentTable} payment on payment.id = written.payment_id
    group by 1`);
  return new Map(rows.map(({ branch_id: branchId, day }) => [branchId, day]));
}

/**
 * The day from which a branch knows who is in its classes: that of its first money of the old book,
 * or of its first moved place if it has no such money. A branch that worked here before has none,
 * because a later move brings more people, and no past.
 */
export async function readPlacesKnownFrom(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ branch_id: string; day: string }>(sql`
    select place.branch_id,
      min((moved.at at time zone 'Asia/Vientiane')::date)::text as day
    from ${enrolmentStateTable} moved
    join ${enrolmentTable} place on place.id = moved.enrolment_id
    where moved.source = 'move' and exists (select from ${moveTable})
    group by 1`);
  const known = new Map([
    ...rows.map(({ branch_id: branchId, day }) => [branchId, day] as const),
    ...(await readMovedInOn(db)),
  ]);
  for (const [branchId, day] of known)
    if (await workedBefore(db, branchId, day)) known.delete(branchId);
  return known;
}

/** Somebody had a place of this branch before a day, that did not come with a move. */
async function workedBefore(db: Db | Tx, branchId: string, day: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${enrolmentStateTable} own
    join ${enrolmentTable} place on place.id = own.enrolment_id
    where own.source <> 'move' and place.branch_id = ${branchId}::uuid
      and own.at < ${day}::date::timestamp at time zone 'Asia/Vientiane'
    limit 1`);
  return rows.length > 0;
}
