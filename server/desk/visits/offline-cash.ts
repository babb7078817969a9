import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { Change } from '#contract/money/cash.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import type { OfflineCashNote } from '#contract/desk/visit-answers.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import type { Tx } from '#server/db/client.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { CLOCK_GRACE_MS, wasSilentAt } from '#server/centre/auth/devices.ts';
import { drawerNameOf, shortagesOf } from '#server/ledger/books/drawer-shortages.ts';
import { addDrawerRow, type Posting } from '#server/ledger/books/posting.ts';
import type { ClosingContent } from '#server/ledger/drawers/drawers.service.ts';
import {
  closingTable,
  drawerMovementTable as movement,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { offlineCashTable } from '#server/db/tables/ledger/offline-cash.table.ts';
import {
  currenciesOf,
  zeroSums,
  perCurrency,
  worthLAK,
} from '#server/ledger/drawers/drawer-sums.ts';

type OfflineCash = Pick<VisitInput, 'branchId' | 'takenOfflineAt' | 'shiftId' | 'tenders'>;

/**
 * The time at which the cash of a visit was taken without network, never later than the posting,
 * because a device's clock may be ahead.
 */
export const cashTakenAt = ({ takenOfflineAt }: OfflineCash, at: string): string | null =>
  takenOfflineAt !== null && takenOfflineAt > at ? at : takenOfflineAt;

/** True if the visit names a time that is still to come, further than a clock may be wrong. */
const isInFuture = ({ takenOfflineAt }: OfflineCash, at: string): boolean =>
  takenOfflineAt !== null && Date.parse(takenOfflineAt) > Date.parse(at) + CLOCK_GRACE_MS;

/** True if the server did not hear the device when it took the cash, as the visit says it did. */
export async function wasTakenOffline(
  tx: Tx,
  input: OfflineCash,
  { at, deviceId }: { at: string; deviceId: string | null },
): Promise<boolean> {
  const moment = cashTakenAt(input, at);
  if (moment === null || isInFuture(input, at)) return false;
  return wasSilentAt(tx, deviceId, moment);
}

/** The cash of the visit that stayed in the drawer; below zero if more change went out. */
const keptOf = ({ tenders }: OfflineCash, change: readonly Change[]): CurrencySums =>
  perCurrency((currency) => {
    const isOfIt = (row: { currency: PriceCurrency }) => row.currency === currency;
    const came = tenders.filter(isOfIt).reduce((sum, { tendered }) => sum + tendered, 0);
    return change.filter(isOfIt).reduce((sum, { amount }) => sum - amount, came);
  });

/** An earlier shift of the same drawer, with what its count had too much. */
type CountedShift = { shiftId: string; countedAt: string; surplus: CurrencySums };

/**
 * The shift that was open at the moment and was counted since, with the surplus of its count that
 * no other cash has used up.
 */
async function countedShiftAt(
  tx: Tx,
  moment: string,
  nowShiftId: string,
): Promise<CountedShift | undefined> {
  const now = alias(shiftTable, 'now');
  const { _id, drawerId, openedAt, closedAt } = shiftTable;
  const [found] = await tx
    .select({ shiftId: _id, countedAt: closingTable.at, content: closingTable.content })
    .from(shiftTable)
    .innerJoin(now, eq(now.drawerId, drawerId))
    .innerJoin(closingTable, and(eq(closingTable.shiftId, _id), eq(closingTable.act, 'closed')))
    .where(
      and(eq(now._id, nowShiftId), ne(_id, now._id), lte(openedAt, moment), gt(closedAt, moment)),
    )
    .orderBy(desc(openedAt), desc(closingTable.at))
    .limit(1);
  if (!found) return undefined;
  const rows = await tx
    .select({ currency: movement.currency, amount: sql<string>`-sum(${movement.amount})` })
    .from(movement)
    .where(eq(movement.countedInShiftId, found.shiftId))
    .groupBy(movement.currency);
  const { counted, expected } = found.content as ClosingContent;
  const surplus = perCurrency((currency) => {
    const used = Number(rows.find((row) => row.currency === currency)?.amount ?? 0);
    return Math.max(0, Math.max(0, counted[currency] - expected[currency]) - Math.max(0, used));
  });
  return { ...found, surplus };
}

/** True if the cash is said to be older than the shift that it is posted to. */
async function isOfBefore(tx: Tx, moment: string, shiftId: string): Promise<boolean> {
  return (
    (await tx.$count(
      shiftTable,
      and(eq(shiftTable._id, shiftId), gt(shiftTable.openedAt, moment)),
    )) > 0
  );
}

/** The posting of a visit, which always has a person. */
type Writing = Posting & { user: { _id: string } };

type Where = { branchId: string; shiftId: string };
type Told = { why: OfflineCashNote['why']; countedAt: string | null; sums: CurrencySums };

/** Tells the clerk and the superadmins which cash is expected in the open drawer. */
async function noteOf(
  tx: Tx,
  { user }: Posting,
  { branchId, shiftId }: Where,
  { why, countedAt, sums }: Told,
): Promise<OfflineCashNote> {
  await raiseAlert(tx, {
    kind: 'offlineCash',
    branchId,
    subjectId: user._id,
    detail: await drawerNameOf(tx, shiftId),
    amountLAK: await worthLAK(tx, sums),
  });
  const inDrawer = currenciesOf(sums).map((currency) => ({ currency, amount: sums[currency] }));
  return { why, countedAt, inDrawer };
}

/** The note on cash that is expected in the open drawer, and the row that can be signed for. */
export type OfflineOutcome = {
  note: OfflineCashNote | null;
  /** True if the earlier count answers for some of the cash. */
  isCounted: boolean;
  toSign: Omit<typeof offlineCashTable.$inferInsert, 'receiptId'> | null;
};

/** Keeps the row that a second person can sign for, once the receipt of the cash is written. */
export async function keepOfflineCash(
  tx: Tx,
  { toSign }: OfflineOutcome,
  receiptId: string | null,
): Promise<void> {
  if (toSign !== null && receiptId !== null)
    await tx.insert(offlineCashTable).values({ ...toSign, receiptId });
}

/**
 * Answers cash that was taken offline and counted before the visit was sent: up to the surplus of
 * that count it leaves the open drawer again, which it never entered. The rest is in the open
 * drawer. The moment counts only if the server did not hear the device at that time.
 */
export async function offsetCountedCash(
  tx: Tx,
  posting: Writing,
  input: OfflineCash,
  { change, deviceId }: { change: readonly Change[]; deviceId: string | null },
): Promise<OfflineOutcome> {
  const nothing = { note: null, isCounted: false, toSign: null };
  const { branchId, shiftId } = input;
  const moment = cashTakenAt(input, posting.at);
  if (moment === null || shiftId === null) return nothing;
  const isAhead = isInFuture(input, posting.at);
  if (!isAhead && !(await isOfBefore(tx, moment, shiftId))) return nothing;
  const kept = keptOf(input, change);
  const came = perCurrency((currency) => Math.max(0, kept[currency]));
  const where = { branchId, shiftId };
  if (isAhead || !(await wasSilentAt(tx, deviceId, moment))) {
    if (currenciesOf(came).length === 0) return nothing;
    const why = isAhead ? ('inFuture' as const) : ('notSilent' as const);
    return {
      note: await noteOf(tx, posting, where, { why, countedAt: null, sums: came }),
      isCounted: false,
      toSign: null,
    };
  }
  const counted = await countedShiftAt(tx, moment, shiftId);
  if (!counted) return nothing;
  const above = zeroSums();
  let isCounted = false;
  for (const currency of priceCurrencies) {
    const answered = Math.min(kept[currency], counted.surplus[currency]);
    above[currency] = came[currency] - Math.max(0, answered);
    if (answered === 0) continue;
    isCounted = true;
    addDrawerRow(posting, {
      shiftId,
      ...(answered > 0
        ? ({ kind: 'paidOut', paidOutKind: 'countedBefore' } as const)
        : ({ kind: 'paidIn' } as const)),
      currency,
      amount: -answered,
      paymentId: null,
      countedInShiftId: counted.shiftId,
      reason: 'Counted before',
    });
  }
  if (currenciesOf(above).length === 0) return { ...nothing, isCounted };
  const { countedAt, shiftId: countedInShiftId } = counted;
  const note = await noteOf(tx, posting, where, { why: 'aboveSurplus', countedAt, sums: above });
  const _id = uuidv7();
  return {
    note: { ...note, offlineCashId: _id, shiftId },
    isCounted,
    toSign: {
      _id,
      ...where,
      countedInShiftId,
      countedAt,
      takenAt: moment,
      sums: above,
      byId: posting.user._id,
      at: posting.at,
    },
  };
}

/**
 * Tells the superadmins of change that was given offline although the drawer should not have held
 * it. The money has left, so the visit is accepted.
 */
export async function tellShortages(
  tx: Tx,
  { user, rows }: Posting,
  branchId: string,
): Promise<void> {
  for (const { shiftId, currency, missing } of await shortagesOf(tx, rows.movements))
    await raiseAlert(tx, {
      kind: 'drawerTooLittle',
      branchId,
      subjectId: user._id,
      detail: await drawerNameOf(tx, shiftId),
      amountLAK: await amountInKip(tx, missing, currency),
    });
}
