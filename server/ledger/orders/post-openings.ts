import { uuidv7 } from 'uuidv7';
import type { OpeningPart } from '#contract/imports/opening-sums.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { searchText } from '#server/db/search-text.ts';
import {
  addAllocation,
  addLine,
  addPart,
  addPayment,
  type Posting,
} from '#server/ledger/books/posting.ts';
import type { Payer } from './payer-account.ts';

/** Whose opening it is, where, and how its currency became kip. */
export type OpeningOf = {
  branchId: string;
  payer: Payer;
  currency: PriceCurrency;
  rate: string;
  rateId: string | null;
};

type OpeningLine = Omit<Parameters<typeof addLine>[1], 'orderId' | 'position'>;

/** An order of the old book: its charge, what was taken off it, and the days on which it is due. */
export type OpeningOrder = {
  number: string;
  line: OpeningLine;
  discount: OpeningLine | null;
  paidLAK: number;
  parts: readonly OpeningPart[];
  note: string;
};

/**
 * Gathers an order from before BranchDesk. Its number is of the series `opening`, so that the
 * numbers of the desk do not begin behind the old book's.
 */
export function postOpeningOrder(
  posting: Posting,
  { branchId, payer, currency, rate, rateId }: OpeningOf,
  { number, line, discount, paidLAK, parts, note }: OpeningOrder,
): string {
  const { at, day, user } = posting;
  const orderId = uuidv7();
  const words = { number, walkInName: '', walkInPhone: '' };
  posting.rows.orders.push({
    _id: orderId,
    ...words,
    branchId,
    clientRef: uuidv7(),
    source: 'opening',
    ...payer,
    state: 'confirmed',
    holdUntil: null,
    holdOnPurpose: false,
    confirmedAt: at,
    confirmedDay: day,
    at,
    day,
    byId: user._id,
    note,
    totalLAK: line.amountLAK + (discount?.amountLAK ?? 0),
    paidLAK,
    pendingLAK: 0,
    search: searchText(words, ['number', 'walkInName', 'walkInPhone']),
  });
  const ofCurrency = { orderId, currency, rate, rateId, isOpening: true };
  const ofLineId = addLine(posting, { ...line, ...ofCurrency, position: 1 });
  if (discount) addLine(posting, { ...discount, ...ofCurrency, ofLineId, position: 2 });
  for (const [at, part] of parts.entries())
    addPart(posting, { ...part, orderId, position: at + 1 });
  return orderId;
}

/** Gathers money that came before BranchDesk: no cash, no receipt. What pays no order is credit. */
export function postOpeningPayment(
  posting: Posting,
  { branchId, payer, currency, rate, rateId }: OpeningOf,
  {
    tendered,
    amountLAK,
    order,
  }: { tendered: number; amountLAK: number; order?: { orderId: string; amountLAK: number } },
): string {
  const _id = uuidv7();
  const used = order?.amountLAK ?? 0;
  addPayment(posting, {
    _id,
    branchId,
    ...payer,
    method: 'opening',
    state: 'confirmed',
    currency,
    tendered,
    rate,
    rateId,
    amountLAK,
    freeLAK: amountLAK - used,
  });
  // As older money: whoever voids the order makes it credit again, and hands back no cash.
  if (order && used > 0) addAllocation(posting, { paymentId: _id, ...order, asCredit: true });
  return _id;
}
