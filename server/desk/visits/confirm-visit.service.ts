import { undoUntil, type VisitAnswer } from '#contract/desk/visit-answers.ts';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import { holdUntilFrom } from '#server/academic/enrolments/holds.ts';
import {
  beginPosting,
  flush,
  openBooks,
  type NewReceipt,
  type Posting,
} from '#server/ledger/books/posting.ts';
import { lockCashShift, requireOpenShift } from '#server/ledger/drawers/shifts.service.ts';
import {
  payOrders,
  postMoney,
  receivedMoney,
  requireTenders,
  type OrderReceived,
} from '#server/ledger/orders/receive-money.ts';
import {
  activatePlacesThatReachedMinimum,
  findWaitingPlaces,
  recheckWaitingPlaces,
  waitingPlaces,
} from '#server/ledger/orders/waiting-places.ts';
import { lockStock, type LockedStock } from '#server/ledger/stock/stock-levels.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  objectionsTo,
  priceByFacts,
  requireNothingInTheWay,
  requireReducedLines,
  requireSameTotals,
} from './check-visit.service.ts';
import {
  cashTakenAt,
  keepOfflineCash,
  offsetCountedCash,
  tellShortages,
  wasTakenOffline,
  type OfflineOutcome,
} from './offline-cash.ts';
import {
  readVisitApprovals,
  requireRights,
  signersOf,
  spendApprovals,
  type ApprovalsByLine,
  type VisitApprovals,
} from './visit-approvals.ts';
import {
  countedProducts,
  lockAccount,
  readVisitFacts,
  requireSameDay,
  requireSamePayer,
  type VisitFacts,
} from './visit-facts.ts';
import { newOrderId, postOrder } from './visit-order.ts';
import { addNewPeople, lockPeopleAndClasses, type VisitPeople } from './visit-people.ts';
import {
  checkPlaces,
  enrolStudents,
  expireEndedHolds,
  type CheckedPlaces,
  type EnrolledStudents,
} from './visit-places.ts';

/** The key of the visit, which its order stores, and the device that sent it. */
type VisitOrigin = { clientRef: string; deviceId: string | null };

/**
 * A visit behind all its locks, with everything read. Only its new people and the ends of holds are
 * written.
 */
type LockedVisit = {
  people: VisitPeople;
  expired: AuditEntry[];
  facts: VisitFacts;
  approvals: VisitApprovals;
  places: CheckedPlaces;
  stock: LockedStock;
  posting: Posting;
  /** The paid orders whose places wait for the minimum. */
  waiting: Awaited<ReturnType<typeof findWaitingPlaces>>;
};

/** A locked visit that nothing objects to, with its prices and the signatures that it used. */
type PreparedVisit = LockedVisit & { priced: PricedVisit; signed: ApprovalsByLine };

/** The money of a visit: its receipt, the share of each order, and the places that it activated. */
type ReceivedMoney = {
  receipt: NewReceipt | null;
  money: OrderReceived[];
  cash: OfflineOutcome;
  activated: Awaited<ReturnType<typeof activatePlacesThatReachedMinimum>>;
};

/** A visit as it was written. */
type SavedVisit = ReceivedMoney & { enrolled: EnrolledStudents; order: VisitAnswer['order'] };

type ConfirmedVisit = VisitAnswer & { ref: string };

/**
 * POST `/visits`: writes people, enrolments, goods, order and money in one transaction; all of it,
 * or nothing. docs/architecture.md, "Confirming a visit, file by file".
 */
export async function confirmVisit(
  writer: Writer,
  input: VisitInput,
  origin: VisitOrigin,
): Promise<WriteResult<VisitAnswer>> {
  requireRights(writer, input);
  const locked = await lockVisit(writer, input);
  const prepared = await priceAndCheck(writer, input, locked);
  const saved = await writeVisit(writer, input, prepared, origin);
  const answer = await answerOf(writer, input, prepared, { ...saved, ref: origin.clientRef });
  return { answer, audit: auditOf(input, prepared, saved, answer) };
}

/** Takes all locks in the common order of writes, and reads again behind each of them. */
async function lockVisit(writer: Writer, input: VisitInput): Promise<LockedVisit> {
  const { tx, user } = writer;
  const debtIds = input.debts.map(({ orderId }) => orderId);
  const waitedFor = await findWaitingPlaces(writer, debtIds);
  const payer = await lockPeopleAndClasses(writer, input, waitedFor.flatMap(waitingPlaces));
  const people = await addNewPeople(writer, input);
  const { idOf } = people;
  const expired = await expireEndedHolds(tx, input, idOf);
  const found = await readVisitFacts(tx, user, input, idOf);
  requireSamePayer(payer, found);
  const approvals = await readVisitApprovals(tx, user, input);
  const places = await checkPlaces({ db: tx, user }, input, { idOf, approvals });
  const facts = await lockAccount(writer, input, found);
  const { stock, posting } = await lockGoodsAndBooks(writer, input, facts);
  const waiting = await recheckWaitingPlaces(writer, debtIds, waitedFor, posting.at);
  return { people, expired, facts, approvals, places, stock, posting, waiting };
}

/** Locks stock, drawer and books. Throws unless the money of the visit can be taken there. */
async function lockGoodsAndBooks(
  { tx, user }: Writer,
  input: VisitInput,
  facts: VisitFacts,
): Promise<Pick<LockedVisit, 'stock' | 'posting'>> {
  const { branchId, shiftId, tenders } = input;
  const counted = countedProducts(input, facts);
  const stock = await lockStock(
    tx,
    counted.map((productId) => ({ productId, branchId })),
  );
  await lockCashShift(tx, shiftId);
  const posting = beginPosting(await openBooks(tx, [branchId]), user);
  await requireTenders(tx, user, tenders, { branchId, payer: facts.payer });
  const hasCash = tenders.some(({ method }) => method === 'cash');
  if (hasCash && shiftId !== null) await requireOpenShift(tx, shiftId, posting, { ofToday: true });
  return { stock, posting };
}

