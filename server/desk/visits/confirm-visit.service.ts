import { and, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { priceVisit } from '#contract/price-visit.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import { undoUntil, type VisitAnswer } from '#contract/visit-answers.ts';
import { visitChanges } from '#contract/visit-changes.ts';
import type { VisitInput } from '#contract/visits.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { HoldEnded, RetryTransaction, type Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { spendSignatures } from '#server/centre/approvals/signatures.ts';
import { openBooks, beginPosting, flush, type NewReceipt } from '#server/ledger/books/posting.ts';
import { requireOpenShift } from '#server/ledger/drawers/shifts.service.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { expireHolds } from '#server/academic/enrolments/expire-holds.ts';
import {
  findWaitingPlaces,
  recheckWaitingPlaces,
  activatePlacesThatReachedMinimum,
  waitingPlaces,
  endedHoldsWith,
} from '#server/ledger/orders/waiting-places.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import {
  payOrders,
  receivedMoney,
  postMoney,
  requireTenders,
} from '#server/ledger/orders/receive-money.ts';
import { lockStock } from '#server/ledger/stock/stock-levels.ts';
import { objectionsTo, requireReducedLines } from './check-visit.service.ts';
import { loadAccount, loadVisit, type LoadedVisit } from './load-visit.ts';
import { isSamePayer } from '#server/ledger/orders/payer-account.ts';
import { checkPlaces, writePlaces, type CheckedPlaces } from './visit-places.ts';
import { addPeople, lockVisit, studentKeysOf } from './visit-people.ts';
import { readVisitSignatures, signedDiscounts } from './visit-signatures.ts';
import { postOrder, type ApprovalsByLine, type VisitBill } from './post-order.ts';
import {
  cashTakenAt,
  keepOfflineCash,
  offsetCountedCash,
  tellShortages,
  wasTakenOffline,
} from './offline-cash.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';

const HOUR_MS = 3_600_000;

/** Everything that a visit has read and locked before its first money is written. */
type PreparedVisit = VisitBill & {
  findings: CheckedPlaces['findings'];
  waiting: readonly LockedOrder[];
};

/** Throws unless the user has the rights that the content of the visit needs. */
function requireRights({ user }: Writer, input: VisitInput): void {
  const isByHand = [...input.places, ...input.products].some(
    ({ discount }) => discount.kind === 'byHand',
  );
  const isAllowed =
    (input.adjustments.length === 0 || can(user.role, 'orders:adjust')) &&
    (!isByHand || user.role !== 'finance');
  if (!isAllowed) throw new ApiError('forbidden');
}

/**
 * Locks the orders that the visit pays and the credit that it uses, and reads them again, because
 * they may just have changed.
 */
async function lockAccount(
  { tx, user }: Writer,
  input: VisitInput,
  seen: LoadedVisit,
): Promise<LoadedVisit> {
  const payments = input.creditLAK > 0 ? seen.free.map(({ _id }) => _id) : [];
  if (input.debts.length + payments.length === 0) return seen;
  await takeLocks(tx, { orders: input.debts.map(({ orderId }) => orderId), payments });
  const { free, prices } = await loadAccount(
    tx,
    seen.payer,
    seesAllBranches(user.role) ? null : input.branchId,
  );
  return { ...seen, free, prices: { ...seen.prices, ...prices } };
}

/**
 * Takes all locks in the common order, reads again after them, and throws if anything objects to
 * the visit. Only new people are written by then.
 */
async function lockAndCheckVisit(writer: Writer, input: VisitInput): Promise<PreparedVisit> {
  const { tx, user } = writer;
  requireRights(writer, input);
  const debtIds = input.debts.map(({ orderId }) => orderId);
  const waitedFor = await findWaitingPlaces(writer, debtIds);
  const locked = await lockVisit(writer, input, waitedFor.flatMap(waitingPlaces));
  const people = await addPeople(writer, input);
  const { idOf } = people;
  // Expires ended holds, which would still block the same student in the same class.
  const classIds = input.places.map(({ classId }) => classId);
  if (classIds.length > 0)
    await expireHolds(tx, {
      which: and(
        inArray(enrolmentTable.classId, classIds),
        inArray(enrolmentTable.studentId, studentKeysOf(input).map(idOf)),
      ),
    });
  const seen = await loadVisit(tx, user, input, { idOf, now: await wallClockNow(tx) });
  if (locked !== null && !isSamePayer(locked, seen.payer)) throw new RetryTransaction();
  const discountLimitPercent = can(user.role, 'orders:adjust')
    ? 100
    : seen.rules.discountLimitPercent;
  const signatures = await readVisitSignatures(tx, user, input);
  const { findings, overrides, objections } = await checkPlaces({ db: tx, user }, input, {
    idOf,
    signatures,
  });
  const loaded = await lockAccount(writer, input, seen);
  const tracked = input.products.filter(
    ({ productId }) => loaded.prices.products[productId]?.trackStock,
  );
  const stock = await lockStock(
    tx,
    tracked.map(({ productId }) => ({ productId, branchId: input.branchId })),
  );
  await takeLocks(tx, { shifts: input.shiftId === null ? [] : [input.shiftId] });
  const books = await openBooks(tx, [input.branchId]);
  await requireTenders(tx, user, input.tenders, {
    branchId: input.branchId,
    payer: loaded.payer,
  });
  const hasCash = input.tenders.some(({ method }) => method === 'cash');
  if (hasCash && input.shiftId !== null)
    await requireOpenShift(tx, input.shiftId, books, { ofToday: true });
  const waiting = await recheckWaitingPlaces(writer, debtIds, waitedFor, books.at);
  // Prices were read before the last locks; they must be those of the day on which the visit
  // counts.
  if (loaded.prices.today !== books.day) throw new RetryTransaction();
  const priced = priceVisit(input, loaded.prices, loaded.rates, {
    ...loaded.rules,
    discountLimitPercent,
  });
  const changes = visitChanges(input, priced, loaded.rates);
  if (changes.length > 0) throw new ApiError('totalChanged', { rows: changes });
  requireReducedLines(input, priced);
  const signed = signedDiscounts(signatures, input, priced, discountLimitPercent);
  const refused = [...signed.objections, ...objections, ...objectionsTo(input, { priced, stock })];
  const ended = refused.some(({ problem }) => problem === 'stock')
    ? await endedHoldsWith(
        tx,
        input.branchId,
        tracked.map(({ productId }) => productId),
      )
    : [];
  if (ended.length > 0) throw new HoldEnded(ended);
  if (refused.length > 0) throw new ApiError('visitRefused', { rows: refused });
  const { discounts } = signed;
  if (!(await spendSignatures(tx, [...discounts.values(), ...overrides.values()])))
    throw new ApiError('approvalEnded');
  return {
    people,
    loaded,
    priced,
    findings,
    stock,
    waiting,
    posting: beginPosting(books, user),
    signed: { discounts, overrides },
  };
}

