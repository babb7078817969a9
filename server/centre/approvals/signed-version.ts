import { sql, type SQL } from 'drizzle-orm';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import type { Tx } from '#server/db/client.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { sha256 } from '#server/lib/tokens.ts';

type Rows = { payments: SQL; orders: SQL };

const paidBy = (payments: SQL) => sql`
  select ${allocationTable.orderId} from ${allocationTable}
  where ${allocationTable.paymentId} in (${payments})`;

/** The money that an act takes back or mends, and the orders that it pays. */
function rowsOf(act: ApprovedAct): Rows | undefined {
  if (act.kind === 'void')
    return {
      payments: sql`
        select ${allocationTable.paymentId} from ${allocationTable}
        where ${allocationTable.orderId} = ${act.orderId}`,
      orders: sql`select ${act.orderId}::uuid`,
    };
  if (act.kind !== 'voidReceipt' && act.kind !== 'mend') return undefined;
  const payments =
    act.kind === 'mend'
      ? sql`select ${act.paymentId}::uuid`
      : sql`
        select ${paymentTable._id} from ${paymentTable}
        where ${paymentTable.receiptId} = ${act.receiptId}`;
  return { payments, orders: paidBy(payments) };
}

/**
 * The version of the rows that an act takes back or mends; undefined for every other act. Lines,
 * allocations and movements are only ever added, so their number tells that something changed.
 */
export async function signedVersion(tx: Tx, act: ApprovedAct): Promise<string | undefined> {
  const rows = rowsOf(act);
  if (rows === undefined) return undefined;
  const { payments, orders } = rows;
  const [order, line, given, payment, moved] = [
    orderTable,
    orderLineTable,
    allocationTable,
    paymentTable,
    stockMovementTable,
  ];
  const { rows: found } = await tx.execute<Record<string, string | null>>(sql`
    select
      (select string_agg(concat_ws(' ', ${order._id}, ${order.state}, ${order.totalLAK},
          ${order.paidLAK}, ${order.pendingLAK}), ',' order by ${order._id})
        from ${order} where ${order._id} in (${orders})) as orders,
      (select string_agg(concat_ws(' ', ${payment._id}, ${payment.state}, ${payment.amountLAK},
          ${payment.freeLAK}), ',' order by ${payment._id})
        from ${payment} where ${payment._id} in (${payments})) as payments,
      (select count(*)::text from ${line} where ${line.orderId} in (${orders})) as lines,
      (select count(*)::text from ${given} where ${given.orderId} in (${orders})
        or ${given.paymentId} in (${payments})) as given,
      (select count(*)::text from ${moved} where ${moved.lineId} in (
        select ${line._id} from ${line} where ${line.orderId} in (${orders}))) as moved`);
  return sha256(JSON.stringify(found));
}
