import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { isDay, addDays } from '#contract/dates.ts';
import { offeredOn } from '#contract/desk/class-offers.ts';
import { ruledIn } from '#contract/desk/discounts.ts';
import { priceVisit } from '#contract/desk/price-visit.ts';
import type { Product } from '#contract/stock/products.ts';
import { discountLimit } from '#contract/roles.ts';
import type {
  PlacePrice,
  PricedVisit,
  ProductPrice,
  VisitPrices,
  VisitRates,
} from '#contract/desk/visit-prices.ts';
import { namingNoLine } from '#contract/desk/visit-reductions.ts';
import type {
  InstalmentPart,
  visitInput,
  VisitPayer,
  VisitPlace,
  VisitProduct,
} from '#contract/desk/visits.ts';
import { useHeldValues } from '#src/components/edit/use-held-values.ts';
import { usePayRates } from '#src/entities/payment/pay-queries.ts';
import { isPlanTyped, draftInstalments } from '#src/entities/payment/plan.ts';
import { partLAK, targetLAK, type Wallet } from '#src/entities/payment/tenders.ts';
import { useProducts } from '#src/entities/product/use-products.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { today } from '#src/lib/text/today.ts';
import { useRules } from './desk-queries.ts';
import { emptyVisit, type VisitDraft } from './visit-draft.ts';
import { draftChildren } from './visit-people.ts';

/**
 * The prices that the screen knows: of the offered classes, the products, and the family as it was
 * loaded.
 */
export function pricesOf(
  draft: VisitDraft,
  products: ReadonlyMap<string, Product>,
  today: string,
): VisitPrices {
  const places = draft.places.flatMap(({ key, basis, offered }): [string, PlacePrice][] => {
    const now = offeredOn(offered, today);
    const isOfBasis = now === offered || now.basis === basis;
    return now.price && isOfBasis ? [[key, now.price]] : [];
  });
  const goods = [...products.values()].map(
    ({ _id, price, currency, trackStock }): [string, ProductPrice] => [
      _id,
      { price: { amount: price, currency }, trackStock },
    ],
  );
  const terms = draft.places.map(({ offered }) => offered);
  return {
    today,
    places: Object.fromEntries(places),
    products: Object.fromEntries(goods),
    students: Object.fromEntries(
      draftChildren(draft).map((child) => [child.key, ruledIn(child.key, child, terms)]),
    ),
    debts: Object.fromEntries(
      (draft.family?.owed ?? []).map(({ orderId, balanceLAK }) => [orderId, balanceLAK]),
    ),
    creditLAK: draft.payer?.kind === 'walkIn' ? 0 : (draft.family?.creditLAK ?? 0),
  };
}

const walkIn: VisitPayer = { kind: 'walkIn', name: '', phone: '' };
const isSum = (typed: number | string | null): typed is number =>
  typeof typed === 'number' && typed !== 0;

/** The part of a visit that has a price, without tenders that cannot be read. */
export function pricedInput(
  draft: VisitDraft,
  { hold = false, instalments = [] as InstalmentPart[] } = {},
) {
  return {
    payer: draft.payer ?? walkIn,
    places: draft.places.map(({ offered: _offered, ...place }): VisitPlace => place),
    products: draft.products.map(({ withPlace: _withPlace, ...line }): VisitProduct => line),
    adjustments: draft.adjustments.flatMap(({ amountLAK, ...line }) =>
      isSum(amountLAK) ? [{ ...line, amountLAK }] : [],
    ),
    debts: draft.debts,
    creditLAK: draft.usesCredit ? (draft.family?.creditLAK ?? 0) : 0,
    tenders: draft.tenders.flatMap(({ tendered, ...row }) =>
      isSum(tendered) ? [{ ...row, tendered }] : [],
    ),
    changeIn: draft.changeIn,
    changeOwedLAK: draft.changeOwedLAK,
    changeGiven: draft.taken?.change ?? null,
    instalments,
    hold,
  };
}

/** True if a seat is charged: only a seat is held, a book or a debt alone holds nothing. */
export const hasSeat = ({ lines }: Pick<PricedVisit, 'lines'>): boolean =>
  lines.some(({ kind }) => kind === 'tuition');

/** The part of this visit's own order that is left to be paid later. */
export const leftLater = ({ shares }: Pick<PricedVisit, 'shares'>): number =>
  shares.find(({ orderId }) => orderId === null)?.leftLAK ?? 0;

/**
 * The kip that are to be paid now: the visit and the older orders on it, less the credit, as far as
 * *Paid now* asks, with the rounding of the cash that settles all of it.
 */
export const paidNowLAK = ({ target, taken }: VisitDraft, wallet: Wallet): number =>
  target === 'exact' || taken !== null
    ? wallet.priced.dueLAK + wallet.priced.roundingLAK
    : targetLAK(wallet, target);

