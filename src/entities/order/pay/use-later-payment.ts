import { useState } from 'react';
import type { DeskFamily, DeskRules } from '#contract/desk/desk.ts';
import { nextDue, openParts } from '#contract/orders/instalments.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { pricePayment, type OrderPaymentInput } from '#contract/orders/order-payments.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import type { VisitPayer } from '#contract/desk/visits.ts';
import {
  changeTender,
  partLAK,
  remainingAmount,
  type ChangeMoney,
  type DraftTender,
  type MoneyDraft,
  type Typed,
  type Wallet,
} from '#src/entities/payment/tenders.ts';

export type Payable = Pick<
  OrderPage,
  '_id' | 'number' | 'branchId' | 'payer' | 'totalLAK' | 'paidLAK' | 'pendingLAK' | 'plan'
>;
export type PayProps = {
  order: Payable;
  /** Pays everything that the payer owes in the branch at once, their credit first. */
  isFamily?: boolean;
  /** A rejected slip that is recorded again. */
  again?: DraftTender;
  onClose: () => void;
};

/** An open order that a payment may go to. */
export type Debt = { orderId: string; number: string; balanceLAK: number; dueOn: string | null };
/** The most to pay of each order; an order without an entry is paid in full. */
type Shares = Readonly<Record<string, Typed>>;
type PaymentDraft = MoneyDraft & { debts: readonly Debt[]; shares: Shares; usesCredit: boolean };

const payerOf = ({ payer: { kind, _id, name, phone } }: Payable): VisitPayer => {
  if (kind === 'walkIn' || _id === null) return { kind: 'walkIn', name, phone };
  return kind === 'parent' ? { kind, parentKey: _id } : { kind, studentKey: _id };
};

