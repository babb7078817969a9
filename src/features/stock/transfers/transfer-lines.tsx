import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/stock/products.ts';
import { available } from '#contract/stock/stock-levels.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { LastScan } from '#src/features/stock/lines/last-scan.tsx';
import { ProductFinder } from '#src/entities/product/product-finder.tsx';
import { QuantityBox } from '#src/features/stock/lines/quantity-box.tsx';
import { RemoveLine } from '#src/features/stock/lines/remove-line.tsx';
import { useLines, type StockPaperLine } from '#src/features/stock/lines/use-lines.ts';
import { useGoods, useLevels } from '#src/features/stock/use-goods.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from '#src/features/stock/lines/lines.module.css';

const blank = ({ _id }: Product): StockPaperLine => ({ productId: _id, quantity: 1 });
const isWanted = ({ trackStock }: Product) => trackStock;
const countOf = ({ quantity }: StockPaperLine) => (typeof quantity === 'number' ? quantity : 0);

/** The goods to send, beside the stock of the sending branch that is not reserved. */
export function TransferLines() {
  const { t } = useTranslation('stock');
  const goods = useGoods();
  const levelOf = useLevels();
  const fromBranchId = useWatch({ name: 'fromBranchId' }) as string;
  const { lines, list, last, add, change, remove, undo, errorOf, error } = useLines<StockPaperLine>(
    {
      blank,
      label: t('lines.title'),
      show: (values) =>
        values
          .map(({ productId, quantity }) => `${goods.nameOf(productId)} ${quantity}`)
          .join(', '),
    },
  );
  const lastLine = lines.find(({ productId }) => productId === last?.productId);
  const freeOf = (productId: string) => {
    const level = levelOf(productId, fromBranchId);
    return level ? available(level) : 0;
  };
  return (
    <div className={styles.whole}>
      <ProductFinder label={t('lines.find')} onChoose={add} isWanted={isWanted} many />
      {last && lastLine && (
        <LastScan
          name={goods.nameOf(last.productId)}
          count={countOf(lastLine)}
          at={last.at}
          onUndo={() => undo(last.productId)}
        />
      )}
      {error !== undefined && <ErrorText role="alert">{error}</ErrorText>}
      <ul
        ref={list}
        className={styles.lines}
        data-plain
        aria-label={t('lines.title')}
        hidden={lines.length === 0}
      >
        <li className={styles.heads} aria-hidden>
          <span>{t('product')}</span>
          <span className={styles.end}>{t('hand.available')}</span>
          <span>{t('transfers.quantity')}</span>
        </li>
        {lines.map((line, at) => {
          const { productId, quantity } = line;
          const name = goods.nameOf(productId);
          const free = freeOf(productId);
          const tooMany =
            countOf(line) > free ? t('transfers.tooMany', { n: formatNumber(free) }) : undefined;
          return (
            <li
              key={productId}
              className={styles.line}
              data-last={productId === last?.productId || undefined}
            >
              <div className={styles.what}>
                <b>{name}</b>
                <small>{goods.skuOf(productId)}</small>
                {errorOf(at, 'productId') && (
                  <ErrorText as="span">{errorOf(at, 'productId')}</ErrorText>
                )}
              </div>
              <span className={styles.end}>
                <span className={styles.label}>{t('hand.available')} </span>
                <bdi dir="ltr">{formatNumber(free)}</bdi>
              </span>
              <QuantityBox
                of={productId}
                label={t('transfers.quantityOf', { name })}
                value={quantity}
                least={1}
                error={errorOf(at, 'quantity') ?? tooMany}
                onChange={(next) => change(productId, { quantity: next })}
              />
              <RemoveLine name={name} onRemove={() => remove(productId)} />
            </li>
          );
        })}
        <li>
          <p className={styles.sums}>
            {t('lines.pieces', {
              n: formatNumber(lines.reduce((sum, line) => sum + countOf(line), 0)),
              lines: formatNumber(lines.length),
            })}
          </p>
        </li>
      </ul>
      <HelpText>{t('lines.hint')}</HelpText>
    </div>
  );
}
