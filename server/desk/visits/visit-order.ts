import { uuidv7 } from 'uuidv7';
import { addDays } from '#contract/dates.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { registrationKey, type PricedLine, type PricedVisit } from '#contract/desk/visit-prices.ts';
import { isReducible } from '#contract/desk/visit-reductions.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import { monthsCovered, placeStart } from '#server/catalogue/course-fees/place-prices.ts';
import { searchText } from '#server/db/search-text.ts';
import { addLine, addPart, type Posting } from '#server/ledger/books/posting.ts';
import { inClass, ROUNDING_NAMES } from '#server/ledger/orders/order-lines.ts';
import type { OrderReceived } from '#server/ledger/orders/receive-money.ts';
import { moveStock, reserveStock, type LockedStock } from '#server/ledger/stock/stock-levels.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import type { Writer } from '#server/lib/writer.ts';
import { cashTakenAt } from './offline-cash.ts';
import type { ApprovalsByLine } from './visit-approvals.ts';
import type { VisitFacts } from './visit-facts.ts';
import type { VisitPeople } from './visit-people.ts';

type Names = { nameEn: string; nameLo: string };

/** The name that is stored on a line of a visit. */
function nameOf(
  input: VisitInput,
  { sources, products }: VisitFacts,
  { key, kind, refId }: PricedLine,
): Names {
  if (kind === 'adjustment') {
    const reason = input.adjustments.find((one) => one.key === key)?.reason ?? '';
    return { nameEn: reason, nameLo: reason };
  }
  if (kind === 'product') {
    const { nameEn = '', nameLo = '' } = products.get(refId ?? '') ?? {};
    return { nameEn, nameLo };
  }
  const place = input.places.find((one) => one.key === key || registrationKey(one.key) === key);
  const {
    nameEn = '',
    nameLo = '',
    classCode = '',
  } = (place && sources.classes.get(place.classId)) ?? {};
  if (kind === 'registration')
    return {
      nameEn: `Registration fee: ${nameEn}`,
      nameLo: `ຄ່າລົງທະບຽນ: ${nameLo === '' ? nameEn : nameLo}`,
    };
  return inClass({ nameEn, nameLo }, classCode);
}

type OrderedLines = {
  orderId: string;
  input: VisitInput;
  priced: PricedVisit;
  facts: VisitFacts;
  idOf: (key: string) => string;
  enrolmentIds: ReadonlyMap<string, string>;
  signed: ApprovalsByLine['discounts'];
};

/** Gathers the parts of the reductions, each with the line that it lowers. */
function postReductions(
  posting: Posting,
  { orderId, input, priced, facts }: Pick<OrderedLines, 'orderId' | 'input' | 'priced' | 'facts'>,
  { lineIds, position }: { lineIds: ReadonlyMap<string, string>; position: number },
): number {
  const parts = priced.lines.flatMap((line) => line.parts.map((part) => ({ line, ...part })));
  for (const [at, { line, key, amountLAK }] of parts.entries()) {
    const lowered = posting.rows.lines.find(({ _id }) => _id === lineIds.get(key));
    const names = nameOf(input, facts, line);
    addLine(posting, {
      orderId,
      position: position + at + 1,
      kind: 'adjustment',
      ofLineId: lowered?._id ?? null,
      ...names,
      studentId: lowered?.studentId ?? null,
      enrolmentId: lowered?.enrolmentId ?? null,
      amountLAK,
      reason: names.nameEn,
    });
  }
  return position + parts.length;
}

/**
 * Gathers the lines of a visit with their discounts; returns the id of each line by its key, and
 * the number of lines.
 */