/** The order itself and the payer's other orders in this branch, the earliest due date first. */
function debtsOf(order: Payable, family: DeskFamily | undefined): Debt[] {
  const { _id: orderId, number, totalLAK, paidLAK, pendingLAK } = order;
  const own = {
    orderId,
    number,
    balanceLAK: totalLAK - paidLAK - pendingLAK,
    dueOn: nextDue(openParts(order.plan, order))?.dueOn ?? null,
  };
  const isPayers = family?.payer?._id === order.payer._id;
  const others = isPayers
    ? family.owed.filter((debt) => debt.branchId === order.branchId && debt.orderId !== orderId)
    : [];
  return [own, ...others].toSorted((a, b) => (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9'));
}

/** The sums due by the next two due dates; a sum that equals the whole debt is left out. */
function dueSums(order: Payable, debts: readonly Debt[]): { dueOn: string; sumLAK: number }[] {
  const parts = debts.flatMap((debt) =>
    debt.orderId === order._id
      ? openParts(order.plan, order).map(({ dueOn, openLAK }) => ({ dueOn, openLAK }))
      : [{ dueOn: debt.dueOn ?? '9', openLAK: debt.balanceLAK }],
  );
  const days = [
    ...new Set(
      parts.filter(({ openLAK, dueOn }) => openLAK > 0 && dueOn !== '9').map(({ dueOn }) => dueOn),
    ),
  ].toSorted();
  const all = debts.reduce((sum, { balanceLAK }) => sum + balanceLAK, 0);
  const sums = days.map((dueOn) => ({
    dueOn,
    sumLAK: parts
      .filter((part) => part.dueOn <= dueOn)
      .reduce((sum, { openLAK }) => sum + openLAK, 0),
  }));
  return sums.filter(({ sumLAK }) => sumLAK < all).slice(0, 2);
}

/** Everything the sums of a later payment depend on, beside the draft itself. */
type Terms = {
  order: Payable;
  /** All orders that may be paid, with their balances of now. */
  all: readonly Debt[];
  rates: VisitRates;
  step: DeskRules['cashStep'];
};

/** The shares that were typed. A single order has no box for one, so it is paid in full. */
const sharesOf = ({ shares }: PaymentDraft, debts: readonly Debt[]): Shares =>
  debts.length > 1 ? shares : {};

/** The chosen orders, with their balances of now. */
const chosenDebts = ({ all }: Terms, { debts }: PaymentDraft): Debt[] =>
  debts.flatMap(({ orderId }) => all.find((debt) => debt.orderId === orderId) ?? []);

function inputOf(terms: Terms, draft: PaymentDraft) {
  const debts = chosenDebts(terms, draft);
  const shares = sharesOf(draft, debts);
  const shareOf = ({ orderId, balanceLAK }: Debt) => {
    const share = shares[orderId];
    return typeof share === 'number' && share < balanceLAK ? share : balanceLAK;
  };
  const owed = debts.reduce((sum, debt) => sum + shareOf(debt), 0);
  return {
    debts: debts.map((debt) => ({
      orderId: debt.orderId,
      expectedBalance: debt.balanceLAK,
      ...(shareOf(debt) < debt.balanceLAK && { atMostLAK: shareOf(debt) }),
    })),
    creditLAK: draft.usesCredit ? Math.min(terms.order.payer.creditLAK, owed) : 0,
    tenders: draft.tenders.flatMap(({ tendered, ...row }) =>
      typeof tendered === 'number' && tendered > 0 ? [{ ...row, tendered }] : [],
    ),
    changeIn: draft.changeIn,
    changeOwedLAK: draft.changeOwedLAK,
  };
}

function walletOf(terms: Terms, draft: PaymentDraft): Wallet {
  const { order, all, rates, step } = terms;
  const account = {
    payer: payerOf(order),
    balances: Object.fromEntries(all.map(({ orderId, balanceLAK }) => [orderId, balanceLAK])),
    creditLAK: order.payer.creditLAK,
    cashStep: step,
  };
  const input = { ...inputOf(terms, draft), partLAK: null };
  const withoutMoney = pricePayment({ ...input, tenders: [], changeOwedLAK: 0 }, account, rates);
  const part = partLAK(draft, { withoutMoney, rates, step });
  return {
    priced: pricePayment({ ...input, partLAK: part }, account, rates),
    withoutMoney,
    rates,
    step,
  };
}

/** A single tender follows the amount due, unless somebody typed another sum. */
function followDue(terms: Terms, before: PaymentDraft, after: PaymentDraft): PaymentDraft {
  const [only, ...others] = before.tenders;
  if (!only || others.length > 0) return after;
  if (only.tendered !== remainingAmount(before, only, walletOf(terms, before))) return after;
  return changeTender(after, only.key, {
    tendered: remainingAmount(after, only, walletOf(terms, after)),
  });
}

/** Adds an order where its due date puts it, or removes it. */
function withDebtToggled(draft: PaymentDraft, debt: Debt): PaymentDraft {
  const { debts } = draft;
  if (debts.some(({ orderId }) => orderId === debt.orderId))
    return { ...draft, debts: debts.filter(({ orderId }) => orderId !== debt.orderId) };
  const later = debts.findIndex(({ dueOn }) => (dueOn ?? '9') > (debt.dueOn ?? '9'));
  return { ...draft, debts: debts.toSpliced(later < 0 ? debts.length : later, 0, debt) };
}

/** True if every share and every tender is typed completely. */
function isComplete(draft: PaymentDraft, debts: readonly Debt[]): boolean {
  const shares = sharesOf(draft, debts);
  const hasShares = debts.every(
    ({ orderId, balanceLAK }) =>
      typeof shares[orderId] !== 'string' && Number(shares[orderId] ?? 0) <= balanceLAK,
  );
  return (
    hasShares &&
    draft.tenders.every(
      ({ tendered, method, reference }) =>
        typeof tendered === 'number' &&
        tendered > 0 &&
        (method === 'cash' || reference.trim() !== ''),
    )
  );
}

type LaterPaymentOptions = {
  order: Payable;
  isFamily: boolean;
  again: DraftTender | undefined;
  family: DeskFamily | undefined;
  rules: DeskRules;
  rates: VisitRates;
  shiftId: string | null;
};

/** The draft of a later payment: the orders it pays, its tenders, their sums, and the request. */
export function useLaterPayment(options: LaterPaymentOptions) {
  const { order, isFamily, again, family, rules, rates, shiftId } = options;
  const all = debtsOf(order, family);
  const terms: Terms = { order, all, rates, step: rules.cashStep };
  const [draft, setDraft] = useState<PaymentDraft>({
    debts: isFamily ? all : all.filter(({ orderId }) => orderId === order._id),
    shares: {},
    usesCredit: isFamily && order.payer.creditLAK > 0,
    tenders: again ? [again] : [],
    target: 'exact',
    keepsAll: false,
    changeIn: 'LAK',
    changeOwedLAK: 0,
  });
  const amend = (next: (before: PaymentDraft) => PaymentDraft) =>
    setDraft((before) => followDue(terms, before, next(before)));
  const change: ChangeMoney = (next) => setDraft((before) => next(before));
  const input = inputOf(terms, draft);
  const wallet = walletOf(terms, draft);
  const debts = chosenDebts(terms, draft);
  return {
    draft,
    wallet,
    change,
    debts,
    others: all.filter(({ orderId }) => !debts.some((debt) => debt.orderId === orderId)),
    dues: dueSums(order, debts),
    toggle: (debt: Debt) => amend((before) => withDebtToggled(before, debt)),
    /** Pays an order before the one above it. */
    moveUp: (at: number) =>
      setDraft((before) => ({
        ...before,
        debts: before.debts.toSpliced(
          at - 1,
          2,
          ...before.debts.slice(at - 1, at + 1).toReversed(),
        ),
      })),
    /** Limits what is paid of an order; an empty box pays all of it. */
    setShare: ({ orderId }: Debt, share: Typed) =>
      amend((before) => ({ ...before, shares: { ...before.shares, [orderId]: share } })),
    setUsesCredit: (usesCredit: boolean) => amend((before) => ({ ...before, usesCredit })),
    canSend:
      isComplete(draft, debts) &&
      wallet.priced.problems.length === 0 &&
      (input.tenders.length > 0 || input.creditLAK > 0),
    body: (): OrderPaymentInput => ({
      ...input,
      creditLAK: wallet.priced.creditLAK,
      partLAK: partLAK(draft, wallet),
      shiftId: input.tenders.some(({ method }) => method === 'cash') ? shiftId : null,
      rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null },
    }),
  };
}
export type LaterPayment = ReturnType<typeof useLaterPayment>;
