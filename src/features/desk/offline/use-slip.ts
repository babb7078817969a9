import { priceCurrencies } from '#contract/money/currencies.ts';
import { branchesList } from '#contract/centre/branches-list.ts';
import type { Branch } from '#contract/centre/branches.ts';
import type { PricedVisit, VisitRates } from '#contract/desk/visit-prices.ts';
import type { ProvisionalVisit } from '#src/entities/paper/provisional-slip.tsx';
import type { DraftOfflineCash, VisitDraft } from '#src/features/desk/visit-draft.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { useStore } from '#src/lib/store.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The sums to store when cash is taken offline; the time comes from the device. */
export function offlineCashOf(
  priced: PricedVisit,
  rates: VisitRates,
  nameOf: (line: PricedVisit['lines'][number]) => string,
): DraftOfflineCash {
  return {
    at: new Date().toISOString(),
    totalLAK: priced.totalLAK + priced.roundingLAK,
    lines: priced.lines.map((line) => ({ key: line.key, name: nameOf(line), netLAK: line.netLAK })),
    change: priced.change.map(({ currency, amount }) => ({ currency, amount })),
    rates,
  };
}

function payerName(
  { payer, family, newParents, newStudents }: VisitDraft,
  nameOf: ReturnType<typeof usePersonName>,
): string {
  if (payer?.kind === 'walkIn') return payer.name;
  const key = payer?.kind === 'parent' ? payer.parentKey : payer?.studentKey;
  const known = [...(family?.payer ? [family.payer] : []), ...(family?.guardians ?? [])].find(
    ({ _id }) => _id === key,
  );
  const made = [...newParents, ...newStudents].find((one) => one.key === key);
  return known ? nameOf(known) : made ? nameOf(made) : '';
}

/** The provisional slip of a stored visit, and the branch that prints it. */
export function useSlip(
  draft: VisitDraft,
  taken: DraftOfflineCash,
  branchId: string,
): { slip: ProvisionalVisit; branch: Branch | undefined } {
  const nameOf = usePersonName();
  const name = useCentreNames();
  const { rows } = useCachedList(branchesList, { quiet: true });
  const user = useStore((state) => state.user.userData);
  const branch = rows?.find(({ _id }) => _id === branchId);
  const handedOver = priceCurrencies.flatMap((currency) => {
    const amount = draft.tenders
      .filter((row) => row.currency === currency)
      .reduce((sum, { tendered }) => sum + (typeof tendered === 'number' ? tendered : 0), 0);
    return amount > 0 ? [{ currency, amount }] : [];
  });
  const children = draftChildren(draft).map((child) => nameOf(child.name));
  return {
    branch,
    slip: {
      at: taken.at,
      centre: { name, taxNo: '' },
      branch: {
        code: branch?.code ?? '',
        name: { en: branch?.branchName ?? '', lo: branch?.branchNameLo ?? '' },
        phone: branch?.phone ?? '',
      },
      cashier: user ? `${user.firstName} ${user.lastName}` : '',
      payer: payerName(draft, nameOf) || children.join(', '),
      lines: taken.lines.map(({ key, name: what, netLAK }) => ({
        key,
        name: what,
        amountLAK: netLAK,
      })),
      totalLAK: taken.totalLAK,
      handedOver,
      change: taken.change,
    },
  };
}
