import { and, asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { convert } from '#contract/money/money.ts';
import { CHECK_LETTERS, paperCode } from '#contract/words/paper-code.ts';
import type { Paper, PaperPayment } from '#contract/orders/papers.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import type { Payer } from '#server/ledger/orders/payer-account.ts';
import { billGroups, linesOf, billTotal, type Moment } from './paper-bill.ts';
import { copiesOf, payerOn } from './paper-head.ts';
import { headOf } from '#server/centre/school-info/paper-head.ts';
import { duesOf, isPendingAt, paymentsOf, payQrOf, type Allocated } from './paper-money.ts';
import {
  ordersOfAct,
  type ReceiptAct,
  type ReceiptContent,
  type OrderInAct,
  type ReceiptOrder,
} from './receipt-act.ts';

/**
 * Change in kip is exact; change in the tendered currency is the remainder, so that rows and change
 * add up in kip.
 */
function changeOf({ rows = [], change = [] }: ReceiptContent): Paper['change'] {
  const changeLAK = billTotal(
    rows.map(
      ({ tendered, currency, rate, amountLAK }) => convert(tendered, currency, rate) - amountLAK,
    ),
  );
  const inKip = billTotal(
    change.filter(({ currency }) => currency === 'LAK').map(({ amount }) => amount),
  );
  return change.map(({ currency, amount }) => ({
    currency,
    amount,
    amountLAK: currency === 'LAK' ? amount : changeLAK - inKip,
  }));
}

const frozenPayments = ({ rows = [] }: ReceiptContent): PaperPayment[] =>
  rows.map(({ paymentId, method, currency, tendered, rate }) => ({
    _id: paymentId,
    method,
    currency,
    tendered,
    rate,
    amountLAK: convert(tendered, currency, rate),
    isPending: false,
    receiptNumber: null,
    reference: '',
  }));

const mend = alias(paymentTable, 'mend');
const mendReceipt = alias(receiptTable, 'mend_receipt');

/**
 * When and why the money of the receipt was voided or corrected; for a void receipt, the receipt
 * that it voids; for a correction, the receipt that it corrects.
 */
async function voidOf(
  db: Db,
  { receipt, content }: ReceiptAct,
): Promise<Pick<Paper, 'voided' | 'voids' | 'corrected' | 'corrects'>> {
  const ids = (content.rows ?? []).map(({ paymentId }) => paymentId);
  const { state, voidedAt, reason } = paymentTable;
  const rows = await db
    .select({
      state,
      at: voidedAt,
      reason,
      number: receiptTable.number,
      mendedAt: mend.at,
      mendNumber: mendReceipt.number,
    })
    .from(paymentTable)
    .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .leftJoin(mend, eq(mend.mendsId, paymentTable._id))
    .leftJoin(mendReceipt, eq(mendReceipt._id, mend.receiptId))
    .where(inArray(paymentTable._id, ids));
  const corrects = content.mends?.receipt === '' ? null : (content.mends?.receipt ?? null);
  if (receipt.kind !== 'received')
    return {
      voided: null,
      voids: receipt.kind === 'void' ? (rows[0]?.number ?? null) : null,
      corrected: null,
      corrects,
    };
  const ended = rows.find((row) => row.state === 'void' && row.mendedAt === null);
  const mended = rows.find(({ mendedAt }) => mendedAt !== null);
  return {
    voided: ended?.at ? { at: ended.at, reason: ended.reason ?? '' } : null,
    voids: null,
    corrected: mended?.mendedAt ? { at: mended.mendedAt, number: mended.mendNumber } : null,
    corrects,
  };
}

const nobody: Payer = { payerParentId: null, payerStudentId: null };

/** The orders whose numbers the receipt contains. */
async function namedOrders(db: Db, { order, orders }: ReceiptContent): Promise<ReceiptOrder[]> {
  const numbers = orders ?? (order === undefined ? [] : [order]);
  return numbers.length === 0
    ? []
    : db
        .select()
        .from(orderTable)
        .where(inArray(orderTable.number, numbers))
        .orderBy(asc(orderTable.number));
}

type ReceiptSums = Pick<
  Paper,
  'totalLAK' | 'paidLAK' | 'pendingLAK' | 'dueLAK' | 'toCreditLAK' | 'receivedLAK'
>;

/**
 * The sums of the receipt. A void receipt or a refund has no bill: its own amount is the total, and
 * it is paid.
 */
function receiptSums(
  { receipt, content, moment }: ReceiptAct,
  billedLAK: number,
  beside: readonly Allocated[],
): ReceiptSums {
  const rows = content.rows ?? [];
  const givenLAK = billTotal(
    rows.flatMap(({ allocations = [] }) => allocations.map(({ amountLAK }) => amountLAK)),
  );
  const besideLAK = billTotal(beside.map(({ amountLAK }) => amountLAK));
  const pendingLAK = billTotal(
    beside.filter(({ payment }) => isPendingAt(payment, moment)).map(({ amountLAK }) => amountLAK),
  );
  const isReceived = receipt.kind === 'received';
  const totalLAK = isReceived ? billedLAK : receipt.amountLAK;
  const paidLAK = isReceived ? givenLAK + besideLAK - pendingLAK : receipt.amountLAK;
  return {
    totalLAK,
    paidLAK,
    pendingLAK,
    dueLAK: totalLAK - paidLAK - pendingLAK,
    receivedLAK: receipt.amountLAK,
    toCreditLAK: isReceived ? billTotal(rows.map(({ amountLAK }) => amountLAK)) - givenLAK : 0,
  };
}

/** The parts that are still due after the receipt, and the QR code to pay them. */
async function openAfter(
  db: Db,
  { receipt, moment }: ReceiptAct,
  inAct: readonly OrderInAct[],
  dueLAK: number,
): Promise<Pick<Paper, 'dues' | 'payQr'>> {
  // A hold has one date, its end; due dates begin when it is confirmed.
  const dues = await duesOf(
    db,
    inAct.filter(({ order }) => order.state !== 'held').map(({ after }) => after),
    moment,
  );
  return {
    dues,
    payQr: await payQrOf(db, receipt.branchId, {
      orderIds: inAct.map(({ order }) => order._id),
      dueLAK,
      dues,
    }),
  };
}

/**
 * The receipt of one act, as it was then: its orders with the amounts due before and after, its
 * money, and its check code.
 */
export async function receiptPaper(db: Db, user: SignedInUser, receiptId: string): Promise<Paper> {
  const [receipt] = await db
    .select()
    .from(receiptTable)
    .where(and(eq(receiptTable._id, receiptId), ownBranchOnly(user, receiptTable.branchId)));
  if (!receipt) throw new ApiError('notFound');
  const content = JSON.parse(receipt.content) as ReceiptContent;
  const moment: Moment = { at: receipt.at, isBefore: false };
  const act: ReceiptAct = { receipt, content, moment };
  const { inAct, beside } = await ordersOfAct(db, act);
  const ended = await voidOf(db, act);
  const made = inAct.filter(({ isNew }) => isNew);
  const newLines = await linesOf(
    db,
    made.map(({ order }) => order._id),
    moment,
  );
  const older = inAct.filter(({ isNew }) => !isNew);
  const named = await namedOrders(db, content);
  const about = named[0] ?? inAct[0]?.order;
  const billedLAK = billTotal([
    ...newLines.map(({ amountLAK }) => amountLAK),
    ...older.map(({ beforeLAK, roundingLAK }) => beforeLAK + roundingLAK),
  ]);
  const sums = receiptSums(act, billedLAK, beside);
  const check = receipt.hash.slice(0, CHECK_LETTERS);
  const isOver = ended.voided !== null || ended.corrected !== null || receipt.kind !== 'received';
  return {
    kind: 'receipt',
    _id: receiptId,
    number: receipt.number,
    orders:
      named.length > 0 ? named.map(({ number }) => number) : inAct.map((row) => row.order.number),
    at: receipt.at,
    receiptKind: receipt.kind,
    ...ended,
    ...(await headOf(db, receipt)),
    payer: await payerOn(
      db,
      content.payer ?? about ?? nobody,
      about ?? { walkInName: '', walkInPhone: '' },
    ),
    copies: await copiesOf(db, 'receipt', receiptId),
    holdUntil: made.find(({ order }) => order.state === 'held')?.order.holdUntil ?? null,
    groups: await billGroups(db, newLines),
    older: older.map(({ order, beforeLAK }) => ({
      number: order.number,
      day: order.day,
      amountLAK: beforeLAK,
    })),
    roundingLAK: billTotal(inAct.map(({ roundingLAK }) => roundingLAK)),
    payments: [...frozenPayments(content), ...paymentsOf(beside, moment)],
    change: changeOf(content),
    ...sums,
    steps: [],
    check,
    code: paperCode(receipt.number, check),
    ...(isOver ? { dues: [], payQr: null } : await openAfter(db, act, inAct, sums.dueLAK)),
  };
}
