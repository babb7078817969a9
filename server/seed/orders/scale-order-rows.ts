import { uuidv7 } from 'uuidv7';
import { kipToForeign } from '#contract/money/money.ts';
import { searchText } from '#server/db/search-text.ts';
import {
  addAllocation,
  addDrawerRow,
  addLine,
  addPart,
  addPayment,
  chainReceipt,
  type Posting,
} from '#server/ledger/books/posting.ts';
import { addDemoPrint } from './printed-paper.ts';
import type { ScaleMethod } from './scale-plan.ts';

const NOTE = 50_000;
/** The credit that some families leave with their last part. */
const LEFT_OVER = 50_000;
const SIBLING_PERCENT = 10;

export type ScalePayer = { payerParentId: string | null; payerStudentId: string | null };
export type ScaleFamily = ScalePayer & { studentIds: string[] };
export type ScaleFee = { feeId: string; amount: number; nameEn: string; nameLo: string };

/** The desk that takes money: its branch, clerk and accounts. */
export type ScaleDesk = {
  branchId: string;
  clerkId: string | null;
  /** The user who verifies slips, who is not the clerk. */
  verifierId: string | null;
  accounts: { LAK: string | null; THB: string | null };
  baht: { rate: string; rateId: string | null } | undefined;
  shiftOf: (at: string) => string;
};

/** An order with further parts to pay. */
export type ScaleOrder = ScalePayer & { orderId: string; amounts: number[]; leavesMore: boolean };
type Line = { studentId: string; fee: ScaleFee };
type Made = {
  lines: readonly Line[];
  hasDiscount: boolean;
  number: string;
  dueDays: readonly string[];
  paidLAK: number;
  pendingLAK: number;
};

export const sumOfLines = (lines: readonly Line[], hasDiscount: boolean) =>
  lines.reduce((sum, { fee }) => sum + fee.amount, 0) - (hasDiscount ? discountOf(lines) : 0);
const discountOf = (lines: readonly Line[]) =>
  ((lines.at(-1)?.fee.amount ?? 0) * SIBLING_PERCENT) / 100;

/**
 * Writes an order with a line for each child, perhaps a discount for the last of them, and its
 * parts.
 */
export function writeScaleOrder(
  act: Posting,
  branchId: string,
  order: ScaleOrder,
  made: Made,
): void {
  const { orderId, payerParentId, payerStudentId, amounts } = order;
  const { lines, hasDiscount, number, dueDays, paidLAK, pendingLAK } = made;
  const { at, day, user } = act;
  const row = { number, walkInName: '', walkInPhone: '' };
  act.rows.orders.push({
    _id: orderId,
    ...row,
    branchId,
    clientRef: uuidv7(),
    source: 'desk',
    payerParentId,
    payerStudentId,
    state: 'confirmed',
    holdUntil: null,
    confirmedAt: at,
    confirmedDay: day,
    totalLAK: sumOfLines(lines, hasDiscount),
    paidLAK,
    pendingLAK,
    note: '',
    byId: user._id,
    at,
    day,
    search: searchText(row, ['number', 'walkInName', 'walkInPhone']),
  });
  const ids = lines.map(({ studentId, fee: { feeId, amount, nameEn, nameLo } }, index) =>
    addLine(act, {
      orderId,
      position: index + 1,
      kind: 'tuition',
      studentId,
      feeId,
      nameEn,
      nameLo,
      quantity: 1,
      sessions: 24,
      unitPrice: amount,
      amountLAK: amount,
    }),
  );
  const names = { nameEn: `Discount ${SIBLING_PERCENT} %`, nameLo: `ສ່ວນຫຼຸດ ${SIBLING_PERCENT} %` };
  const discount = {
    ...names,
    percent: SIBLING_PERCENT,
    reason: 'ອ້າຍນ້ອງ · sibling',
    amountLAK: -discountOf(lines),
  };
  if (hasDiscount)
    addLine(act, {
      orderId,
      position: lines.length + 1,
      kind: 'discount',
      ofLineId: ids.at(-1) ?? null,
      studentId: lines.at(-1)?.studentId ?? null,
      ...discount,
    });
  for (const [index, amountLAK] of amounts.entries())
    addPart(act, { orderId, position: index + 1, dueOn: dueDays[index] ?? day, amountLAK });
}

