import { convert, proRata } from '#contract/money/money.ts';
import { shareLeft } from '#contract/orders/value-left.ts';
import { rateOf } from '#contract/desk/visit-lines.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { addLine, type Posting } from '#server/ledger/books/posting.ts';
import type { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { linesWith, leftOf, nextPosition, sumOfAll, type OrderLine } from './order-lines.ts';
import { postLeft, type LeavingLine } from './leaving.ts';
import { keptDiscounts, postKept } from './moved-tuition.ts';
type Fee = typeof courseFeeTable.$inferSelect;

/** A line at the new fee, which replaces the rest of another line. */
export type FeeLine = {
  from: LeavingLine;
  fee: Fee;
  quantity: number;
  sessions: number;
  rate: string;
  rateId: string | null;
  amountLAK: number;
  discounts: { discount: OrderLine; amountLAK: number }[];
  netLAK: number;
};

/** `sum × part ÷ whole`, rounded once; the result may exceed the sum. */
const scaled = (sum: number, part: number, whole: number) =>
  sum * Math.floor(part / whole) + proRata(sum, part % whole, whole, 1);

/**
 * The price of a line's remaining sessions at another fee, sold as the line was: the same share of
 * the price, with discounts kept as in a move to another class. `undefined` without a rate.
 */
export function priceAtFee(from: LeavingLine, fee: Fee, rates: VisitRates): FeeLine | undefined {
  const { line, locked, used, bought, basis } = from;
  const ownRate = { rate: line.rate, rateId: line.rateId };
  const found = fee.currency === line.currency ? ownRate : rateOf(fee, rates);
  if (!found) return undefined;
  const { amountLAK: chargedLAK, quantity, reductions } = leftOf(line, locked.parts.lines);
  const grossLAK = chargedLAK + sumOfAll(reductions.map(({ offLAK }) => offLAK));
  const [oldLAK, newLAK] = [
    convert(line.unitPrice, line.currency, line.rate),
    convert(fee.amount, fee.currency, found.rate),
  ];
  const wholeLAK = oldLAK === 0 ? newLAK * quantity : scaled(grossLAK, newLAK, oldLAK);
  const amountLAK = shareLeft(wholeLAK, used, bought);
  const discounts = keptDiscounts(from, amountLAK);
  const sessions = bought - used;
  return {
    from,
    fee,
    quantity: basis === 'session' ? sessions : quantity,
    sessions,
    ...found,
    amountLAK,
    discounts,
    netLAK: amountLAK + sumOfAll(discounts.map((one) => one.amountLAK)),
  };
}

/** Gathers both lines: the correction of the old one, and its remaining sessions at the new fee. */
export function postAtFee(
  posting: Posting,
  { from, fee, discounts, netLAK, ...priced }: FeeLine,
  { day, reason }: { day: string; reason: string },
): void {
  const { line, locked, valueLAK } = from;
  postLeft(posting, from, { reason });
  const { orderId, studentId, enrolmentId, nameEn, nameLo, coversFrom, coversTo } = line;
  const whose = { orderId, studentId, enrolmentId };
  const position = () => nextPosition(linesWith(posting, locked));
  const covers = {
    coversFrom: coversFrom !== null && coversFrom < day ? day : coversFrom,
    coversTo,
  };
  // An amount that was enough to confirm the place stays enough.
  const minimumLAK = Math.min(line.minimumLAK, valueLAK, netLAK);
  const { quantity, sessions, rate, rateId, amountLAK } = priced;
  const lineId = addLine(posting, {
    ...whose,
    position: position(),
    kind: 'tuition',
    nameEn,
    nameLo,
    feeId: fee._id,
    quantity,
    sessions,
    unitPrice: fee.amount,
    currency: fee.currency,
    rate,
    rateId,
    amountLAK,
    minimumLAK,
    ...covers,
    reason,
  });
  postKept(posting, { ...whose, ofLineId: lineId }, { discounts, position });
}
