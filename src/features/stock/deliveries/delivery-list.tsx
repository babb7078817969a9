import { PackageOpen } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/stock/deliveries.ts';
import { deliveriesList } from '#contract/stock/deliveries-list.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { NEW, stockPath } from '#src/features/stock/stock-path.ts';
import { StockTabs } from '#src/features/stock/stock-tabs.tsx';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';

function useColumns(): ListColumn<Delivery>[] {
  const { t } = useTranslation('stock');
  const { codeOf } = useBranches();
  const showsBranch = useBranchChoice().nameOf !== undefined;
  return useMemo(
    () => [
      { field: 'number', label: t('number'), priority: 1, ltrNoWrap: true },
      {
        field: 'receivedAt',
        label: t('deliveries.receivedAt'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ receivedAt }) => formatDateTime(receivedAt),
      },
      {
        field: 'supplier',
        label: t('deliveries.supplier'),
        priority: 1,
        text: ({ supplier, supplierNote }) => ({ text: supplier, aside: supplierNote }),
      },
      ...(showsBranch
        ? [
            {
              field: 'branchId',
              label: t('branch'),
              priority: 2,
              text: ({ branchId }) => codeOf(branchId),
            } satisfies ListColumn<Delivery>,
          ]
        : []),
      { field: 'receivedBy', label: t('by'), priority: 3 },
      {
        field: 'takenBackAt',
        label: t('status'),
        priority: 2,
        text: ({ takenBackAt }) =>
          takenBackAt === null
            ? { text: t('deliveries.onShelf'), tone: 'on' }
            : { text: t('deliveries.takenBack'), tone: 'off' },
      },
      {
        field: 'lines',
        label: t('lines.count'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        text: ({ lines }) => formatNumber(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
      },
    ],
    [t, codeOf, showsBranch],
  );
}

const open = ({ _id }: Delivery) => stockPath('deliveries', { id: _id });
const NO_FILTERS = {};

/** Deliveries from suppliers, newest first. */
export function DeliveryList() {
  const { t } = useTranslation(['stock', 'shell']);
  const columns = useColumns();
  const view = useListView(deliveriesList, { sort: '-receivedAt' });
  const list = usePagedList(deliveriesList, { ...view, filters: useBranchFilters(NO_FILTERS) });
  const mayWrite = useCan(deliveriesList.write);
  const add = mayWrite && (
    <AddLink to={stockPath('deliveries', { id: NEW })} label={t('deliveries.add')} />
  );
  return (
    <ListPage
      name={deliveriesList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:page.deliveries')}
      add={add}
      hint={t('deliveries.search')}
      summary={<StockTabs current="deliveries" />}
      open={open}
      failed={t('failed.deliveries')}
      empty={
        <EmptyState
          icon={PackageOpen}
          title={t('deliveries.empty')}
          text={t('deliveries.emptyHint')}
        >
          {add}
        </EmptyState>
      }
    />
  );
}
