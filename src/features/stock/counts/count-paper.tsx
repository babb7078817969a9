import { useTranslation } from 'react-i18next';
import type { CountLine, StockCount } from '#contract/stock/stock-counts.ts';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { useIsPrinting } from '#src/components/print/use-is-printing.ts';
import { PaperFacts } from '#src/features/stock/paper/facts.tsx';
import { useBranches, useGoods, useLevels } from '#src/features/stock/use-goods.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import styles from '#src/features/stock/paper/paper.module.css';

type PaperProps = { count: StockCount; lines: readonly CountLine[]; title: string };

const shown = (figure: number | null) => (figure === null ? '–' : formatNumber(figure));

function useWhat() {
  const { nameOf, skuOf } = useGoods();
  return (productId: string) => (
    <th scope="row">
      {nameOf(productId)}
      <small>{skuOf(productId)}</small>
    </th>
  );
}

/**
 * On paper only: an open sheet with room to write in; a blind count has no expected stock on it.
 */
export function WritingSheet({ count, lines, title }: PaperProps) {
  const { t } = useTranslation('stock');
  const what = useWhat();
  const levelOf = useLevels();
  const { nameOf } = useBranches();
  if (!useIsPrinting()) return null;
  return (
    <div className={styles.onPaper}>
      <PrintFrame title={title} branch={nameOf(count.branchId)} />
      <p>{t('counts.paperHint')}</p>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('product')}</th>
            {!count.blind && (
              <th scope="col" data-end>
                {t('counts.expected')}
              </th>
            )}
            <th scope="col">{t('counts.counted')}</th>
            <th scope="col">{t('counts.minute')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ productId, expected }) => (
            <tr key={productId}>
              {what(productId)}
              {!count.blind && (
                <td data-end>
                  {shown(expected ?? levelOf(productId, count.branchId)?.onHand ?? 0)}
                </td>
              )}
              <td className={styles.write} />
              <td className={styles.write} />
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </div>
  );
}

/** A closed sheet: expected, counted and booked stock, with person, time and reason. */
export function CountPaper({ count, lines, title }: PaperProps) {
  const { t } = useTranslation('stock');
  const what = useWhat();
  const { nameOf } = useBranches();
  const seesCost = useCan('products:cost');
  const stamp = (by: string, at: string | null) =>
    at === null ? '' : t('paper.stamp', { by, at: formatDateTime(at) });
  const worth = ({ difference, costLAK }: CountLine) => (difference ?? 0) * (costLAK ?? 0);
  const isFinished = count.status === 'finished';
  return (
    <>
      <PrintFrame title={title} branch={nameOf(count.branchId)} />
      <PaperFacts
        facts={[
          { label: t('status'), value: t(`counts.statuses.${count.status}`) },
          { label: t('branch'), value: nameOf(count.branchId) },
          { label: t('counts.openedAt'), value: stamp(count.openedBy, count.openedAt) },
          { label: t('counts.closedAt'), value: stamp(count.closedBy, count.closedAt) },
          { label: t('reason'), value: count.reason },
        ]}
      />
      <div className={styles.box}>
        <SmallTable label={title} isScrolling>
          <thead>
            <tr>
              <th scope="col">{t('product')}</th>
              <th scope="col" data-end>
                {t('counts.expected')}
              </th>
              <th scope="col" data-end>
                {t('counts.counted')}
              </th>
              <th scope="col" data-end>
                {t('counts.difference')}
              </th>
              {seesCost && (
                <th scope="col" data-end>
                  {t('counts.differenceLAK')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.productId}>
                {what(line.productId)}
                <td data-end>{shown(line.expected)}</td>
                <td data-end>{shown(line.counted)}</td>
                <td data-end>
                  {line.difference ? (
                    <strong>{shown(line.difference)}</strong>
                  ) : (
                    shown(line.difference)
                  )}
                </td>
                {seesCost && (
                  <td data-end>{line.difference === null ? '–' : formatNumber(worth(line))}</td>
                )}
              </tr>
            ))}
          </tbody>
          {isFinished && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {t('counts.sumOf', { n: formatNumber(count.differing ?? 0) })}
                </th>
                {seesCost && <td data-end>{formatNumber(count.differenceLAK ?? 0)}</td>}
              </tr>
            </tfoot>
          )}
        </SmallTable>
      </div>
    </>
  );
}