/** The key of the first line that lacks a reason or a sum. */
export const unfinishedLine = ({ adjustments, places, products }: VisitDraft): string | undefined =>
  (
    adjustments.find(({ amountLAK, reason }) => !isSum(amountLAK) || reason.trim() === '') ??
    [...places, ...products].find(
      ({ discount }) => discount.kind === 'byHand' && discount.reason.trim() === '',
    )
  )?.key;

/**
 * True if something is typed that cannot be sent, such as an amount that is no number. The days of
 * the rest count only while there is a rest; otherwise they are neither shown nor sent.
 */
export function isUnfinished(draft: VisitDraft, priced: Pick<PricedVisit, 'shares'>): boolean {
  const { tenders, plan, dueDate } = draft;
  const isDueTyped =
    plan?.kind === 'typed' ? isPlanTyped(plan) : dueDate === null || isDay(dueDate);
  return (
    (leftLater(priced) > 0 && !isDueTyped) ||
    unfinishedLine(draft) !== undefined ||
    !tenders.every(({ tendered }) => isSum(tendered) && tendered > 0)
  );
}

type Sending = {
  branchId: string;
  shiftId: string | null;
  priced: PricedVisit;
  rates: VisitRates;
  hold: boolean;
  /** The part of the sum due above which cash is change. */
  part: number | null;
  instalments: InstalmentPart[];
};

/** The visit as it is sent, with every figure that the screen showed. */
export function toInput(
  draft: VisitDraft,
  { branchId, shiftId, priced, rates, hold, part, instalments }: Sending,
): z.input<typeof visitInput> {
  const typed = pricedInput(draft, { hold, instalments });
  // A line that has left the bill since it was chosen is not sent; the screen shows the dearest.
  const left = new Set(namingNoLine(typed.adjustments, priced.lines));
  return {
    ...typed,
    adjustments: typed.adjustments.map((line, at) =>
      left.has(at) ? { ...line, ofLineKey: null } : line,
    ),
    creditLAK: priced.creditLAK,
    partLAK: part,
    branchId,
    newParents: draft.newParents,
    newStudents: draft.newStudents,
    shiftId: typed.tenders.some(({ method }) => method === 'cash') ? shiftId : null,
    dueDate: instalments.length === 0 && isDay(draft.dueDate) ? draft.dueDate : null,
    takenOfflineAt: draft.taken?.at ?? null,
    note: '',
    expectedTotal: priced.totalLAK,
    expectedLines: Object.fromEntries(priced.lines.map(({ key, netLAK }) => [key, netLAK])),
    rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null },
  };
}

/** The priced visit, with the instalments of the rest and the part above which cash is change. */
export type VisitWallet = Wallet & { instalments: InstalmentPart[]; part: number | null };

/** The draft of the visit and its price after every change. */
export function usePricedDraft(branchId: string, begin: VisitDraft = emptyVisit) {
  const draftStore = useHeldValues<VisitDraft>(begin);
  const { byId } = useProducts();
  const rules = useRules(branchId);
  const { rates, asOf } = usePayRates();
  const grant = useGrant();
  const draft = draftStore.values;
  const price = useMemo(() => {
    const branchRules = rules.data;
    if (!branchRules) return undefined;
    const limits = {
      ...branchRules,
      discountLimitPercent: discountLimit(grant, branchRules.discountLimitPercent),
    };
    // The copy of the rules may be from yesterday, so without network the device's date counts.
    const prices = pricesOf(draft, byId, navigator.onLine ? branchRules.today : today());
    const bare = { tenders: [], changeOwedLAK: 0 };
    const withoutMoney = priceVisit({ ...pricedInput(draft), ...bare }, prices, rates, limits);
    const part = partLAK(draft, { withoutMoney, rates, step: branchRules.cashStep });
    return (hold: boolean, hasMoney = true) => {
      const input = { ...pricedInput(draft, { hold }), partLAK: part };
      const before = priceVisit(hasMoney ? input : { ...input, ...bare }, prices, rates, limits);
      const instalments = hasMoney
        ? draftInstalments(draft.plan, leftLater(before), {
            firstDueOn: draft.dueDate ?? addDays(branchRules.today, branchRules.dueDays),
            cashStep: branchRules.cashStep,
          })
        : [];
      return {
        instalments,
        part,
        priced:
          instalments.length > 0
            ? priceVisit({ ...input, instalments }, prices, rates, limits)
            : before,
      };
    };
  }, [draft, byId, rules.data, rates, grant]);
  const wallet = useMemo(
    (): VisitWallet | undefined =>
      price && {
        ...price(false),
        withoutMoney: price(false, false).priced,
        rates,
        step: rules.data?.cashStep ?? 1,
      },
    [price, rates, rules.data],
  );
  return { draftStore, draft, rules, rates, ratesAsOf: asOf, products: byId, wallet, price };
}
