import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { PaymentMethod } from '#contract/orders/payments.ts';
import type { Db } from '#server/db/client.ts';
import type { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import type { Payer } from '#server/ledger/orders/payer-account.ts';
import { linesOf, billTotal, type Moment } from './paper-bill.ts';
import { allocatedTo, isPendingAt, type Allocated } from './paper-money.ts';

type Receipt = typeof receiptTable.$inferSelect;
/**
 * The hashed content of a receipt, as far as the paper shows it; facts that an act did not have are
 * missing.
 */
export type ReceiptContent = {
  payer?: Payer;
  order?: string;
  orders?: string[];
  rows?: {
    paymentId: string;
    method: PaymentMethod;
    currency: PriceCurrency;
    tendered: number;
    rate: string;
    amountLAK: number;
    allocations?: { orderId: string; amountLAK: number }[];
  }[];
  change?: { currency: PriceCurrency; amount: number }[];
  /** The payment that this money replaces, and that payment's receipt if it had one. */
  mends?: { paymentId: string; receipt: string };
};

export type ReceiptOrder = typeof orderTable.$inferSelect;
/** An order of the act: the amount open before, and its sums afterwards. */
export type OrderInAct = {
  order: ReceiptOrder;
  isNew: boolean;
  beforeLAK: number;
  roundingLAK: number;
  after: { _id: string; totalLAK: number; paidLAK: number; pendingLAK: number };
};

export type ReceiptAct = { receipt: Receipt; content: ReceiptContent; moment: Moment };

/** The orders that received something in the act, be it only credit or a slip. */
async function paidBeside(db: Db, { at, byId }: Receipt): Promise<string[]> {
  const { orderId, reversesId, at: givenAt, byId: giverId } = allocationTable;
  const rows = await db
    .selectDistinct({ orderId })
    .from(allocationTable)
    .where(
      and(eq(givenAt, at), byId === null ? isNull(giverId) : eq(giverId, byId), isNull(reversesId)),
    );
  return rows.flatMap((row) => row.orderId ?? []);
}

/**
 * The orders that received money in the act: those named in its frozen rows, and those that
 * received credit or a slip besides.
 */
export async function ordersOfAct(
  db: Db,
  { receipt, content, moment }: ReceiptAct,
): Promise<{ inAct: OrderInAct[]; beside: Allocated[] }> {
  const rows = content.rows ?? [];
  const namedIds = rows.flatMap(({ allocations = [] }) =>
    allocations.map(({ orderId }) => orderId),
  );
  const own = new Set(rows.map(({ paymentId }) => paymentId));
  const sameTime = await db
    .select({ _id: orderTable._id })
    .from(orderTable)
    .where(and(eq(orderTable.at, receipt.at), eq(orderTable.branchId, receipt.branchId)));
  const ids =
    receipt.kind === 'received'
      ? [
          ...new Set([
            ...namedIds,
            ...sameTime.map(({ _id }) => _id),
            ...(await paidBeside(db, receipt)),
          ]),
        ]
      : [];
  const orders =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(orderTable)
          .where(inArray(orderTable._id, ids))
          .orderBy(asc(orderTable.at), asc(orderTable.number));
  // The payment that was replaced is no money of this act.
  const lines = await linesOf(db, ids, moment);
  const allocated = (await allocatedTo(db, ids, moment)).filter(
    ({ payment }) => payment._id !== content.mends?.paymentId,
  );
  const inAct = orders.map((order): OrderInAct => {
    const isNew = order.at === receipt.at;
    const ofOrder = lines.filter(({ orderId }) => orderId === order._id);
    const allocations = allocated.filter(({ orderId }) => orderId === order._id);
    const pendingLAK = billTotal(
      allocations
        .filter(({ payment }) => isPendingAt(payment, moment))
        .map(({ amountLAK }) => amountLAK),
    );
    const totalLAK = billTotal(ofOrder.map(({ amountLAK }) => amountLAK));
    const roundingLAK = billTotal(
      ofOrder
        .filter(({ receiptId }) => receiptId === receipt._id)
        .map(({ amountLAK }) => amountLAK),
    );
    // A slip that this receipt confirms was allocated before, so it does not lower the amount that
    // was open.
    const earlier = billTotal(
      allocations
        .filter(({ at, payment }) => at < receipt.at && !own.has(payment._id))
        .map(({ amountLAK }) => amountLAK),
    );
    return {
      order,
      isNew,
      beforeLAK: isNew ? 0 : totalLAK - roundingLAK - earlier,
      roundingLAK,
      after: {
        _id: order._id,
        totalLAK,
        paidLAK: billTotal(allocations.map(({ amountLAK }) => amountLAK)) - pendingLAK,
        pendingLAK,
      },
    };
  });
  return {
    inAct,
    beside: allocated.filter(
      ({ at, byId, payment }) =>
        at === receipt.at && byId === receipt.byId && !own.has(payment._id),
    ),
  };
}
