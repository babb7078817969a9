import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StockMovement } from '#contract/stock/stock-movements.ts';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { stockPath, type StockView } from '#src/features/stock/stock-path.ts';
import { useBranches, useGoods } from '#src/features/stock/use-goods.ts';
import { formatDateTime, formatNumber, MINUS } from '#src/lib/text/format.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import styles from '#src/features/stock/hand/hand.module.css';

const viewOf = {
  delivery: 'deliveries',
  count: 'counts',
  transfer: 'transfers',
  order: undefined,
  hand: undefined,
} as const satisfies Record<StockMovement['paper'], StockView | undefined>;

/** The paper behind a movement, and the reason. */
function Cause({ row: { paper, paperId, paperNumber, reason } }: { row: StockMovement }) {
  const view = viewOf[paper];
  return (
    <>
      {view && paperId !== null ? (
        <Link className={styles.paper} to={stockPath(view, { id: paperId })}>
          <bdi dir="ltr">{paperNumber}</bdi>
        </Link>
      ) : (
        paperNumber
      )}
      {reason !== '' && <Aside isAlone={paperNumber === ''}>{reason}</Aside>}
    </>
  );
}

const signed = (change: number) =>
  change > 0 ? `+${formatNumber(change)}` : formatNumber(change).replace('-', MINUS);

/** The columns of the movements: quantity, cause, and the stock afterwards. */
export function useMovementColumns(isOneProduct: boolean): ListColumn<StockMovement>[] {
  const { t } = useTranslation('stock');
  const { nameOf, skuOf } = useGoods();
  const { codeOf } = useBranches();
  const showsBranch = useBranchChoice().nameOf !== undefined;
  return useMemo(
    () => [
      ...(isOneProduct
        ? []
        : [
            {
              field: 'productId',
              label: t('product'),
              priority: 1,
              cell: ({ productId }) => (
                <>
                  {nameOf(productId)}
                  <Aside>{skuOf(productId)}</Aside>
                </>
              ),
            } satisfies ListColumn<StockMovement>,
          ]),
      {
        field: 'at',
        label: t('movements.at'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ at }) => formatDateTime(at),
      },
      {
        field: 'type',
        label: t('movements.type'),
        priority: 1,
        text: ({ type }) => t(`movements.types.${type}`),
      },
      {
        field: 'paperNumber',
        label: t('movements.paper'),
        priority: 2,
        cell: (row) => <Cause row={row} />,
      },
      ...(showsBranch
        ? [
            {
              field: 'branchId',
              label: t('branch'),
              priority: 2,
              text: ({ branchId }) => codeOf(branchId),
            } satisfies ListColumn<StockMovement>,
          ]
        : []),
      { field: 'by', label: t('by'), priority: 3 },
      {
        field: 'qtyChange',
        label: t('movements.change'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: ({ qtyChange }) => signed(qtyChange),
      },
      {
        field: 'qtyAfter',
        label: t('movements.after'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        isNamed: true,
        cell: ({ qtyAfter }) => (
          <strong data-under={qtyAfter < 0 || undefined} className={styles.after}>
            {formatNumber(qtyAfter)}
          </strong>
        ),
      },
    ],
    [t, nameOf, skuOf, codeOf, showsBranch, isOneProduct],
  );
}
