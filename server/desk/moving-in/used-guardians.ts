import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';

/** Orders and payments of the old book that were taken back, and so use nobody. */
const isTakenBack = {
  orders: sql`(orders.source = 'opening' and orders.state = 'void')`,
  payments: sql`(payments.method = 'opening' and payments.state = 'void')`,
} as const;

/**
 * The ids of written rows that have added a guardian whom something needs by now: somebody has
 * changed the link, merged the guardian or billed them for this student. A guardian who came with
 * the row is also in use when somebody has changed the record, or it has an order or a payment.
 */
export async function usedGuardianRows(
  db: Db | Tx,
  { moveId, rowId }: { moveId?: string; rowId?: string },
): Promise<ReadonlySet<string>> {
  const which = rowId === undefined ? sql`row.move_id = ${moveId}` : sql`row.id = ${rowId}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct row.id from move_rows row
    cross join lateral jsonb_to_recordset(row.input -> 'linked') as made (
      "parentId" uuid, relation text, "isPayer" boolean, "isPrimaryContact" boolean,
      "canPickUp" boolean)
    join parents parent on parent.id = made."parentId"
    join guardians link on link.student_id = row.record_id
      and link.parent_id = coalesce(parent.merged_into_id, parent.id)
    where ${which} and row.state = 'in'
      and (parent.merged_into_id is not null
        or (link.relation, link.is_payer, link.is_primary_contact, link.can_pick_up)
          is distinct from
          (made.relation, made."isPayer", made."isPrimaryContact", made."canPickUp")
        or exists (
          select from orders join order_lines line on line.order_id = orders.id
          where orders.payer_parent_id = parent.id and line.student_id = row.record_id
            and not ${isTakenBack.orders})
        or row.beside @> to_jsonb(parent.id::text) and (
          parent.version > 1
          or exists (
            select from orders
            where orders.payer_parent_id = parent.id and not ${isTakenBack.orders})
          or exists (
            select from payments
            where payments.payer_parent_id = parent.id and not ${isTakenBack.payments})))`);
  return new Set(rows.map(({ id }) => id));
}
