import { and, eq, exists, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Tx } from '#server/db/client.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  addAllocation,
  addDrawerRow,
  addPayment,
  addReceipt,
  type NewReceipt,
  type Posting,
} from '#server/ledger/books/posting.ts';
import { changeFree, type Payer } from './payer-account.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { offlineCashTable } from '#server/db/tables/ledger/offline-cash.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { sumOfAll } from './order-lines.ts';
import type { Payment } from './order-parts.ts';

/**
 * The reason why money leaves the books, and whether the cash was handed back over the counter or
 * had never come.
 */
export type MoneyBack = { reason: string; moneyBack: boolean };

/**
 * The movements that keep cash of these payments from being counted twice: those of the visit, and
 * those that a second person signed for later.
 */
export function countedBeforeOf(tx: Tx, paymentIds: readonly string[]) {
  const { shiftId, at, countedInShiftId } = drawerMovementTable;
  const isSignedFor = exists(
    tx
      .select({ one: sql`1` })
      .from(offlineCashTable)
      .where(
        and(
          eq(offlineCashTable.receiptId, paymentTable.receiptId),
          eq(offlineCashTable.shiftId, shiftId),
          eq(offlineCashTable.answeredAt, at),
        ),
      ),
  );
  const isOfThese = and(
    inArray(paymentTable._id, [...paymentIds]),
    eq(paymentTable.shiftId, shiftId),
    or(eq(paymentTable.at, at), isSignedFor),
  );
  return tx
    .selectDistinctOn([drawerMovementTable._id], getTableColumns(drawerMovementTable))
    .from(drawerMovementTable)
    .innerJoin(paymentTable, isOfThese)
    .where(isNotNull(countedInShiftId));
}

/** Takes those movements back, because the cash had never come. */
async function reverseCountedBefore(
  posting: Posting,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  for (const { shiftId, currency, amount, countedInShiftId } of await countedBeforeOf(
    posting.tx,
    ids,
  ))
    addDrawerRow(posting, {
      shiftId,
      ...(amount < 0
        ? ({ kind: 'paidIn' } as const)
        : ({ kind: 'paidOut', paidOutKind: 'countedBefore' } as const)),
      currency,
      amount: -amount,
      paymentId: null,
      countedInShiftId,
      reason,
    });
}

/**
 * Reverses each movement of a drawer: tendered money goes out in its own currency, and its change
 * comes back in.
 */
export async function reverseDrawerRows(
  posting: Posting,
  ids: readonly string[],
  { reason, moneyBack }: MoneyBack,
): Promise<void> {
  if (ids.length === 0) return;
  const isOfThese = inArray(drawerMovementTable.paymentId, [...ids]);
  for (const { shiftId, kind, currency, amount, paymentId } of await posting.tx
    .select()
    .from(drawerMovementTable)
    .where(isOfThese)) {
    const tendered = moneyBack ? ('refund' as const) : ('tenderReversed' as const);
    addDrawerRow(posting, {
      shiftId,
      kind: kind === 'change' ? 'changeReversed' : tendered,
      currency,
      amount: -amount,
      paymentId,
      reason,
    });
  }
  if (!moneyBack) await reverseCountedBefore(posting, ids, reason);
}

/** Voids payments whose allocations were taken back; cash among them gets a void receipt. */
export async function voidPayments(
  { tx, user }: Writer,
  posting: Posting,
  payments: readonly Payment[],
  how: MoneyBack & { branchId: string; content: object },
): Promise<NewReceipt | null> {
  if (payments.length === 0) return null;
  const ids = payments.map(({ _id }) => _id);
  await reverseDrawerRows(posting, ids, how);
  await tx
    .update(paymentTable)
    .set({
      state: 'void',
      freeLAK: 0,
      voidedAt: posting.at,
      voidedById: user._id,
      reason: how.reason,
    })
    .where(inArray(paymentTable._id, ids));
  const cash = payments.filter(({ method }) => method === 'cash');
  if (cash.length === 0) return null;
  const rows = cash.map(({ _id, method, currency, tendered, rate, amountLAK }) => ({
    paymentId: _id,
    method,
    currency,
    tendered: -tendered,
    rate,
    amountLAK: -amountLAK,
  }));
  return addReceipt(posting, {
    branchId: how.branchId,
    kind: 'void',
    amountLAK: -sumOfAll(cash.map(({ amountLAK }) => amountLAK)),
    content: { ...how.content, rows },
  });
}

