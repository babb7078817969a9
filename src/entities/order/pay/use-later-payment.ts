import { useState } from 'react';
import type { DeskFamily, DeskRules } from '#contract/desk.ts';
import { nextDue, openParts } from '#contract/instalments.ts';
import type { OrderPage } from '#contract/order-page.ts';
import { pricePayment, type OrderPaymentInput } from '#contract/order-payments.ts';
import type { VisitRates } from '#contract/visit-prices.ts';
import type { VisitPayer } from '#contract/visits.ts';
import {
  changeTender,
  fillFor,
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
/** `isFamily`: everything that the payer owes in the branch is paid at once, their credit first. */
export type PayProps = {
  order: Payable;
  isFamily?: boolean;
  /** A slip that was rejected and is recorded anew. */ again?: DraftTender;
  onClose: () => void;
};

/** An order that the payment may go to. */
export type Debt = { orderId: string; number: string; balanceLAK: number; dueOn: string | null };
/** So much of an order is paid and no more; nothing typed is all of it. */
type Shares = Readonly<Record<string, Typed>>;
type PaymentDraft = MoneyDraft & { debts: readonly Debt[]; shares: Shares; usesCredit: boolean };

const payerOf = ({ payer: { kind, _id, name, phone } }: Payable): VisitPayer => {
  if (kind === 'walkIn' || _id === null) return { kind: 'walkIn', name, phone };
  return kind === 'parent' ? { kind, parentKey: _id } : { kind, studentKey: _id };
};

/**
 * The order with its own balance, and the other orders of the payer in this branch; the oldest due
 * first.
 */
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
    ? family.owed.filter((one) => one.branchId === order.branchId && one.orderId !== orderId)
    : [];
  return [own, ...others].toSorted((a, b) => (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9'));
}

/** What is asked for by a day, beside all of it: no more than two days. */
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

type Given = {
  order: Payable;
  isFamily: boolean;
  again: DraftTender | undefined;
  family: DeskFamily | undefined;
  rules: DeskRules;
  rates: VisitRates;
  shiftId: string | null;
};

/**
 * A later payment while it is typed: the orders it goes to, its rows, what they come to, and what
 * is sent.
 */
export function useLaterPayment({ order, isFamily, again, family, rules, rates, shiftId }: Given) {
  const all = debtsOf(order, family);
  const [draft, setDraft] = useState<PaymentDraft>({
    debts: isFamily ? all : all.filter(({ orderId }) => orderId === order._id),
    shares: {},
    usesCredit: isFamily && order.payer.creditLAK > 0,
    tenders: again ? [again] : [],
    target: 'exact',
    changeIn: 'LAK',
    changeOwedLAK: 0,
  });
  /** The orders that were chosen, with their balances of now. */
  const debtsIn = ({ debts }: PaymentDraft) =>
    debts.flatMap(({ orderId }) => all.find((one) => one.orderId === orderId) ?? []);
  const inputOf = (typed: PaymentDraft) => {
    const debts = debtsIn(typed);
    const shareOf = ({ orderId, balanceLAK }: Debt) => {
      const share = typed.shares[orderId];
      return typeof share === 'number' && share < balanceLAK ? share : balanceLAK;
    };
    const owed = debts.reduce((sum, debt) => sum + shareOf(debt), 0);
    return {
      debts: debts.map((debt) => ({
        orderId: debt.orderId,
        expectedBalance: debt.balanceLAK,
        ...(shareOf(debt) < debt.balanceLAK && { atMostLAK: shareOf(debt) }),
      })),
      creditLAK: typed.usesCredit ? Math.min(order.payer.creditLAK, owed) : 0,
      tenders: typed.tenders.flatMap(({ tendered, ...row }) =>
        typeof tendered === 'number' && tendered > 0 ? [{ ...row, tendered }] : [],
      ),
      changeIn: typed.changeIn,
      changeOwedLAK: typed.changeOwedLAK,
    };
  };
  const account = {
    payer: payerOf(order),
    balances: Object.fromEntries(all.map(({ orderId, balanceLAK }) => [orderId, balanceLAK])),
    creditLAK: order.payer.creditLAK,
    cashStep: rules.cashStep,
  };
  const walletOf = (typed: PaymentDraft): Wallet => {
    const input = inputOf(typed);
    return {
      priced: pricePayment(input, account, rates),
      bare: pricePayment({ ...input, tenders: [], changeOwedLAK: 0 }, account, rates),
      rates,
      step: rules.cashStep,
    };
  };
  /** The only row follows what is asked for, unless somebody typed another sum. */
  const follow = (before: PaymentDraft, after: PaymentDraft): PaymentDraft => {
    const [only, ...others] = before.tenders;
    if (!only || others.length > 0 || only.tendered !== fillFor(before, only, walletOf(before)))
      return after;
    return changeTender(after, only.key, { tendered: fillFor(after, only, walletOf(after)) });
  };
  const amend = (next: (before: PaymentDraft) => PaymentDraft) =>
    setDraft((before) => follow(before, next(before)));
  const change: ChangeMoney = (next) => setDraft((before) => next(before));
  const input = inputOf(draft);
  const wallet = walletOf(draft);
  const debts = debtsIn(draft);
  const isShared = debts.every(
    ({ orderId, balanceLAK }) =>
      typeof draft.shares[orderId] !== 'string' && Number(draft.shares[orderId] ?? 0) <= balanceLAK,
  );
  const isTyped =
    isShared &&
    draft.tenders.length === input.tenders.length &&
    draft.tenders.every(({ method, reference }) => method === 'cash' || reference.trim() !== '');
  return {
    ...{
      draft,
      wallet,
      change,
      debts,
      others: all.filter(({ orderId }) => !debts.some((one) => one.orderId === orderId)),
      dues: dueSums(order, debts),
    },
    /** Adds another order where its due date puts it, or takes it off again. */
    toggle: (debt: Debt) =>
      amend((before) => {
        if (before.debts.some(({ orderId }) => orderId === debt.orderId))
          return {
            ...before,
            debts: before.debts.filter(({ orderId }) => orderId !== debt.orderId),
          };
        const later = before.debts.findIndex(({ dueOn }) => (dueOn ?? '9') > (debt.dueOn ?? '9'));
        return {
          ...before,
          debts: before.debts.toSpliced(later < 0 ? before.debts.length : later, 0, debt),
        };
      }),
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
    /** So much of an order and no more; an empty box is all of it. */
    setShare: ({ orderId }: Debt, share: Typed) =>
      amend((before) => ({ ...before, shares: { ...before.shares, [orderId]: share } })),
    setUsesCredit: (usesCredit: boolean) => amend((before) => ({ ...before, usesCredit })),
    canSend:
      isTyped &&
      wallet.priced.problems.length === 0 &&
      (input.tenders.length > 0 || input.creditLAK > 0),
    body: (): OrderPaymentInput => ({
      ...input,
      creditLAK: wallet.priced.creditLAK,
      shiftId: input.tenders.some(({ method }) => method === 'cash') ? shiftId : null,
      rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null },
    }),
  };
}
export type LaterPayment = ReturnType<typeof useLaterPayment>;