function postLines(
  posting: Posting,
  { orderId, input, priced, facts, idOf, enrolmentIds, signed }: OrderedLines,
): { lineIds: Map<string, string>; count: number } {
  const lineIds = new Map<string, string>();
  let position = 0;
  for (const line of priced.lines.filter(isReducible)) {
    const place = input.places.find(({ key }) => key === line.key);
    const target = place && facts.sources.classes.get(place.classId);
    const isMonth = place?.basis === 'month' && target !== undefined;
    const months = isMonth
      ? monthsCovered(
          place.coversFrom ?? placeStart(place, target, facts.sources.today),
          place.units,
        )
      : {};
    const isFee = line.kind === 'tuition' || line.kind === 'registration';
    const whose = {
      studentId: line.studentKey === null ? null : idOf(line.studentKey),
      enrolmentId: (place && enrolmentIds.get(place.key)) ?? null,
      productId: line.kind === 'product' ? line.refId : null,
    };
    const names = nameOf(input, facts, line);
    position += 1;
    const lineId = addLine(posting, {
      orderId,
      position,
      kind: line.kind,
      ...names,
      ...whose,
      feeId: isFee ? line.refId : null,
      quantity: line.quantity,
      sessions: line.sessions,
      unitPrice: Math.max(0, line.price.amount),
      currency: line.price.currency,
      rate: line.rate,
      rateId: line.rateId,
      amountLAK: line.amountLAK,
      minimumLAK: line.kind === 'tuition' ? line.minimumLAK : 0,
      ...months,
      reason: line.kind === 'adjustment' ? names.nameEn : '',
    });
    lineIds.set(line.key, lineId);
    for (const { ruleId, percent, reason, amountLAK } of line.discounts) {
      const byHand = { nameEn: `Discount ${percent ?? ''} %`, nameLo: `ສ່ວນຫຼຸດ ${percent ?? ''} %` };
      position += 1;
      addLine(posting, {
        orderId,
        position,
        kind: 'discount',
        ofLineId: lineId,
        ...whose,
        ...((ruleId === null ? undefined : facts.ruleNames.get(ruleId)) ?? byHand),
        ruleId,
        percent,
        reason,
        approvedById: signed.get(line.key)?.approvedById ?? null,
        amountLAK,
      });
    }
  }
  const count = postReductions(posting, { orderId, input, priced, facts }, { lineIds, position });
  return { lineIds, count };
}

type GivenGoods = {
  stock: LockedStock;
  lineIds: ReadonlyMap<string, string>;
  orderId: string;
  number: string;
};

const lineOf = (lineIds: ReadonlyMap<string, string>, key: string) => {
  const lineId = lineIds.get(key);
  return lineId === undefined ? {} : { lineId };
};

/**
 * Hands over the goods that are given now and reserves the rest; a held order reserves everything.
 * Products without tracked stock leave no trace. Returns how many pieces were handed over.
 */
async function giveGoods(
  writer: Writer,
  input: VisitInput,
  { stock, lineIds, orderId, number }: GivenGoods,
): Promise<number> {
  const counted = new Set([...stock.levels.values()].map(({ productId }) => productId));
  const lines = input.products.filter(({ productId }) => counted.has(productId));
  const isGiven = ({ giveNow }: (typeof lines)[number]) => giveNow && !input.hold;
  const given = lines.filter(isGiven);
  const kept = lines.filter((line) => !isGiven(line));
  const { branchId } = input;
  if (kept.length > 0)
    await reserveStock(
      writer.tx,
      stock,
      kept.map(({ productId, quantity }) => ({ productId, branchId, qtyChange: quantity })),
    );
  if (given.length === 0) return 0;
  const paper = { type: 'sale', paper: 'order', paperId: orderId, paperNumber: number } as const;
  await moveStock(
    writer,
    stock,
    given.map(({ key, productId, quantity }) => ({
      ...paper,
      productId,
      branchId,
      qtyChange: -quantity,
      ...lineOf(lineIds, key),
    })),
  );
  return given.reduce((sum, { quantity }) => sum + quantity, 0);
}

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

/** The facts that the order of a visit is made from. */
type OrderedVisit = {
  people: VisitPeople;
  facts: VisitFacts;
  priced: PricedVisit;
  stock: LockedStock;
  posting: Posting;
  signed: ApprovalsByLine;
};

type NewOrder = {
  orderId: string;
  clientRef: string;
  holdUntil: string | null;
  receiptId: string | null;
  money: OrderReceived | undefined;
  enrolmentIds: ReadonlyMap<string, string>;
};

/** The id of the new order; null if the visit makes none. */
export const newOrderId = ({ outcome }: PricedVisit): string | null =>
  outcome === 'noOrder' ? null : uuidv7();

/** Gathers the order of a visit with its lines and plan; hands over or reserves its goods. */
export async function postOrder(
  writer: Writer,
  input: VisitInput,
  { people, facts, priced, stock, posting, signed }: OrderedVisit,
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
    _id: orderId,
    number,
    branchId: input.branchId,
    clientRef,
    source: 'desk' as const,
    ...facts.payer,
    ...walkIn,
    state,
    holdUntil,
    holdOnPurpose: priced.isHeldOnPurpose,
    ...confirmed,
    totalLAK,
    paidLAK,
    pendingLAK,
    note: input.note,
    takenOfflineAt: cashTakenAt(input, at),
    byId: writer.user._id,
    at,
    day,
  };
  posting.rows.orders.push({
    ...row,
    search: searchText(row, ['number', 'walkInName', 'walkInPhone']),
  });
  const { lineIds, count } = postLines(posting, {
    orderId,
    input,
    priced,
    facts,
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
    dueDays: facts.branch.dueDays,
  });
  const givenPieces = await giveGoods(writer, input, { stock, lineIds, orderId, number });
  return { _id: orderId, number, state, totalLAK, paidLAK, pendingLAK, givenPieces };
}