/**
 * The source of a payout: an open drawer, in kip or in the foreign notes of one payment, or a bank
 * account.
 */
export type MoneyOut =
  | { shiftId: string; foreign?: { currency: PriceCurrency; amount: number; rate: string } }
  | { bankAccountId: string; reference: string };

/** The payer who is paid out, the branch, and the content of the receipt. */
type PaidTo = { branchId: string; payer: Payer; content: object };

export type PaidOut = { receipt: NewReceipt; paidLAK: number; refundIds: string[] };

const bankOf = (out: MoneyOut) =>
  'shiftId' in out ? {} : { bankAccountId: out.bankAccountId, reference: out.reference };

/**
 * The method and currency of the payout. Foreign notes pay back one payment only, so they are its
 * whole amount.
 */
function moneyOf(out: MoneyOut): {
  way: { method: 'cash' | 'transfer'; currency: PriceCurrency; rate: string };
  tenderedOf: (paidLAK: number) => number;
} {
  const method = 'shiftId' in out ? 'cash' : 'transfer';
  if (!('shiftId' in out) || !out.foreign)
    return { way: { method, currency: 'LAK', rate: '1' }, tenderedOf: (paidLAK) => paidLAK };
  const { currency, rate, amount } = out.foreign;
  return { way: { method, currency, rate }, tenderedOf: () => amount };
}

/**
 * Pays out the unallocated money of these payments: one negative payment for each, on one receipt.
 */
export async function payOut(
  posting: Posting,
  { branchId, payer, content: about }: PaidTo,
  freed: ReadonlyMap<string, number>,
  { out, reason }: { out: MoneyOut; reason: string },
): Promise<PaidOut | null> {
  const rows = [...freed]
    .filter(([, paidLAK]) => paidLAK > 0)
    .map(([ofId, paidLAK]) => ({ _id: uuidv7(), ofId, paidLAK }));
  if (rows.length === 0) return null;
  const { way, tenderedOf } = moneyOf(out);
  const content = {
    ...about,
    payer,
    rows: rows.map(({ _id, paidLAK }) => ({
      paymentId: _id,
      ...way,
      ...bankOf(out),
      tendered: -tenderedOf(paidLAK),
      amountLAK: -paidLAK,
    })),
  };
  const paidLAK = sumOfAll(rows.map((row) => row.paidLAK));
  const receipt = await addReceipt(posting, {
    branchId,
    kind: 'refund',
    amountLAK: -paidLAK,
    content,
  });
  for (const row of rows) {
    const shiftId = 'shiftId' in out ? out.shiftId : null;
    addPayment(posting, {
      _id: row._id,
      branchId,
      ...payer,
      ...way,
      tendered: -tenderedOf(row.paidLAK),
      amountLAK: -row.paidLAK,
      freeLAK: 0,
      state: 'confirmed',
      ...bankOf(out),
      receiptId: receipt._id,
      shiftId,
      reason,
    });
    addAllocation(posting, {
      paymentId: row.ofId,
      refundId: row._id,
      amountLAK: row.paidLAK,
      asCredit: false,
    });
    if (shiftId !== null)
      addDrawerRow(posting, {
        shiftId,
        kind: 'refund',
        currency: way.currency,
        amount: -tenderedOf(row.paidLAK),
        paymentId: row._id,
        reason,
      });
  }
  await changeFree(posting, new Map(rows.map((row) => [row.ofId, -row.paidLAK])));
  return { receipt, paidLAK, refundIds: rows.map(({ _id }) => _id) };
}
