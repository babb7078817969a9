import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './product.module.css';
import type { StockAt } from './stock-at.ts';

type StockWordsProps = {
  /** None while it is not known, or where nobody counts. */
  stock: StockAt | undefined;
  isCounted: boolean;
};

/** What is on hand, and a word where it is low or below zero: a colour alone would not say it. */
export function StockWords({ stock, isCounted }: StockWordsProps) {
  const { t } = useTranslation('products');
  if (!isCounted) return <span className={styles.none}>{t('stock.notCounted')}</span>;
  if (!stock) return null;
  const { onHand, reorderLevel, lowIn, belowZeroIn } = stock;
  const isOfOne = reorderLevel !== null;
  if (belowZeroIn > 0) {
    return (
      <span className={`${styles.mark} ${styles.below}`}>
        <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
        {onHand < 0
          ? t('stock.belowZero', { n: formatNumber(onHand) })
          : t('stock.belowZeroIn', { n: formatNumber(onHand), count: belowZeroIn })}
      </span>
    );
  }
  if (lowIn > 0) {
    return (
      <>
        <span className={`${styles.mark} ${styles.low}`}>
          <CircleAlert aria-hidden size={14} strokeWidth={1.75} />
          {isOfOne ? t('stock.low', { n: formatNumber(onHand) }) : formatNumber(onHand)}
        </span>
        <span className={styles.note}>
          {isOfOne
            ? t('stock.reorderAt', { n: formatNumber(reorderLevel) })
            : t('stock.lowIn', { count: lowIn })}
        </span>
      </>
    );
  }
  return (
    <>
      <span className={styles.label}>{t('stock.onHand')} </span>
      {formatNumber(onHand)}
    </>
  );
}
