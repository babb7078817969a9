import { useTranslation } from 'react-i18next';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { readOrNull } from '#src/lib/request/resource.ts';

type Query = { branchId?: string; asOf?: string };

/** The key and the fetch of a payer's account, for the page and for a dialog on another one. */
export const familyAccountOf = (id: string, query: Query) => ({
  queryKey: ['family-accounts', id, query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readOrNull<FamilyAccount>(`/family-accounts/${encodeURIComponent(id)}`, {
      query,
      signal,
      quiet: true,
    }),
});

/** What the family owes, which whoever pays out its credit must know before the money has left. */
export function FamilyOwes({
  account: { owedLAK, elsewhere },
  onSettle,
}: {
  account: Pick<FamilyAccount, 'owedLAK' | 'elsewhere'>;
  onSettle: (() => void) | undefined;
}) {
  const { t } = useTranslation('family-account');
  const elsewhereLAK = elsewhere.reduce((sum, one) => sum + one.owedLAK, 0);
  if (owedLAK === 0 && elsewhereLAK === 0) return null;
  return (
    <Note tone="wait">
      {owedLAK > 0 && <p>{t('payout.owes', { sum: formatNumber(owedLAK) })}</p>}
      {elsewhereLAK > 0 && <p>{t('payout.owesElsewhere', { sum: formatNumber(elsewhereLAK) })}</p>}
      {onSettle && <Button onClick={onSettle}>{t('payout.settle')}</Button>}
    </Note>
  );
}
