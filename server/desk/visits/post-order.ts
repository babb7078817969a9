import { addDays } from '#contract/timetable.ts';
import type { VisitAnswer } from '#contract/visit-answers.ts';
import type { PricedVisit } from '#contract/visit-prices.ts';
import type { VisitInput } from '#contract/visits.ts';
import { searchText } from '#server/db/search-text.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Signature } from '#server/centre/approvals/signatures.ts';
import { addLine, addPart, type Posting } from '#server/ledger/books/posting.ts';
import { type OrderMoney } from '#server/ledger/orders/receive-money.ts';
import { ROUNDING_NAMES } from '#server/ledger/orders/order-lines.ts';
import type { LockedStock } from '#server/ledger/stock/stock-levels.ts';
import type { LoadedVisit } from './load-visit.ts';
import { cashTakenAt } from './offline-cash.ts';
import { giveGoods } from './visit-goods.ts';
import { postLines } from './visit-lines.ts';
import type { VisitPeople } from './visit-people.ts';

/** The signatures for discounts and for overridden places, by the keys of the lines. */
export type ApprovalsByLine = {
  discounts: ReadonlyMap<string, Signature>;
  overrides: ReadonlyMap<string, Signature>;
};

/** The facts that the bill of a visit is made from. */
export type VisitBill = {
  people: VisitPeople;
  loaded: LoadedVisit;
  priced: PricedVisit;
  stock: LockedStock;
  posting: Posting;
  signed: ApprovalsByLine;
};

/**
 * Gathers the due date of an order, or its instalments; the amount paid with the visit is an
 * instalment of its own.
 */
function postPlan(
  posting: Posting,
  input: VisitInput,
  {
    orderId,
    totalLAK,
    paid,
    dueDays,
  }: { orderId: string; totalLAK: number; paid: number; dueDays: number },
): void {
  const rest = totalLAK - paid;
  const later = input.dueDate ?? addDays(posting.day, dueDays);
  const first =
    paid > 0 && input.instalments.length > 0 ? [{ dueOn: posting.day, amountLAK: paid }] : [];
  const parts =
    input.instalments.length > 0
      ? [...first, ...input.instalments]
      : [{ dueOn: rest > 0 ? later : posting.day, amountLAK: totalLAK }];
  for (const [at, part] of parts.entries())
    addPart(posting, { orderId, position: at + 1, ...part });
}

type NewOrder = {
  orderId: string;
  clientRef: string;
  holdUntil: string | null;
  receiptId: string | null;
  money: OrderMoney | undefined;
  enrolmentIds: ReadonlyMap<string, string>;
};

/** Gathers the order of a visit with its lines and plan; hands over or reserves its goods. */
export async function postOrder(
  writer: Writer,
  input: VisitInput,
  { people, loaded, priced, stock, posting, signed }: VisitBill,
  { orderId, clientRef, holdUntil, receiptId, money, enrolmentIds }: NewOrder,
): Promise<NonNullable<VisitAnswer['order']>> {
  const { at, day } = posting;
  const { paidLAK = 0, pendingLAK = 0, roundingLAK = 0 } = money ?? {};
  const totalLAK = priced.totalLAK + roundingLAK;
  const number = await nextBranchNumber(writer.tx, 'order', input.branchId, at);
  const walkIn =
    input.payer.kind === 'walkIn'
      ? { walkInName: input.payer.name, walkInPhone: input.payer.phone }
      : { walkInName: '', walkInPhone: '' };
  const state = input.hold ? ('held' as const) : ('confirmed' as const);
  const confirmed = input.hold
    ? { confirmedAt: null, confirmedDay: null }
    : { confirmedAt: at, confirmedDay: day };
  const row = {
    ...{ _id: orderId, number, branchId: input.branchId, clientRef },
    ...{ source: 'desk' as const, ...loaded.payer, ...walkIn },
    ...{ state, holdUntil, holdOnPurpose: priced.isHeldOnPurpose, ...confirmed },
    ...{ totalLAK, paidLAK, pendingLAK, note: input.note },
    ...{ takenOfflineAt: cashTakenAt(input, at), byId: writer.user._id, at, day },
  };
  posting.rows.orders.push({
    ...row,
    search: searchText(row, ['number', 'walkInName', 'walkInPhone']),
  });
  const { lineIds, count } = postLines(posting, {
    orderId,
    input,
    priced,
    loaded,
    idOf: people.idOf,
    enrolmentIds,
    signed: signed.discounts,
  });
  if (roundingLAK !== 0)
    addLine(posting, {
      orderId,
      position: count + 1,
      kind: 'rounding',
      ...ROUNDING_NAMES,
      amountLAK: roundingLAK,
      receiptId,
    });
  postPlan(posting, input, {
    orderId,
    totalLAK,
    paid: paidLAK + pendingLAK,
    dueDays: loaded.branch.dueDays,
  });
  const givenPieces = await giveGoods(writer, input, { stock, lineIds, orderId, number });
  return { _id: orderId, number, state, totalLAK, paidLAK, pendingLAK, givenPieces };
}
