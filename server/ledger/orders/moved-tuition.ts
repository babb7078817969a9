import { inArray } from 'drizzle-orm';
import { convert, proRata } from '#contract/money/money.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { shareLeft, startsAt } from '#contract/orders/value-left.ts';
import { rateOf } from '#contract/desk/visit-lines.ts';
import type { PlacePrice, VisitRates } from '#contract/desk/visit-prices.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { addLine, type Posting } from '#server/ledger/books/posting.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import {
  loadPriceSources,
  placePriceOf,
  placeStart,
  type PriceSources,
} from '#server/catalogue/course-fees/place-prices.ts';
import {
  linesWith,
  CANCELLED_NAMES,
  discountsByRule,
  inClass,
  leftOf,
  nextPosition,
  sumOfAll,
  type OrderLine,
} from './order-lines.ts';
import type { LeavingLine } from './leaving.ts';
// Prices a move to another class. If the centre cancels a class, the value left of a line pays for
// a place in another class, at no more than that value.

const DAY_MS = 86_400_000;

/** The records that prices in the other classes are computed from. */
export type MoveSources = {
  prices: PriceSources;
  rates: VisitRates;
  categories: ReadonlyMap<string, string>;
};

export async function loadMoveSources(
  db: Db | Tx,
  {
    classIds,
    studentIds,
    now,
  }: { classIds: readonly string[]; studentIds: readonly string[]; now: string },
): Promise<MoveSources> {
  const prices = await loadPriceSources(db, {
    classIds,
    studentIds,
    now,
    today: dayInLaos(Date.parse(now)),
  });
  const { _id, priceCategory } = studentTable;
  const students =
    studentIds.length === 0
      ? []
      : await db
          .select({ _id, priceCategory })
          .from(studentTable)
          .where(inArray(_id, [...studentIds]));
  return {
    prices,
    rates: await newestRates(db),
    categories: new Map(students.map((one) => [one._id, one.priceCategory])),
  };
}

/**
 * The tuition line in the other class: its price, the discounts that are kept, and the amount above
 * the value left that the centre waives.
 */
export type MovedLine = Pick<PlacePrice, 'feeId' | 'price'> & {
  from: LeavingLine;
  quantity: number;
  sessions: number;
  /** The number of sessions that the price is for. */
  ofSessions: number;
  rate: string;
  rateId: string | null;
  amountLAK: number;
  discounts: { discount: OrderLine; amountLAK: number }[];
  aboveLAK: number;
  netLAK: number;
  names: { nameEn: string; nameLo: string };
  covers: { coversFrom: string | null; coversTo: string | null };
};
export type MoveProblem = { problem: 'priceMissing' | 'rateMissing'; n: string };

/**
 * The remaining days of a month line: not before the new place begins, and after the months before
 * them.
 */
function daysLeft(
  { line: { coversFrom, coversTo } }: LeavingLine,
  earliest: string,
  today: string,
): MovedLine['covers'] {
  if (coversFrom === null || coversTo === null) return { coversFrom: null, coversTo: null };
  const [from, leftFrom] = [
    coversFrom > earliest ? coversFrom : earliest,
    coversFrom > today ? coversFrom : today,
  ];
  return {
    coversFrom: from,
    coversTo: addDays(from, Math.max(0, (Date.parse(coversTo) - Date.parse(leftFrom)) / DAY_MS)),
  };
}

/**
 * The part of each discount and then of each reduction that is kept: the same percentage or, for a
 * sum in kip, the share of the sessions left; together never more than the line.
 */
export function keptDiscounts(
  { line, locked, used, bought }: LeavingLine,
  amountLAK: number,
): MovedLine['discounts'] {
  let rest = amountLAK;
  const { discounts, reductions } = leftOf(line, locked.parts.lines);
  return [...discountsByRule(discounts), ...reductions].flatMap(({ discount, offLAK }) => {
    const kept =
      discount.percent === null
        ? shareLeft(offLAK, used, bought)
        : proRata(amountLAK, discount.percent, 100, 1);
    const off = Math.min(rest, kept);
    rest -= off;
    return off > 0 ? [{ discount, amountLAK: -off }] : [];
  });
}

type Place = {
  studentId: string;
  toClassId: string;
  /**
   * Set for a transfer: all sessions count from its effective day on, and its price may be above
   * the value left.
   */
  transfer?: { from: string; keepsDiscounts: boolean };
};

/**
 * The sessions of the class that a line buys, and the share of the price for them: as many as were
 * left on the line, if as many are still to come.
 */
function boughtIn(
  from: LeavingLine,
  meetings: readonly { date: string }[],
  {
    covers: { coversFrom, coversTo },
    taken,
    ofSessions,
  }: { covers: MovedLine['covers']; taken: number; ofSessions: number },
) {
  const { basis, used, bought, line, locked } = from;
  const left = bought - used;
  const { quantity } = leftOf(line, locked.parts.lines);
  if (basis === 'term')
    return { quantity, sessions: meetings.length, part: meetings.length, of: ofSessions };
  if (basis === 'month')
    return {
      quantity,
      sessions: meetings.filter(
        ({ date }) => date >= (coversFrom ?? '') && date <= (coversTo ?? ''),
      ).length,
      part: left,
      of: bought,
    };
  const count = Math.min(left, meetings.length - taken);
  return { quantity: count, sessions: count, part: 1, of: 1 };
}

