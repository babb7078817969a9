import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/**
 * Lets a test write rows of an older version: reductions that name no line. The database of the
 * test file keeps such rows, as the database of a centre does.
 */
export const allowLooseReductions = (db: Db) =>
  db.execute(sql`alter table order_lines drop constraint if exists order_lines_reduction`);

/** Lowers an order as an older version did in the visit: by a line that names no other one. */
export async function insertLooseReduction(
  db: Db,
  orderId: string,
  { amountLAK, studentId = null }: { amountLAK: number; studentId?: string | null },
): Promise<void> {
  await allowLooseReductions(db);
  await db.execute(sql`
    insert into order_lines (
      id, order_id, position, kind, student_id, name_en, name_lo, quantity, amount_lak, reason, at)
    select gen_random_uuid(), orders.id,
      (select max(position) + 1 from order_lines where order_id = orders.id), 'adjustment',
      ${studentId}::uuid, 'Agreed', 'Agreed', 1, ${-amountLAK}, 'Agreed', orders.at
    from orders where orders.id = ${orderId}`);
  await db.execute(
    sql`update orders set total_lak = total_lak - ${amountLAK} where id = ${orderId}`,
  );
}