/** The signer of each line, for the audit log. */
function signedFor({ discounts, overrides }: ApprovalsByLine) {
  const rows = Object.entries({ discount: discounts, override: overrides }).flatMap(([kind, of]) =>
    [...of].map(([key, { _id: approvalId, approvedBy, approvedById }]) => ({
      kind,
      key,
      approvalId,
      approvedBy,
      approvedById,
    })),
  );
  return rows.length > 0 ? { signatures: rows } : {};
}

type Order = NonNullable<VisitAnswer['order']>;

function answerOf(
  input: VisitInput,
  { priced, people, posting: { at } }: PreparedVisit,
  {
    order,
    receipt,
    offlineCash,
    enrolmentIds,
    isCounted,
    ...wrote
  }: Pick<VisitAnswer, 'offlineCash'> & {
    order: Order | null;
    receipt: NewReceipt | null;
    enrolmentIds: ReadonlyMap<string, string>;
    isCounted: boolean;
  } & Required<Pick<VisitAnswer, 'money' | 'activated' | 'ref'>>,
): VisitAnswer {
  return {
    order,
    receipt,
    change: priced.change.map(({ currency, amount }) => ({ currency, amount })),
    enrolments: input.places.map((place) => ({
      key: place.key,
      _id: enrolmentIds.get(place.key) ?? '',
      status: place.joinsWaitingList ? 'waitlisted' : input.hold ? 'pending' : 'active',
    })),
    made: people.made,
    offlineCash,
    ...wrote,
    at,
    // An earlier count had the cash, so the clerk cannot hand it out of the open drawer again.
    undoUntil: isCounted ? at : undoUntil(at),
  };
}

/**
 * POST `/visits`: writes people, enrolments, goods, bill and money in one transaction; all of it,
 * or nothing.
 */
export async function confirmVisit(
  writer: Writer,
  input: VisitInput,
  { clientRef, deviceId }: { clientRef: string; deviceId: string | null },
): Promise<Written<VisitAnswer>> {
  const prepared = await lockAndCheckVisit(writer, input);
  const { people, loaded, priced, findings, waiting, posting, signed } = prepared;
  const { branch, payer, free, rates } = loaded;
  const { at } = posting;
  const orderId = priced.outcome === 'noOrder' ? null : uuidv7();
  const holdUntil = input.hold
    ? new Date(Date.parse(at) + branch.holdHours * HOUR_MS).toISOString()
    : null;
  const places = await writePlaces(writer, input, {
    idOf: people.idOf,
    loaded,
    findings,
    holdUntil,
  });
  const offline = await offsetCountedCash(writer.tx, { ...posting, user: writer.user }, input, {
    change: priced.change,
    deviceId,
  });
  const { receipt, money } = await postMoney(posting, {
    ...{ input, priced, rates, payer, free },
    orderIdOf: (id) => id ?? orderId ?? '',
  });
  const receiptId = receipt?._id ?? null;
  await payOrders(
    posting,
    money.filter((paid) => paid.orderId !== orderId),
    receiptId,
  );
  const activated = await activatePlacesThatReachedMinimum(writer, posting, waiting, money);
  const order =
    orderId === null
      ? null
      : await postOrder(writer, input, prepared, {
          ...{ orderId, clientRef, holdUntil, receiptId },
          money: money.find((paid) => paid.orderId === orderId),
          enrolmentIds: places.ids,
        });
  const mayRunShort = await wasTakenOffline(writer.tx, input, { at, deviceId });
  if (mayRunShort) await tellShortages(writer.tx, posting, input.branchId);
  await flush(posting, { mayRunShort });
  await keepOfflineCash(writer.tx, offline, receiptId);
  const answer = answerOf(input, prepared, {
    ...{
      order,
      receipt,
      offlineCash: offline.note,
      isCounted: offline.isCounted,
      enrolmentIds: places.ids,
      activated: places.activated,
    },
    money: await receivedMoney(writer.tx, priced, money),
    ref: clientRef,
  });
  const entry = {
    action: 'create',
    entity: 'orders',
    entityId: orderId ?? receiptId ?? clientRef,
    branchId: input.branchId,
    after: { ...answer, payer, takenOfflineAt: cashTakenAt(input, at), ...signedFor(signed) },
  };
  return { answer, audit: [...people.audit, ...places.audit, entry, ...activated] };
}
