import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './product.module.css';
import type { StockAt } from './stock-at.ts';

type StockWordsProps = {
  /** Undefined while unknown, or if stock is not counted. */
  stock: StockAt | undefined;
  isCounted: boolean;
};

/**
 * The stock on hand, with a word if it is low or below zero, because colour alone is not enough.
 */
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
