import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { openParts } from '#contract/orders/instalments.ts';
import { parseLaoQr, withAmount } from '#contract/money/lao-qr.ts';
import type { Paper, PaperPayment } from '#contract/orders/papers.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { instalmentTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import {
  allocationTable,
  bankAccountTable,
  paymentTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { openBalance } from '#server/ledger/orders/payer-account.ts';
import { billTotal, whereExistedAt, existedAt, type Moment } from './paper-bill.ts';

/** An amount allocated to an order (below zero: taken back), with its payment. */
export type Allocated = {
  orderId: string;
  at: string;
  byId: string | null;
  amountLAK: number;
  asCredit: boolean;
  payment: typeof paymentTable.$inferSelect;
  receiptNumber: string | null;
};

/** The allocations of orders until the moment, oldest first. */
export async function allocatedTo(
  db: Db,
  orderIds: readonly string[],
  moment: Moment,
): Promise<Allocated[]> {
  if (orderIds.length === 0) return [];
  const { orderId, at, byId, amountLAK, asCredit } = allocationTable;
  const rows = await db
    .select({
      orderId,
      at,
      byId,
      amountLAK,
      asCredit,
      payment: paymentTable,
      receiptNumber: receiptTable.number,
    })
    .from(allocationTable)
    .innerJoin(paymentTable, eq(paymentTable._id, allocationTable.paymentId))
    .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .where(and(inArray(orderId, [...orderIds]), whereExistedAt(at, moment)))
    .orderBy(asc(at), asc(allocationTable._id));
  return rows.map((row) => ({ ...row, orderId: row.orderId ?? '' }));
}

/** True if nobody had confirmed this money yet. */
export const isPendingAt = (
  { decidedAt }: Pick<Allocated['payment'], 'decidedAt'>,
  moment: Moment,
): boolean => !existedAt(decidedAt, moment);

/** The allocations summed by payment; payments that were taken back in full are left out. */
export function paymentsOf(allocated: readonly Allocated[], moment: Moment): PaperPayment[] {
  const keys = [...new Set(allocated.map(({ payment, asCredit }) => `${payment._id} ${asCredit}`))];
  return keys.flatMap((key): PaperPayment[] => {
    const own = allocated.filter(({ payment, asCredit }) => `${payment._id} ${asCredit}` === key);
    const amountLAK = billTotal(own.map((one) => one.amountLAK));
    const [first] = own;
    if (!first || amountLAK === 0) return [];
    const { _id, method, currency, tendered, rate, reference } = first.payment;
    const isPending = isPendingAt(first.payment, moment);
    const money = first.asCredit
      ? {
          method: 'credit' as const,
          currency: 'LAK' as const,
          tendered: amountLAK,
          rate: '1',
          reference: '',
        }
      : { method, currency, tendered, rate, reference };
    return [
      {
        _id,
        ...money,
        amountLAK,
        isPending,
        receiptNumber: isPending ? null : first.receiptNumber,
      },
    ];
  });
}

type Sums = { _id: string; totalLAK: number; paidLAK: number; pendingLAK: number };

/** The open instalments of the orders at the moment, the next first. */
export async function duesOf(
  db: Db,
  orders: readonly Sums[],
  moment: Moment,
): Promise<Paper['dues']> {
  const owing = orders.filter((order) => openBalance(order) > 0);
  if (owing.length === 0) return [];
  const { orderId, at, endedAt, position } = instalmentTable;
  const where = and(
    inArray(
      orderId,
      owing.map(({ _id }) => _id),
    ),
    whereExistedAt(at, moment),
    moment === 'now' ? isNull(endedAt) : undefined,
  );
  const rows = (await db.select().from(instalmentTable).where(where).orderBy(position)).filter(
    (row) => row.endedAt === null || !existedAt(row.endedAt, moment),
  );
  const open = owing.flatMap((order) =>
    openParts(
      rows.filter((row) => row.orderId === order._id),
      order,
    ),
  );
  return open
    .filter(({ openLAK }) => openLAK > 0)
    .map(({ dueOn, openLAK }) => ({ dueOn, amountLAK: openLAK }))
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
}

/**
 * The amount that a payer pays next: what is due by today, else the next instalment. Without
 * instalments it is all.
 */
function nextPart(dueLAK: number, dues: Paper['dues'], today: string) {
  const [first] = dues;
  if (!first) return { amountLAK: dueLAK, dueOn: null };
  const until = first.dueOn > today ? first.dueOn : today;
  const next = dues.filter(({ dueOn }) => dueOn <= until);
  return next.length === dues.length
    ? { amountLAK: dueLAK, dueOn: null }
    : {
        amountLAK: billTotal(next.map(({ amountLAK }) => amountLAK)),
        dueOn: next.at(-1)?.dueOn ?? null,
      };
}

/**
 * The bank's QR code for the next instalment: only if exactly the amount due is still open and no
 * slip waits. It contains the amount once the account was tested; before that it is the bank's own
 * code.
 */
export async function payQrOf(
  db: Db,
  branchId: string,
  { orderIds, dueLAK, dues }: { orderIds: readonly string[]; dueLAK: number; dues: Paper['dues'] },
): Promise<Paper['payQr']> {
  if (dueLAK <= 0 || orderIds.length === 0) return null;
  const orders = await db
    .select()
    .from(orderTable)
    .where(inArray(orderTable._id, [...orderIds]));
  const isOpen =
    billTotal(orders.map(openBalance)) === dueLAK &&
    orders.every(
      ({ pendingLAK, state }) => pendingLAK === 0 && (state === 'held' || state === 'confirmed'),
    );
  const { active, currency, qrText, _id } = bankAccountTable;
  const [account] = isOpen
    ? await db
        .select()
        .from(bankAccountTable)
        .where(
          and(
            eq(bankAccountTable.branchId, branchId),
            eq(active, true),
            eq(currency, 'LAK'),
            ne(qrText, ''),
          ),
        )
        .orderBy(asc(_id))
        .limit(1)
    : [];
  if (!account || 'problem' in parseLaoQr(account.qrText)) return null;
  const number = account.orderNoInQr && orders.length === 1 ? orders[0]?.number : undefined;
  const hasSum = account.triedAt !== null;
  const next = nextPart(dueLAK, dues, dayInLaos());
  return {
    text: hasSum ? withAmount(account.qrText, next.amountLAK, number) : account.qrText,
    hasSum,
    ...next,
    bank: account.bank,
    accountName: account.accountName,
    accountNo: account.accountNo,
  };
}
