import { useMemo } from 'react';
import { priceVisit } from '#contract/desk/price-visit.ts';
import { addDays } from '#contract/dates.ts';
import type { InstalmentPart } from '#contract/desk/visits.ts';
import { useHeldValues } from '#src/components/edit/use-held-values.ts';
import { usePayRates } from '#src/entities/payment/pay-queries.ts';
import { partsOf } from '#src/entities/payment/plan.ts';
import { partLAK, type Wallet } from '#src/entities/payment/tenders.ts';
import { useProducts } from '#src/entities/product/use-products.ts';
import { can } from '#contract/roles.ts';
import { useStore } from '#src/lib/store.ts';
import { today } from '#src/lib/text/today.ts';
import { useRules } from './desk-queries.ts';
import { emptyVisit, type VisitDraft } from './visit-draft.ts';
import { leftLater, pricedInput, pricesOf } from './visit-input.ts';

/** The priced visit, with the instalments of the rest and the part above which cash is change. */
export type VisitWallet = Wallet & { instalments: InstalmentPart[]; part: number | null };

/** The draft of the visit and its price after every change. */
export function usePricedDraft(branchId: string, begin: VisitDraft = emptyVisit) {
  const draftStore = useHeldValues<VisitDraft>(begin);
  const { byId } = useProducts();
  const rules = useRules(branchId);
  const { rates, asOf } = usePayRates();
  const role = useStore(({ user }) => user.userData?.role ?? '');
  const draft = draftStore.values;
  const price = useMemo(() => {
    const branchRules = rules.data;
    if (!branchRules) return undefined;
    const limits = {
      ...branchRules,
      discountLimitPercent: can(role, 'orders:adjust') ? 100 : branchRules.discountLimitPercent,
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
        ? partsOf(draft.plan, leftLater(before), {
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
  }, [draft, byId, rules.data, rates, role]);
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