const contentOf = (
  { payerParentId, payerStudentId, orderId }: ScaleOrder,
  row: object,
  { given, change }: { given: number; change: number },
) => ({
  payer: { payerParentId, payerStudentId },
  rows: [{ ...row, allocations: [{ orderId, amountLAK: given }] }],
  change: change > 0 ? [{ currency: 'LAK', amount: change }] : [],
});

/** Pays a part in cash, with its receipt. */
export function payPartInCash(
  act: Posting,
  { branchId, shiftOf }: ScaleDesk,
  order: ScaleOrder,
  part: number,
  receiptNumber: string,
): void {
  const { orderId, payerParentId, payerStudentId, amounts, leavesMore } = order;
  const given = amounts[part] ?? 0;
  const freeLAK = leavesMore && part === amounts.length - 1 ? LEFT_OVER : 0;
  const [paymentId, shiftId, amountLAK] = [uuidv7(), shiftOf(act.at), given + freeLAK];
  const tendered = Math.ceil(amountLAK / NOTE) * NOTE;
  const change = tendered - amountLAK;
  const row = { method: 'cash' as const, currency: 'LAK' as const, tendered, rate: '1', amountLAK };
  const { _id: receiptId } = chainReceipt(act, receiptNumber, {
    branchId,
    kind: 'received',
    amountLAK,
    content: contentOf(order, { paymentId, ...row }, { given, change }),
  });
  addPayment(act, {
    _id: paymentId,
    branchId,
    payerParentId,
    payerStudentId,
    ...row,
    freeLAK,
    state: 'confirmed',
    receiptId,
    shiftId,
  });
  addAllocation(act, { paymentId, orderId, amountLAK: given, asCredit: false });
  addDrawerRow(act, { shiftId, kind: 'tender', currency: 'LAK', amount: tendered, paymentId });
  if (change > 0)
    addDrawerRow(act, { shiftId, kind: 'change', currency: 'LAK', amount: -change, paymentId });
  addDemoPrint(act, 'receipt', receiptId);
}

/** A slip as it was recorded; it gets its receipt when it is verified. */
export type ScaleSlip = {
  order: ScaleOrder;
  part: number;
  method: Exclude<ScaleMethod, 'cash'>;
  reference: string;
  at: string;
  day: string;
};

/** Pays a part by bank: with a receipt number it is confirmed now, without one it waits. */
export function writeSlip(
  act: Posting,
  { branchId, verifierId, accounts, baht }: ScaleDesk,
  slip: ScaleSlip,
  receiptNumber: string | null,
): void {
  const { order, part, method, reference, at, day } = slip;
  const { orderId, payerParentId, payerStudentId } = order;
  const [paymentId, amountLAK] = [uuidv7(), order.amounts[part] ?? 0];
  const isBaht = method === 'baht' && baht !== undefined && accounts.THB !== null;
  const money = isBaht
    ? {
        currency: 'THB' as const,
        tendered: kipToForeign(amountLAK, 'THB', baht.rate),
        rate: baht.rate,
      }
    : { currency: 'LAK' as const, tendered: amountLAK, rate: '1' };
  const row = { method: method === 'baht' ? ('transfer' as const) : method, ...money, amountLAK };
  const decided = { ...act, user: { _id: verifierId } };
  const content = contentOf(order, { paymentId, ...row }, { given: amountLAK, change: 0 });
  const receiptId =
    receiptNumber === null
      ? null
      : chainReceipt(decided, receiptNumber, { branchId, kind: 'received', amountLAK, content })
          ._id;
  const bank = {
    bankAccountId: isBaht ? accounts.THB : accounts.LAK,
    reference,
    rateId: isBaht ? baht.rateId : null,
  };
  const recorded = { ...act, at, day };
  addPayment(recorded, {
    _id: paymentId,
    branchId,
    payerParentId,
    payerStudentId,
    ...row,
    freeLAK: 0,
    state: receiptId === null ? 'pending' : 'confirmed',
    ...bank,
    receiptId,
  });
  const payment = act.rows.payments.at(-1);
  if (payment && receiptId !== null)
    Object.assign(payment, { decidedById: verifierId, decidedAt: act.at, confirmedDay: act.day });
  addAllocation(recorded, { paymentId, orderId, amountLAK, asCredit: false });
  if (receiptId !== null) addDemoPrint(decided, 'receipt', receiptId);
}
