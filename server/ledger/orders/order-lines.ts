import { inArray, sql } from 'drizzle-orm';
import { proRata } from '#contract/money/money.ts';
import { shareLeft } from '#contract/orders/value-left.ts';
import type { Tx } from '#server/db/client.ts';
import { addLine, type Posting } from '#server/ledger/books/posting.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import type { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { type LockedOrder } from './order-parts.ts';

export type OrderLine = typeof orderLineTable.$inferSelect;

export const sumOfAll = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0);

/** True for a line that charges, false for corrections and discounts of another line. */
export const isCharge = ({ ofLineId, kind }: Pick<OrderLine, 'ofLineId' | 'kind'>) =>
  ofLineId === null && kind !== 'rounding';

/** A discount or reduction of a line, with the sum that it still takes off. */
export type Off = { discount: OrderLine; offLAK: number };

/**
 * The names of adjustments that a move to another class writes. They waive the difference of that
 * one move, so a later move does not keep them as it keeps reductions.
 */
export const CANCELLED_NAMES = { nameEn: 'Class cancelled', nameLo: 'ຍົກເລີກຫ້ອງຮຽນ' };
export const WAIVED_NAMES = {
  nameEn: 'Difference of the transfer waived',
  nameLo: 'ຍົກເວັ້ນສ່ວນຕ່າງການຍ້າຍຫ້ອງ',
};
const isDifference = ({ nameLo }: OrderLine) =>
  nameLo === CANCELLED_NAMES.nameLo || nameLo === WAIVED_NAMES.nameLo;

/**
 * The reductions among the rows that name a line. Pieces that went back took their share of the
 * earlier ones with them.
 */
function reductionsOf({ quantity }: OrderLine, naming: readonly OrderLine[]): Off[] {
  let reductions: Off[] = [];
  let left = quantity;
  for (const row of naming.toSorted((a, b) => a.position - b.position)) {
    if (row.kind === 'adjustment' && row.quantity === 0 && !isDifference(row))
      reductions.push({ discount: row, offLAK: -row.amountLAK });
    else if (row.quantity < 0) {
      const before = left;
      reductions = reductions.map(({ discount, offLAK }) => ({
        discount,
        offLAK: shareLeft(offLAK, -row.quantity, before),
      }));
      left += row.quantity;
    }
  }
  return reductions.filter(({ offLAK }) => offLAK > 0);
}

/**
 * The rest of a charged line after all corrections and reductions; its discounts are returned
 * separately, and so is the part of each reduction that is left.
 */
export function leftOf(line: OrderLine, lines: readonly OrderLine[]) {
  const naming = lines.filter(({ ofLineId }) => ofLineId === line._id);
  const whole = [line, ...naming.filter(({ kind }) => kind !== 'discount')];
  const discounts = naming.filter(({ kind }) => kind === 'discount');
  const amountLAK = sumOfAll(whole.map((one) => one.amountLAK));
  return {
    amountLAK,
    netLAK: amountLAK + sumOfAll(discounts.map((one) => one.amountLAK)),
    quantity: sumOfAll(whole.map((one) => one.quantity)),
    sessions: sumOfAll(whole.map((one) => one.sessions)),
    discounts,
    reductions: reductionsOf(line, naming),
  };
}

/**
 * The discounts of a line, one for each rule and percentage, with the total that each takes off.
 */
export function discountsByRule(discounts: readonly OrderLine[]): Off[] {
  const byRule = new Map<string, Off>();
  for (const discount of discounts) {
    const rule = `${discount.ruleId} ${discount.percent}`;
    byRule.set(rule, {
      discount: byRule.get(rule)?.discount ?? discount,
      offLAK: (byRule.get(rule)?.offLAK ?? 0) - discount.amountLAK,
    });
  }
  return [...byRule.values()].filter(({ offLAK }) => offLAK > 0);
}

/** Pieces of each line that were handed over and have not come back. */
export async function handedOver(
  tx: Tx,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (lineIds.length === 0) return new Map();
  const { lineId, qtyChange } = stockMovementTable;
  const rows = await tx
    .select({ lineId, qty: sql<number>`(-sum(${qtyChange}))::int` })
    .from(stockMovementTable)
    .where(inArray(lineId, [...lineIds]))
    .groupBy(lineId);
  return new Map(rows.map((row) => [row.lineId ?? '', row.qty]));
}

type Given = {
  handed: ReadonlyMap<string, number>;
  isHeld: boolean;
  isCounted: (productId: string) => boolean;
};

/**
 * The minimum that must be paid or pending on an order: the deposits of its tuition, and the full
 * price of goods that are handed over; never more than the total. During a hold nothing counts as
 * handed over; afterwards goods without tracked stock always do.
 */
export function minimumOf(
  lines: readonly OrderLine[],
  totalLAK: number,
  { handed, isHeld, isCounted }: Given,
): number {
  const minima = lines.filter(isCharge).map((line) => {
    const { netLAK, quantity } = leftOf(line, lines);
    if (quantity <= 0) return 0;
    if (line.kind === 'tuition') return Math.min(line.minimumLAK, netLAK);
    if (line.productId === null || isHeld) return 0;
    return isCounted(line.productId)
      ? proRata(netLAK, handed.get(line._id) ?? 0, quantity, 1)
      : netLAK;
  });
  return Math.max(0, Math.min(totalLAK, sumOfAll(minima)));
}

