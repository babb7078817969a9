import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { showMoney } from '#src/lib/text/money.ts';
import styles from './drawer-parts.module.css';

/** Short, over or exact, with a mark, a word and the amount. */
export function DifferenceMark({
  amount,
  currency,
  isAbove,
}: {
  amount: number;
  currency: PriceCurrency;
  isAbove: boolean;
}) {
  const { t } = useTranslation('drawer');
  const Icon = amount === 0 ? Check : isAbove ? TriangleAlert : CircleAlert;
  return (
    <span
      className={styles.difference}
      data-tone={amount === 0 ? 'exact' : isAbove ? 'far' : 'near'}
    >
      <Icon aria-hidden size={14} />
      {amount === 0 ? t('exact') : t(amount < 0 ? 'short' : 'over')}{' '}
      {amount !== 0 && <bdi dir="ltr">{showMoney(Math.abs(amount), currency)}</bdi>}
    </span>
  );
}
