import { inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addAllocation, addDrawerRow, addPayment, addReceipt, changeFree, type NewReceipt, type Posting } from '#server/modules/books/posting.ts';
import { drawerMovementTable } from '#server/modules/drawers/drawer-movements.table.ts';
import { currenciesOf, expectedOf, perCurrency } from '#server/modules/drawers/drawer-sums.ts';
import { paymentTable } from '#server/modules/payments/payments.table.ts';
import { sumOf } from './order-lines.ts';
import type { Order, Payment } from './order-parts.ts';

/** Why money leaves the books again, and whether cash was handed back over the counter or never came. */
export type MoneyBack = { reason: string; moneyBack: boolean };

/** Throws if a drawer has less than what is said to have been handed back out of it. */
export async function requireInDrawers({ tx, rows }: Posting): Promise<void> {
  const shifts = [...new Set(rows.movements.map(({ shiftId }) => shiftId))];
  for (const [shiftId, expected] of await expectedOf(tx, shifts)) {
    const left = perCurrency((currency) => expected[currency] + sumOf(rows.movements.filter((row) => row.shiftId === shiftId && row.currency === currency).map(({ amount }) => amount)));
    if (currenciesOf(left).some((currency) => left[currency] < 0)) throw new ApiError('drawerTooLittle');
  }
}

/** Answers each row in a drawer: what was tendered goes out in its currency, or never was there; the change is in it again. */
export async function reverseDrawerRows(posting: Posting, ids: readonly string[], { reason, moneyBack }: MoneyBack): Promise<void> {
  if (ids.length === 0) return;
  const isOfThese = inArray(drawerMovementTable.paymentId, [...ids]);
  for (const { shiftId, kind, currency, amount, paymentId } of await posting.tx.select().from(drawerMovementTable).where(isOfThese)) {
    const tendered = moneyBack ? ('refund' as const) : ('tenderReversed' as const);
    addDrawerRow(posting, { shiftId, kind: kind === 'change' ? 'changeReversed' : tendered, currency, amount: -amount, paymentId, reason });
  }
  if (moneyBack) await requireInDrawers(posting);
}

/** Payments whose allocations were taken back are void; the cash among them gets a receipt that says so. */
export async function voidPayments({ tx, user }: Writer, posting: Posting, payments: readonly Payment[], how: MoneyBack & { branchId: string; content: object }): Promise<NewReceipt | null> {
  if (payments.length === 0) return null;
  const ids = payments.map(({ _id }) => _id);
  await reverseDrawerRows(posting, ids, how);
  await tx.update(paymentTable).set({ state: 'void', freeLAK: 0, voidedAt: posting.at, voidedById: user._id, reason: how.reason }).where(inArray(paymentTable._id, ids));
  const cash = payments.filter(({ method }) => method === 'cash');
  if (cash.length === 0) return null;
  const rows = cash.map(({ _id, method, currency, tendered, rate, amountLAK }) => ({ paymentId: _id, method, currency, tendered: -tendered, rate, amountLAK: -amountLAK }));
  return addReceipt(posting, { branchId: how.branchId, kind: 'void', amountLAK: -sumOf(cash.map(({ amountLAK }) => amountLAK)), content: { ...how.content, rows } });
}

/** The open drawer that money is paid out of. */
export type CashOut = { shiftId: string };

/** Pays out at once what is free of these payments, in kip from an open drawer: a payment below zero for each, on one receipt. */
export async function payOut(posting: Posting, { branchId, number, payerParentId, payerStudentId }: Order, freed: ReadonlyMap<string, number>, { shiftId, reason }: CashOut & { reason: string }): Promise<NewReceipt | null> {
  const rows = [...freed].map(([ofId, paidLAK]) => ({ _id: uuidv7(), ofId, paidLAK }));
  if (rows.length === 0) return null;
  const payer = { payerParentId, payerStudentId };
  const cash = { method: 'cash' as const, currency: 'LAK' as const, rate: '1' };
  const content = { order: number, payer, rows: rows.map(({ _id, paidLAK }) => ({ paymentId: _id, ...cash, tendered: -paidLAK, amountLAK: -paidLAK })) };
  const receipt = await addReceipt(posting, { branchId, kind: 'refund', amountLAK: -sumOf(rows.map(({ paidLAK }) => paidLAK)), content });
  for (const { _id, ofId, paidLAK } of rows) {
    addPayment(posting, { _id, branchId, ...payer, ...cash, tendered: -paidLAK, amountLAK: -paidLAK, state: 'confirmed', receiptId: receipt._id, shiftId });
    addAllocation(posting, { paymentId: ofId, refundId: _id, amountLAK: paidLAK, asCredit: false });
    addDrawerRow(posting, { shiftId, kind: 'refund', currency: 'LAK', amount: -paidLAK, paymentId: _id, reason });
  }
  await changeFree(posting, new Map(rows.map(({ ofId, paidLAK }) => [ofId, -paidLAK])));
  await requireInDrawers(posting);
  return receipt;
}