/**
 * Prices the lines of a place in another class. Each costs today's fee for the sessions that are
 * left there, rounded to the kip like the value left, and no more than that value. A line for which
 * the class has no session leaves its whole value.
 */
export function priceMoved(
  lines: readonly LeavingLine[],
  { studentId, toClassId, transfer }: Place,
  { prices, rates, categories }: MoveSources,
): MovedLine[] | MoveProblem {
  const target = prices.classes.get(toClassId);
  if (!target) throw new Error('The class was loaded');
  const { nameEn, nameLo, classCode } = target;
  const earliest = transfer?.from ?? prices.today;
  const start = placeStart({ startDate: null }, target, earliest);
  const meetings = prices.meetings.filter(
    (one) =>
      one.classId === toClassId &&
      one.date >= start &&
      (transfer !== undefined || startsAt(one) >= Date.parse(prices.now)),
  );
  const moved: MovedLine[] = [];
  for (const from of lines.filter(({ used, bought }) => used < bought).toReversed()) {
    const found = placePriceOf(
      {
        key: '',
        classId: toClassId,
        studentId,
        priceCategory: categories.get(studentId) ?? '',
        basis: from.basis,
        units: 1,
        startDate: null,
        coversFrom: null,
      },
      prices,
    );
    if (!found) return { problem: 'priceMissing', n: classCode };
    const { feeId, price, ofSessions } = found;
    const rate = rateOf(price, rates);
    if (!rate) return { problem: 'rateMissing', n: price.currency };
    const before =
      moved.findLast(({ covers: { coversTo } }) => coversTo !== null)?.covers.coversTo ?? null;
    const covers = daysLeft(from, before === null ? start : addDays(before, 1), earliest);
    const { quantity, sessions, part, of } = boughtIn(from, meetings, {
      covers,
      taken: sumOfAll(moved.map((one) => one.sessions)),
      ofSessions,
    });
    if (sessions <= 0) continue;
    const amountLAK = convert(
      proRata(price.amount * quantity, part, of, 1),
      price.currency,
      rate.rate,
    );
    const discounts = transfer?.keepsDiscounts === false ? [] : keptDiscounts(from, amountLAK);
    const fullLAK = amountLAK + sumOfAll(discounts.map((one) => one.amountLAK));
    const netLAK = transfer ? fullLAK : Math.min(fullLAK, from.valueLAK);
    const names = inClass({ nameEn, nameLo }, classCode);
    moved.push({
      from,
      feeId,
      price,
      quantity,
      sessions,
      ofSessions: of,
      ...rate,
      amountLAK,
      discounts,
      aboveLAK: fullLAK - netLAK,
      netLAK,
      names,
      covers,
    });
  }
  return moved;
}

/**
 * Gathers the discounts and reductions that a new line keeps, with their reasons and signatures.
 */
export function postKept(
  posting: Posting,
  whose: Pick<OrderLine, 'orderId' | 'studentId' | 'enrolmentId'> & { ofLineId: string },
  { discounts, position }: { discounts: MovedLine['discounts']; position: () => number },
): void {
  for (const {
    discount: { kind, nameEn, nameLo, ruleId, percent, reason, approvedById },
    amountLAK,
  } of discounts)
    addLine(posting, {
      ...whose,
      position: position(),
      kind,
      nameEn,
      nameLo,
      ruleId,
      percent,
      reason,
      approvedById,
      amountLAK,
    });
}

type MovedTo = {
  orderId: string;
  enrolmentId: string;
  minimumLAK: number;
  position: () => number;
  reason: string;
};

/**
 * Gathers the tuition of a place in the other class with its discounts, and gives the id of the
 * line.
 */
export function postTuition(
  posting: Posting,
  { from: { line }, names, covers, discounts, ...moved }: MovedLine,
  { orderId, enrolmentId, minimumLAK, position, reason }: MovedTo,
): string {
  const whose = { orderId, studentId: line.studentId, enrolmentId };
  const { feeId, quantity, sessions, price, rate, rateId, amountLAK } = moved;
  const lineId = addLine(posting, {
    ...whose,
    position: position(),
    kind: 'tuition',
    ...names,
    feeId,
    quantity,
    sessions,
    unitPrice: price.amount,
    currency: price.currency,
    rate,
    rateId,
    amountLAK,
    minimumLAK,
    ...covers,
    reason,
  });
  postKept(posting, { ...whose, ofLineId: lineId }, { discounts, position });
  return lineId;
}

/** Gathers the lines of a place in the other class, on the order that the line was left on. */
export function postMoved(
  posting: Posting,
  moved: MovedLine,
  enrolmentId: string,
  reason: string,
): void {
  const {
    from: {
      line: { orderId, studentId, minimumLAK },
      locked,
    },
    aboveLAK,
  } = moved;
  const position = () => nextPosition(linesWith(posting, locked));
  const lineId = postTuition(posting, moved, {
    orderId,
    enrolmentId,
    minimumLAK,
    position,
    reason,
  });
  const whose = { orderId, studentId, enrolmentId };
  if (aboveLAK > 0)
    addLine(posting, {
      ...whose,
      position: position(),
      kind: 'adjustment',
      ofLineId: lineId,
      ...CANCELLED_NAMES,
      amountLAK: -aboveLAK,
      reason,
    });
}