/**
 * Prices the visit. Throws if a sum differs from the one that the clerk saw, or if anything objects
 * to the visit; else uses its signatures up.
 */
async function priceAndCheck(
  { tx }: Writer,
  input: VisitInput,
  locked: LockedVisit,
): Promise<PreparedVisit> {
  const { facts, places, posting, stock } = locked;
  requireSameDay(facts, posting.day);
  const priced = priceByFacts(input, facts);
  requireSameTotals(input, priced, facts);
  requireReducedLines(input, priced);
  const judged = { ...locked, priced, levels: stock.levels };
  const { discounts, objections } = objectionsTo(input, judged);
  await requireNothingInTheWay(tx, input, facts, objections);
  const signed = { discounts, overrides: places.overrides };
  await spendApprovals(tx, signed);
  return { ...locked, priced, signed };
}

/** Enrols the students, receives the money, makes the order, and writes out what was gathered. */
async function writeVisit(
  writer: Writer,
  input: VisitInput,
  prepared: PreparedVisit,
  origin: VisitOrigin,
): Promise<SavedVisit> {
  const { people, facts, places, priced, posting } = prepared;
  const holdUntil = input.hold ? holdUntilFrom(posting.at, facts.branch.holdHours) : null;
  const enrolling = { idOf: people.idOf, facts, findings: places.findings, holdUntil };
  const enrolled = await enrolStudents(writer, input, enrolling);
  const orderId = newOrderId(priced);
  const received = await receiveMoney(writer, input, prepared, { ...origin, orderId });
  const order =
    orderId === null
      ? null
      : await postOrder(writer, input, prepared, {
          orderId,
          clientRef: origin.clientRef,
          holdUntil,
          receiptId: received.receipt?._id ?? null,
          money: received.money.find((paid) => paid.orderId === orderId),
          enrolmentIds: enrolled.ids,
        });
  await writeOut(writer, input, posting, { ...received, ...origin });
  return { ...received, enrolled, order };
}

/** Gathers the money of the visit, and adds it to the older orders that it pays. */
async function receiveMoney(
  writer: Writer,
  input: VisitInput,
  { facts: { rates, payer, free }, priced, posting, waiting }: PreparedVisit,
  { orderId, deviceId }: { orderId: string | null; deviceId: string | null },
): Promise<ReceivedMoney> {
  const { tx, user } = writer;
  const taken = { change: priced.change, deviceId };
  const cash = await offsetCountedCash(tx, { ...posting, user }, input, taken);
  const { receipt, money } = await postMoney(posting, {
    input,
    priced,
    rates,
    payer,
    free,
    orderIdOf: (id) => id ?? orderId ?? '',
  });
  const older = money.filter((paid) => paid.orderId !== orderId);
  await payOrders(posting, older, receipt?._id ?? null);
  const activated = await activatePlacesThatReachedMinimum(writer, posting, waiting, money);
  return { receipt, money, cash, activated };
}

/**
 * Writes the gathered rows. Change that was given without network has left the drawer already, so a
 * drawer that falls short is told to the superadmins instead of refused.
 */
async function writeOut(
  { tx }: Writer,
  input: VisitInput,
  posting: Posting,
  { cash, receipt, deviceId }: Pick<ReceivedMoney, 'cash' | 'receipt'> & VisitOrigin,
): Promise<void> {
  const mayRunShort = await wasTakenOffline(tx, input, { at: posting.at, deviceId });
  if (mayRunShort) await tellShortages(tx, posting, input.branchId);
  await flush(posting, { mayRunShort });
  await keepOfflineCash(tx, cash, receipt?._id ?? null);
}

async function answerOf(
  { tx }: Writer,
  input: VisitInput,
  { priced, people, posting: { at } }: PreparedVisit,
  { order, receipt, money, enrolled, cash, ref }: SavedVisit & { ref: string },
): Promise<ConfirmedVisit> {
  return {
    order,
    receipt,
    change: priced.change.map(({ currency, amount }) => ({ currency, amount })),
    enrolments: input.places.map(({ key, joinsWaitingList }) => ({
      key,
      _id: enrolled.ids.get(key) ?? '',
      status: joinsWaitingList ? 'waitlisted' : input.hold ? 'pending' : 'active',
    })),
    made: people.made,
    activated: enrolled.activated,
    offlineCash: cash.note,
    money: await receivedMoney(tx, priced, money),
    ref,
    at,
    // An earlier count had the cash, so the clerk cannot hand it out of the open drawer again.
    undoUntil: cash.isCounted ? at : undoUntil(at),
  };
}

/**
 * The audit rows of the visit: new people, holds that had ended, places, the visit itself, and
 * places that waited.
 */
function auditOf(
  input: VisitInput,
  { people, expired, facts, posting, signed }: PreparedVisit,
  { enrolled, order, receipt, activated }: SavedVisit,
  answer: ConfirmedVisit,
): WriteResult<VisitAnswer>['audit'] {
  const visit = {
    action: 'create',
    entity: 'orders',
    entityId: order?._id ?? receipt?._id ?? answer.ref,
    branchId: input.branchId,
    after: {
      ...answer,
      payer: facts.payer,
      takenOfflineAt: cashTakenAt(input, posting.at),
      ...signersOf(signed),
    },
  };
  return [...people.audit, ...expired, ...enrolled.audit, visit, ...activated];
}
