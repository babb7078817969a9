import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isLow, type StockLevel } from '#contract/stock/stock-levels.ts';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { stockPath } from '#src/features/stock/stock-path.ts';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { atBranch, type HandRow } from './hand-rows.ts';
import styles from './hand.module.css';

type FigureProps = {
  row: HandRow;
  branchId: string;
  level: StockLevel | undefined;
  code?: string | undefined;
};

/** A branch's stock, with a word if that is low; it links to the movements behind it. */
function Figure({ row, branchId, level, code }: FigureProps) {
  const { t } = useTranslation('stock');
  const seesMovements = useCan('stock-movements:read');
  const onHand = level?.onHand ?? 0;
  const state = onHand < 0 ? 'under' : level && isLow(level) ? 'low' : undefined;
  const Icon = state === 'under' ? TriangleAlert : CircleAlert;
  const figure = (
    <>
      {code !== undefined && <span className={styles.code}>{code}</span>}
      {state && (
        <span className={styles.mark} data-state={state}>
          <Icon aria-hidden size={13} strokeWidth={1.75} />
          {t(`hand.${state}`)}
        </span>
      )}
      <bdi dir="ltr" data-zero={onHand === 0 || undefined} data-state={state}>
        {formatNumber(onHand)}
      </bdi>
    </>
  );
  if (!seesMovements) return <span className={styles.figure}>{figure}</span>;
  return (
    <Link
      className={styles.figure}
      to={stockPath('movements', { productId: row._id, branchId })}
      aria-label={t('hand.movementsOf', {
        name: row.name,
        branch: code ?? '',
        n: formatNumber(onHand),
      })}
    >
      {figure}
    </Link>
  );
}

/** The goods on the way, each part linked to its transfer. */
function Way({ row }: { row: HandRow }) {
  const { t } = useTranslation('stock');
  const { codeOf } = useBranches();
  if (row.way.length === 0) return <span className={styles.none}>0</span>;
  return row.way.map(({ transferId, quantity, fromBranchId, toBranchId }) => (
    <Link
      key={transferId}
      className={styles.way}
      to={stockPath('transfers', { id: transferId })}
      aria-label={t('hand.wayOf', {
        n: formatNumber(quantity),
        from: codeOf(fromBranchId),
        to: codeOf(toBranchId),
      })}
    >
      <span className={styles.code}>{t('hand.onTheWay')}</span>
      <bdi dir="ltr">{`${formatNumber(quantity)} → ${codeOf(toBranchId)}`}</bdi>
    </Link>
  ));
}

const figureColumn = (
  field: 'reserved' | 'available' | 'all',
  label: string,
  more: Partial<ListColumn<HandRow>> = {},
): ListColumn<HandRow> => ({
  field,
  label,
  priority: 2,
  align: 'end',
  ltrNoWrap: true,
  isNamed: true,
  text: (row) => formatNumber(row[field]),
  ...more,
});

/**
 * The columns for one branch: reserved and available stock. For several branches: their stock side
 * by side, and the total.
 */
export function useHandColumns(branchIds: readonly string[]): ListColumn<HandRow>[] {
  const { t } = useTranslation('stock');
  const { codeOf } = useBranches();
  const seesCost = useCan('products:cost');
  const seesTransfers = useCan('stock-transfers:read');
  return useMemo(() => {
    const [only = ''] = branchIds;
    const isOne = branchIds.length === 1;
    const at = (branchId: string): ListColumn<HandRow> => ({
      field: isOne ? 'onHand' : atBranch(branchId),
      label: isOne ? t('hand.onHand') : codeOf(branchId),
      priority: isOne ? 1 : 2,
      align: 'end',
      ltrNoWrap: true,
      cell: (row) => (
        <Figure
          row={row}
          branchId={branchId}
          level={row.levels.find((level) => level.branchId === branchId)}
          code={isOne ? undefined : codeOf(branchId)}
        />
      ),
    });
    return [
      {
        field: 'name',
        label: t('product'),
        priority: 1,
        cell: ({ name, product }) => (
          <>
            {name}
            <Aside>{product.sku}</Aside>
          </>
        ),
      },
      ...(isOne
        ? [at(only)]
        : [figureColumn('all', t('hand.all'), { priority: 1 }), ...branchIds.map(at)]),
      figureColumn('reserved', t('hand.reserved'), isOne ? {} : { optional: true, priority: 3 }),
      figureColumn('available', t('hand.available'), isOne ? {} : { optional: true, priority: 3 }),
      // People who may not read transfers would see a 0 that is not true.
      ...(seesTransfers
        ? [
            {
              field: 'onTheWay',
              label: t('hand.onTheWay'),
              priority: 2,
              align: 'end',
              ltrNoWrap: true,
              cell: (row) => <Way row={row} />,
            } satisfies ListColumn<HandRow>,
          ]
        : []),
      ...(isOne
        ? [
            {
              field: 'reorderLevel',
              label: t('hand.reorderAt'),
              priority: 3,
              align: 'end',
              ltrNoWrap: true,
              text: ({ reorderLevel }) =>
                reorderLevel === null ? '–' : formatNumber(reorderLevel),
            } satisfies ListColumn<HandRow>,
          ]
        : []),
      ...(seesCost
        ? [
            {
              field: 'value',
              label: t('hand.value'),
              priority: 2,
              align: 'end',
              ltrNoWrap: true,
              isNamed: true,
              text: ({ value }) => formatNumber(value ?? 0),
            } satisfies ListColumn<HandRow>,
          ]
        : []),
    ];
  }, [t, branchIds, codeOf, seesCost, seesTransfers]);
}
