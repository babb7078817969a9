import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import type { StockGoods } from '#src/features/stock/use-goods.ts';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { atBranch, type HandRow } from './hand-rows.ts';

type WorthProps = { rows: readonly HandRow[]; branchIds: readonly string[]; goods: StockGoods };

/**
 * The worth of each branch's stock at cost, of the goods on the way, and the total, so that a
 * reader can add them up.
 */
export function Worth({ rows, branchIds, goods }: WorthProps) {
  const { t } = useTranslation('stock');
  const { nameOf, codeOf } = useBranches();
  const worth = (quantityOf: (row: HandRow) => number) =>
    rows.reduce((sum, row) => sum + quantityOf(row) * (goods.byId.get(row._id)?.costLAK ?? 0), 0);
  const parts = [
    ...branchIds.map((id) => ({
      id,
      label: `${nameOf(id)} ${codeOf(id)}`,
      amount: worth((row) => row[atBranch(id)] ?? 0),
    })),
    { id: 'way', label: t('hand.onTheWay'), amount: worth((row) => row.onTheWay) },
    { id: 'all', label: t('hand.worthOfAll'), amount: worth((row) => row.all) },
  ];
  return (
    <Facts look="figures" label={t('hand.value')}>
      {parts.map(({ id, label, amount }) => (
        <Fact key={id} label={label}>
          <bdi dir="ltr">{formatNumber(amount)}</bdi>
        </Fact>
      ))}
    </Facts>
  );
}
