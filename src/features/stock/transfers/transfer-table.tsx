import { useTranslation } from 'react-i18next';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { DOT } from '#contract/words/dot.ts';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { useGoods } from '#src/features/stock/use-goods.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from '#src/features/stock/paper/paper.module.css';

/** The lines of a transfer; after receipt also the missing and damaged pieces with the note. */
export function TransferTable({ row: { status, lines, sentAt } }: { row: StockTransfer }) {
  const { t } = useTranslation('stock');
  const { nameOf, skuOf } = useGoods();
  const isReceived = status === 'received';
  const total = (of: (line: StockTransfer['lines'][number]) => number) =>
    formatNumber(lines.reduce((sum, line) => sum + of(line), 0));
  const figure = (count: number) => (count === 0 ? '0' : <strong>{formatNumber(count)}</strong>);
  return (
    <div className={styles.box}>
      <SmallTable label={t('lines.title')} isScrolling>
        <thead>
          <tr>
            <th scope="col">{t('product')}</th>
            <th scope="col" data-end>
              {t(sentAt === null ? 'transfers.quantity' : 'transfers.sent')}
            </th>
            {isReceived && (
              <>
                <th scope="col" data-end>
                  {t('transfers.missing')}
                </th>
                <th scope="col" data-end>
                  {t('transfers.damaged')}
                </th>
                <th scope="col" data-end>
                  {t('transfers.onShelf')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ productId, quantity, missing, damaged, note }) => (
            <tr key={productId}>
              <th scope="row">
                {nameOf(productId)}
                <small>{[skuOf(productId), note].filter(Boolean).join(DOT)}</small>
              </th>
              <td data-end>{formatNumber(quantity)}</td>
              {isReceived && (
                <>
                  <td data-end>{figure(missing)}</td>
                  <td data-end>{figure(damaged)}</td>
                  <td data-end>{formatNumber(quantity - missing - damaged)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('lines.sumOf', { n: formatNumber(lines.length) })}</th>
            <td data-end>{total(({ quantity }) => quantity)}</td>
            {isReceived && (
              <>
                <td data-end>{total(({ missing }) => missing)}</td>
                <td data-end>{total(({ damaged }) => damaged)}</td>
                <td data-end>
                  {total(({ quantity, missing, damaged }) => quantity - missing - damaged)}
                </td>
              </>
            )}
          </tr>
        </tfoot>
      </SmallTable>
    </div>
  );
}
