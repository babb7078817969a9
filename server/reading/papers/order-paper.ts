import { and, eq } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { paperCode } from '#contract/words/paper-code.ts';
import type { Paper, PaperStep } from '#contract/orders/papers.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { billGroups, linesOf, billTotal, type BillLine, type Moment } from './paper-bill.ts';
import { copiesOf, payerOn } from './paper-head.ts';
import { headOf } from '#server/centre/school-info/paper-head.ts';
import {
  allocatedTo,
  duesOf,
  isPendingAt,
  paymentsOf,
  payQrOf,
  type Allocated,
} from './paper-money.ts';

type Order = typeof orderTable.$inferSelect;

/** The end of a voided or lapsed order; null for any other. */
const endOf = ({ state, voidedAt, lapsedAt, voidReason }: Order): Paper['voided'] => {
  const at = state === 'void' ? voidedAt : lapsedAt;
  return at === null ? null : { at, reason: voidReason ?? '' };
};

/**
 * The steps of a statement: money for one payment at one time is one step, and so is a change of
 * its allocation to the order.
 */
function moneySteps(allocated: readonly Allocated[]): Omit<PaperStep, 'balanceLAK'>[] {
  const keys = [
    ...new Set(allocated.map(({ at, payment, asCredit }) => `${at} ${payment._id} ${asCredit}`)),
  ];
  return keys.flatMap((key) => {
    const own = allocated.filter(
      ({ at, payment, asCredit }) => `${at} ${payment._id} ${asCredit}` === key,
    );
    const amountLAK = -billTotal(own.map((one) => one.amountLAK));
    const [first] = own;
    if (!first || amountLAK === 0) return [];
    const isPending = first.payment.state === 'pending';
    return [
      {
        at: first.at,
        name: null,
        method: first.asCredit ? ('credit' as const) : first.payment.method,
        receiptNumber: isPending ? null : first.receiptNumber,
        isPending,
        amountLAK,
      },
    ];
  });
}

/** The balance row by row, oldest first; the last one is the amount due. */
function stepsOf(lines: readonly BillLine[], allocated: readonly Allocated[]): PaperStep[] {
  const charges = lines.map(({ at, nameEn, nameLo, amountLAK }) => ({
    at,
    name: { en: nameEn, lo: nameLo },
    method: null,
    receiptNumber: null,
    isPending: false,
    amountLAK,
  }));
  let balanceLAK = 0;
  return [...charges, ...moneySteps(allocated)]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map((step) => {
      balanceLAK += step.amountLAK;
      return { ...step, balanceLAK };
    });
}

/**
 * The invoice or the statement of an order as of now; for one that ended, the invoice as of just
 * before.
 */
export async function orderPaper(
  db: Db,
  user: SignedInUser,
  kind: 'invoice' | 'statement',
  orderId: string,
): Promise<Paper> {
  const [order] = await db
    .select()
    .from(orderTable)
    .where(and(eq(orderTable._id, orderId), ownBranchOnly(user, orderTable.branchId)));
  if (!order) throw new ApiError('notFound');
  const voided = endOf(order);
  const moment: Moment =
    voided !== null && kind === 'invoice' ? { at: voided.at, isBefore: true } : 'now';
  const lines = await linesOf(db, [orderId], moment);
  const allocated = await allocatedTo(db, [orderId], moment);
  const payments = paymentsOf(allocated, moment);
  const totalLAK = billTotal(lines.map(({ amountLAK }) => amountLAK));
  const pendingLAK = billTotal(
    allocated
      .filter(({ payment }) => isPendingAt(payment, moment))
      .map(({ amountLAK }) => amountLAK),
  );
  const paidLAK = billTotal(allocated.map(({ amountLAK }) => amountLAK)) - pendingLAK;
  const dueLAK = totalLAK - paidLAK - pendingLAK;
  const sums = { totalLAK, paidLAK, pendingLAK };
  // A hold has one date, its end; due dates begin when it is confirmed.
  const dues =
    voided === null && order.state !== 'held'
      ? await duesOf(db, [{ _id: orderId, ...sums }], moment)
      : [];
  return {
    kind,
    _id: orderId,
    number: order.number,
    orders: [order.number],
    at: order.at,
    receiptKind: null,
    voids: null,
    voided,
    corrected: null,
    corrects: null,
    ...(await headOf(db, order)),
    payer: await payerOn(db, order, order),
    copies: await copiesOf(db, kind, orderId),
    holdUntil: order.state === 'held' ? order.holdUntil : null,
    groups: kind === 'invoice' ? await billGroups(db, lines) : [],
    roundingLAK: billTotal(
      lines.filter((line) => line.kind === 'rounding').map(({ amountLAK }) => amountLAK),
    ),
    older: [],
    totalLAK,
    payments,
    change: [],
    toCreditLAK: 0,
    receivedLAK: 0,
    paidLAK,
    pendingLAK,
    dueLAK,
    dues,
    steps: kind === 'statement' ? stepsOf(lines, allocated) : [],
    check: null,
    code: paperCode(order.number),
    payQr:
      voided === null
        ? await payQrOf(db, order.branchId, { orderIds: [orderId], dueLAK, dues })
        : null,
  };
}
