import { ArrowRightLeft } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { stockMovementsList } from '#contract/stock/stock-movements-list.ts';
import { movementTypes } from '#contract/stock/stock-movements.ts';
import { DOT } from '#contract/words/dot.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { StockTabs } from '#src/features/stock/stock-tabs.tsx';
import { useGoods } from '#src/features/stock/use-goods.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { useMovementColumns } from './movement-columns.tsx';

function useMovementFilters(): readonly Filter[] {
  const { t } = useTranslation('stock');
  const { rows, nameIn } = useGoods();
  const { options, nameOf } = useBranchChoice();
  return useMemo(
    () => [
      {
        kind: 'one',
        name: 'productId',
        label: t('product'),
        options: (rows ?? [])
          .filter(({ trackStock }) => trackStock)
          .map((one) => ({ value: one._id, label: `${nameIn(one)}${DOT}${one.sku}` })),
      },
      {
        kind: 'one',
        name: 'type',
        label: t('movements.type'),
        options: movementTypes.map((value) => ({ value, label: t(`movements.types.${value}`) })),
      },
      { kind: 'dates', isPast: true, name: 'at', label: t('movements.at') },
      ...(nameOf
        ? [{ kind: 'one', name: 'branchId', label: t('branch'), options } satisfies Filter]
        : []),
    ],
    [t, rows, nameIn, options, nameOf],
  );
}

/** The server has other names for the days of the filter. */
function useAsked({
  atFrom,
  atTo,
  ...filters
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const asked = JSON.stringify({
    ...filters,
    ...(atFrom && { from: atFrom }),
    ...(atTo && { to: atTo }),
  });
  return useBranchFilters(useMemo(() => JSON.parse(asked) as Record<string, string>, [asked]));
}

/** All stock movements, newest first, each with the stock afterwards and the paper behind it. */
export function StockMovements() {
  const { t } = useTranslation(['stock', 'shell']);
  const filters = useMovementFilters();
  const view = useListView(stockMovementsList, { sort: '-at', filters });
  const list = usePagedList(stockMovementsList, { ...view, filters: useAsked(view.filters) });
  const columns = useMovementColumns(view.filters['productId'] !== undefined);
  const { nameOf } = useGoods();
  const { productId } = view.filters;
  return (
    <ListPage
      name={stockMovementsList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={
        productId === undefined
          ? t('shell:page.stockMovements')
          : t('movements.of', { name: nameOf(productId) })
      }
      summary={<StockTabs current="movements" />}
      failed={t('failed.movements')}
      empty={
        <EmptyState
          icon={ArrowRightLeft}
          title={t('movements.empty')}
          text={t('movements.emptyHint')}
        />
      }
    />
  );
}
