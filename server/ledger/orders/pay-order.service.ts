import {
  pricePayment,
  type OrderPaid,
  type OrderPaymentInput,
  type PaymentChange,
} from '#contract/orders/order-payments.ts';
import { undoUntil } from '#contract/desk/visit-answers.ts';
import type { PricedVisit, VisitRates } from '#contract/desk/visit-prices.ts';
import type { VisitPayer } from '#contract/desk/visits.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush } from '#server/ledger/books/posting.ts';
import { readBranch } from '#server/centre/branches/branches.service.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { openBalance } from './payer-account.ts';
import {
  postMoney,
  requireTenders,
  type OrderReceived,
  payOrders,
  receivedMoney,
} from './receive-money.ts';
import { askedOf } from './bill.ts';
import { linesWith } from './order-lines.ts';
import { confirmOrder, takePlacesAgain, waitingPlaces, requireRunning } from './waiting-places.ts';
import { lockOrders, type LockedOrders } from './lock-orders.ts';
import { type LockedOrder, readOrder, sumsOfOrder } from './order-parts.ts';

/** The differences from the sums that the screen showed. */
function changesOf(
  { debts, tenders, rateIds }: OrderPaymentInput,
  balances: Readonly<Record<string, number>>,
  rates: VisitRates,
): PaymentChange[] {
  const used = new Set(tenders.map(({ currency }) => currency));
  const changes: PaymentChange[] = [
    ...debts.map(({ orderId, expectedBalance }) => ({
      changed: 'balance' as const,
      orderId,
      before: expectedBalance,
      after: balances[orderId] ?? null,
    })),
    ...(['THB', 'USD'] as const)
      .filter((currency) => used.has(currency))
      .map((currency) => ({
        changed: 'rate' as const,
        currency,
        before: rateIds[currency],
        after: rates[currency]?.rateId ?? null,
      })),
  ];
  return changes.filter(({ before, after }) => before !== after);
}

const payerIn = ({
  payerParentId,
  payerStudentId,
  walkInName,
  walkInPhone,
}: LockedOrder['order']): VisitPayer => {
  if (payerParentId !== null) return { kind: 'parent', parentKey: payerParentId };
  return payerStudentId === null
    ? { kind: 'walkIn', name: walkInName, phone: walkInPhone }
    : { kind: 'student', studentKey: payerStudentId };
};

/**
 * Computes the sums of the payment from the current rows. Throws if they differ from those on the
 * screen, or if the payment has an error.
 */
async function priceOf(
  input: OrderPaymentInput,
  { orders, free, posting }: LockedOrders,
): Promise<{ priced: PricedVisit; rates: VisitRates }> {
  const [first] = orders;
  if (!first) throw new ApiError('notFound');
  for (const locked of orders) requireRunning(locked, posting.at);
  const balances = Object.fromEntries(orders.map(({ order }) => [order._id, openBalance(order)]));
  const rates = await newestRates(posting.tx);
  const changes = changesOf(input, balances, rates);
  if (changes.length > 0) throw new ApiError('totalChanged', { rows: changes });
  const { cashStep } = await readBranch(posting.tx, first.order.branchId);
  const creditLAK = free.reduce((sum, { freeLAK }) => sum + freeLAK, 0);
  const priced = pricePayment(
    input,
    { payer: payerIn(first.order), balances, creditLAK, cashStep },
    rates,
  );
  if (priced.problems.length > 0) throw new ApiError('paymentRefused', { rows: priced.problems });
  return { priced, rates };
}

/**
 * Confirms held orders that have reached their minimum, even if held on purpose, because later
 * money ends such a hold. Places that waited again become active.
 */
async function confirmReached(
  writer: Writer,
  { orders, stock, posting }: LockedOrders,
  money: readonly OrderReceived[],
): Promise<AuditEntry[]> {
  const audit: AuditEntry[] = [];
  for (const locked of orders.filter(
    (one) => one.order.state === 'held' || waitingPlaces(one).length > 0,
  )) {
    const { order } = locked;
    const got = money.find(({ orderId }) => orderId === order._id);
    const came = (got?.paidLAK ?? 0) + (got?.pendingLAK ?? 0);
    const lines = linesWith(posting, locked);
    const asked = await askedOf(posting, {
      stock,
      order,
      lines,
      totalLAK: order.totalLAK + (got?.roundingLAK ?? 0),
    });
    if (came === 0 || order.paidLAK + order.pendingLAK + came < asked) continue;
    audit.push(
      ...(order.state === 'held'
        ? await confirmOrder(writer, locked, posting)
        : await takePlacesAgain(writer, locked)),
    );
  }
  return audit;
}

/** The key and the time of an undo; nothing if a held order was confirmed, for it stays so. */
const undoOf = (
  ref: string | null,
  at: string,
  confirmed: readonly AuditEntry[],
): Pick<OrderPaid, 'ref' | 'undoUntil'> =>
  ref === null || confirmed.some(({ action }) => action === 'minimumReached')
    ? {}
    : { ref, undoUntil: undoUntil(at) };

/**
 * POST `/orders/{id}/payments`: a later payment, with the same sums and rows as the money of a
 * visit.
 */
export async function payOrder(
  writer: Writer,
  orderId: string,
  input: OrderPaymentInput,
  clientRef: string | null = null,
): Promise<WriteResult<OrderPaid>> {
  const { tx, user } = writer;
  const ids = input.debts.map((debt) => debt.orderId);
  if (!ids.includes(orderId)) throw fieldsInvalid({ debts: 'invalid' });
  const hasCash = input.tenders.some(({ method }) => method === 'cash');
  const locked = await lockOrders(writer, ids, {
    usesCredit: input.creditLAK > 0,
    shiftId: hasCash ? input.shiftId : null,
  });
  const { payer, free, posting } = locked;
  const { priced, rates } = await priceOf(input, locked);
  const branchId = locked.orders[0]?.order.branchId ?? '';
  await requireTenders(tx, user, input.tenders, { branchId, payer });
  const { receipt, money } = await postMoney(posting, {
    input: { ...input, branchId },
    priced,
    rates,
    payer,
    free,
    orderIdOf: (id) => id ?? '',
  });
  await payOrders(posting, money, receipt?._id ?? null);
  const confirmed = await confirmReached(writer, locked, money);
  await flush(posting);
  const orders = [];
  for (const id of ids) orders.push(sumsOfOrder(await readOrder(writer, id)));
  const answer: OrderPaid = {
    orders,
    receipt,
    change: priced.change.map(({ currency, amount }) => ({ currency, amount })),
    toCreditLAK: priced.toCreditLAK,
    money: await receivedMoney(tx, priced, money),
    ...undoOf(clientRef, posting.at, confirmed),
    at: posting.at,
  };
  return {
    answer,
    audit: [
      {
        action: 'pay',
        entity: 'orders',
        entityId: orderId,
        branchId,
        before: { orders: locked.orders.map(({ order }) => sumsOfOrder(order)) },
        after: answer,
      },
      ...confirmed,
    ],
  };
}
