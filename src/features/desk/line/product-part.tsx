import { useTranslation } from 'react-i18next';
import { useStock } from '#src/entities/product/use-products.ts';
import lineStyles from '#src/features/desk/pay.module.css';
import styles from '#src/features/desk/desk.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { changeProduct } from '#src/features/desk/visit-basket.ts';
import type { DraftProduct } from '#src/features/desk/visit-draft.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { Stepper } from './stepper.tsx';

const MOST_PIECES = 5000;

/** A product: its quantity, and whether it is handed over now. */
export function ProductPart({
  visit: { change, products },
  line,
}: {
  visit: Visit;
  line: DraftProduct;
}) {
  const { t } = useTranslation('desk');
  const { stockOf } = useStock();
  const product = products.get(line.productId);
  const stock = product && stockOf(product);
  const set = (changes: Partial<DraftProduct>) =>
    change((before) => changeProduct(before, line.key, changes));
  return (
    <>
      {stock && (
        <p className={styles.hint}>
          {t('what.onHand', { n: formatNumber(stock.onHand - stock.reserved) })}
        </p>
      )}
      <div className={lineStyles.pair}>
        <Stepper
          label={t('line.pieces')}
          value={line.quantity}
          max={MOST_PIECES}
          onChange={(quantity) => set({ quantity })}
        />
        {product?.trackStock === true && (
          <Segments
            label={t('line.giving')}
            options={[true, false].map((giveNow) => ({
              value: giveNow,
              label: t(giveNow ? 'line.giveNow' : 'line.giveLater'),
            }))}
            value={line.giveNow}
            onChoose={(giveNow) => set({ giveNow })}
          />
        )}
      </div>
    </>
  );
}
