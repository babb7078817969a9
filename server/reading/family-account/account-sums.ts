import { openParts } from '#contract/orders/instalments.ts';
import type { AccountOrder, FamilyAccount } from '#contract/orders/family-account.ts';
import {
  orderStateAt,
  paymentStateAt,
  type AccountBill,
  type AccountFacts,
} from './account-facts.ts';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, amount) => sum + amount, 0);

type Then = { until: string; asOf: string };
type OrderThen = AccountOrder & { branchId: string; parts: ReturnType<typeof openParts> };

/** An order as of the end of a day: its sums count only the rows up to then. */
function orderThen(
  { lines, allocations, payments, plans }: AccountFacts,
  order: AccountBill,
  { until }: Then,
): OrderThen | undefined {
  const state = orderStateAt(order, until);
  if (state === undefined) return undefined;
  const totalLAK = sumOf(
    lines
      .filter(({ orderId, at }) => orderId === order._id && at <= until)
      .map(({ amountLAK }) => amountLAK),
  );
  const allocated = allocations.filter(({ orderId, at }) => orderId === order._id && at <= until);
  const isPending = (paymentId: string) =>
    payments.some(
      (payment) => payment._id === paymentId && paymentStateAt(payment, until) === 'pending',
    );
  const pendingLAK = sumOf(
    allocated.filter(({ paymentId }) => isPending(paymentId)).map(({ amountLAK }) => amountLAK),
  );
  const paidLAK = sumOf(allocated.map(({ amountLAK }) => amountLAK)) - pendingLAK;
  const plan = plans.filter(
    ({ orderId, at, endedAt }) =>
      orderId === order._id && at <= until && (endedAt === null || endedAt > until),
  );
  const parts =
    state === 'confirmed'
      ? openParts(plan, { totalLAK, paidLAK, pendingLAK }).filter(({ openLAK }) => openLAK > 0)
      : [];
  const { _id, number, branchId, at, holdUntil } = order;
  return {
    _id,
    number,
    branchId,
    state,
    at,
    holdUntil: state === 'held' ? holdUntil : null,
    totalLAK,
    paidLAK,
    pendingLAK,
    dueOn: parts[0]?.dueOn ?? null,
    parts,
  };
}

const balanceOf = ({ state, totalLAK, paidLAK, pendingLAK }: OrderThen) =>
  state === 'confirmed' ? totalLAK - paidLAK - pendingLAK : 0;

/** The credit of the payer then, from the money that a branch received. */
function creditThen(
  { payments, allocations }: AccountFacts,
  branchId: string,
  { until }: Then,
): number {
  const own = payments.filter(
    (payment) =>
      payment.branchId === branchId &&
      payment.amountLAK > 0 &&
      paymentStateAt(payment, until) === 'confirmed',
  );
  return sumOf(
    own.map(
      ({ _id, amountLAK }) =>
        amountLAK -
        sumOf(
          allocations
            .filter((allocation) => allocation.paymentId === _id && allocation.at <= until)
            .map((allocation) => allocation.amountLAK),
        ),
    ),
  );
}

const shown = ({ branchId: _branch, parts: _parts, ...order }: OrderThen): AccountOrder => order;

type Sums = Pick<
  FamilyAccount,
  | 'owedLAK'
  | 'overdueLAK'
  | 'openParts'
  | 'nextDueOn'
  | 'pendingLAK'
  | 'slips'
  | 'creditLAK'
  | 'orders'
  | 'held'
> & { elsewhere: { branchId: string; owedLAK: number; creditLAK: number }[] };

/** The debt and the credit of a payer at the end of a day, here and in other branches. */
export function accountSums(facts: AccountFacts, branchId: string, then: Then): Sums {
  const orders = facts.orders.flatMap((order) => orderThen(facts, order, then) ?? []);
  const own = orders.filter((order) => order.branchId === branchId);
  const parts = own.flatMap((order) => order.parts);
  const pending = facts.payments
    .filter((payment) => paymentStateAt(payment, then.until) === 'pending')
    .map(({ _id }) => _id);
  const ofPending = facts.allocations.filter(
    ({ paymentId, orderId, at }) =>
      pending.includes(paymentId) &&
      at <= then.until &&
      own.some(({ _id, state }) => _id === orderId && state === 'confirmed'),
  );
  const slips = pending.filter(
    (id) =>
      sumOf(
        ofPending.filter(({ paymentId }) => paymentId === id).map(({ amountLAK }) => amountLAK),
      ) > 0,
  );
  const others = [...new Set([...orders, ...facts.payments].map((one) => one.branchId))].filter(
    (one) => one !== branchId,
  );
  return {
    owedLAK: sumOf(own.map(balanceOf)),
    overdueLAK: sumOf(parts.filter(({ dueOn }) => dueOn < then.asOf).map(({ openLAK }) => openLAK)),
    openParts: parts.length,
    nextDueOn:
      parts
        .map(({ dueOn }) => dueOn)
        .filter((dueOn) => dueOn >= then.asOf)
        .toSorted()[0] ?? null,
    pendingLAK: sumOf(ofPending.map(({ amountLAK }) => amountLAK)),
    slips: slips.length,
    creditLAK: creditThen(facts, branchId, then),
    orders: own
      .filter(({ state }) => state !== 'held')
      .map(shown)
      .toReversed(),
    held: own.filter(({ state }) => state === 'held').map(shown),
    elsewhere: others
      .map((other) => ({
        branchId: other,
        owedLAK: sumOf(orders.filter((order) => order.branchId === other).map(balanceOf)),
        creditLAK: creditThen(facts, other, then),
      }))
      .filter(({ owedLAK, creditLAK }) => owedLAK !== 0 || creditLAK !== 0),
  };
}