/** The position of the next line of an order. */
export const nextPosition = (lines: readonly Pick<OrderLine, 'position'>[]) =>
  1 + Math.max(0, ...lines.map(({ position }) => position));

/** The fields of a line that its corrections keep. */
export function sameAs(line: OrderLine) {
  const {
    orderId,
    kind,
    nameEn,
    nameLo,
    studentId,
    enrolmentId,
    feeId,
    productId,
    unitPrice,
    currency,
    rate,
    rateId,
    ruleId,
    percent,
    receiptId,
  } = line;
  return {
    orderId,
    kind,
    nameEn,
    nameLo,
    studentId,
    enrolmentId,
    feeId,
    productId,
    unitPrice,
    currency,
    rate,
    rateId,
    ruleId,
    percent,
    receiptId,
  };
}

/** Takes back the total of the rounding lines. */
export function postRoundingBack(
  posting: Posting,
  lines: readonly OrderLine[],
  reason: string,
): number {
  const rounding = lines.filter(({ kind }) => kind === 'rounding');
  const roundingLAK = sumOfAll(rounding.map(({ amountLAK }) => amountLAK));
  const [line] = rounding;
  if (line && roundingLAK !== 0)
    addLine(posting, {
      ...sameAs(line),
      position: nextPosition(lines),
      amountLAK: -roundingLAK,
      reason,
    });
  return roundingLAK;
}

/** Gathers opposite lines for the rest of these charged lines, one more for each discount. */
export function postOppositesOf(
  posting: Posting,
  charged: readonly OrderLine[],
  lines: readonly OrderLine[],
  reason: string,
): void {
  let position = nextPosition(lines);
  const add = (
    line: OrderLine,
    more: { amountLAK: number; quantity?: number; sessions?: number; ofLineId: string },
  ) => {
    addLine(posting, { ...sameAs(line), position, reason, ...more });
    position += 1;
  };
  for (const line of charged) {
    const { amountLAK, quantity, sessions, discounts } = leftOf(line, lines);
    if (amountLAK !== 0 || quantity !== 0)
      add(line, {
        amountLAK: -amountLAK,
        quantity: -quantity,
        sessions: -sessions,
        ofLineId: line._id,
      });
    for (const { discount, offLAK } of discountsByRule(discounts))
      add(discount, { amountLAK: offLAK, ofLineId: line._id });
  }
}

/** Gathers opposite lines for the rest of an order, including its rounding. */
export function postOpposites(posting: Posting, lines: readonly OrderLine[], reason: string): void {
  postOppositesOf(posting, lines.filter(isCharge), lines, reason);
  postRoundingBack(
    posting,
    [
      ...lines,
      ...(posting.rows.lines.filter(({ orderId }) => orderId === lines[0]?.orderId) as OrderLine[]),
    ],
    reason,
  );
}

/**
 * Takes back the price of some pieces, their share of the net by difference: each discount its
 * share, and the line the rest.
 */
export function postPiecesBack(
  posting: Posting,
  line: OrderLine,
  lines: readonly OrderLine[],
  { quantity, reason }: { quantity: number; reason: string },
): void {
  const left = leftOf(line, lines);
  const share = (whole: number) => shareLeft(whole, left.quantity - quantity, left.quantity);
  const shares = discountsByRule(left.discounts).map(({ discount, offLAK }) => ({
    discount,
    amountLAK: share(offLAK),
  }));
  let position = nextPosition(lines);
  addLine(posting, {
    ...sameAs(line),
    position,
    ofLineId: line._id,
    quantity: -quantity,
    sessions: -share(left.sessions),
    amountLAK: -(share(left.netLAK) + sumOfAll(shares.map(({ amountLAK }) => amountLAK))),
    reason,
  });
  for (const { discount, amountLAK } of shares.filter((one) => one.amountLAK > 0)) {
    position += 1;
    addLine(posting, { ...sameAs(discount), position, ofLineId: line._id, amountLAK, reason });
  }
}

type CourseNames = { nameEn: string; nameLo: string };

/**
 * The names of a line of tuition: the course and the code of the class. A course without a Lao name
 * has one name for both.
 */
export const inClass = ({ nameEn, nameLo }: CourseNames, classCode: string): CourseNames => ({
  nameEn: `${nameEn} (${classCode})`,
  nameLo: `${nameLo === '' ? nameEn : nameLo} (${classCode})`,
});

/** The stored lines of an order and those that the posting has gathered for it. */
export const linesWith = ({ rows }: Posting, { order, parts }: LockedOrder): OrderLine[] => [
  ...parts.lines,
  ...(rows.lines.filter(({ orderId }) => orderId === order._id) as OrderLine[]),
];

export const ROUNDING_NAMES = { nameEn: 'Cash rounding', nameLo: 'ປັດເສດເງິນສົດ' };
