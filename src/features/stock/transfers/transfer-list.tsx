import { Truck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { stockTransfersList } from '#contract/stock/stock-transfers-list.ts';
import { stockTransferStatuses, type StockTransfer } from '#contract/stock/stock-transfers.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { NEW, stockPath } from '#src/features/stock/stock-path.ts';
import { StockTabs } from '#src/features/stock/stock-tabs.tsx';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { transferTones } from './transfer-words.ts';

function useColumns(): ListColumn<StockTransfer>[] {
  const { t } = useTranslation('stock');
  const { codeOf } = useBranches();
  return useMemo(
    () => [
      { field: 'number', label: t('number'), priority: 1, ltrNoWrap: true },
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        text: ({ status }) => ({
          text: t(`transfers.statuses.${status}`),
          tone: transferTones[status],
        }),
      },
      {
        field: 'fromBranchId',
        label: t('transfers.way'),
        priority: 1,
        ltrNoWrap: true,
        text: ({ fromBranchId, toBranchId }) => `${codeOf(fromBranchId)} → ${codeOf(toBranchId)}`,
      },
      {
        field: 'createdAt',
        label: t('transfers.createdAt'),
        priority: 2,
        ltrNoWrap: true,
        text: ({ createdAt }) => formatDateTime(createdAt),
      },
      {
        field: 'sentAt',
        label: t('transfers.sentAt'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ sentAt }) => (sentAt === null ? '' : formatDateTime(sentAt)),
      },
      { field: 'note', label: t('transfers.note'), priority: 3 },
      {
        field: 'lines',
        label: t('lines.count'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        text: ({ lines }) => formatNumber(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
      },
    ],
    [t, codeOf],
  );
}

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      {
        kind: 'one',
        name: 'status',
        label: t('status'),
        options: stockTransferStatuses.map((value) => ({
          value,
          label: t(`transfers.statuses.${value}`),
        })),
      },
    ],
    [t],
  );
}

const open = ({ _id }: StockTransfer) => stockPath('transfers', { id: _id });

/** Transfers between branches; both branches see them. */
export function StockTransferList() {
  const { t } = useTranslation(['stock', 'shell']);
  const columns = useColumns();
  const filters = useFilters();
  const view = useListView(stockTransfersList, { sort: '-createdAt', filters });
  const list = usePagedList(stockTransfersList, {
    ...view,
    filters: useBranchFilters(view.filters),
  });
  const mayWrite = useCan(stockTransfersList.write);
  const add = mayWrite && (
    <AddLink to={stockPath('transfers', { id: NEW })} label={t('transfers.add')} />
  );
  return (
    <ListPage
      name={stockTransfersList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:page.stockTransfers')}
      add={add}
      hint={t('transfers.search')}
      summary={<StockTabs current="transfers" />}
      open={open}
      failed={t('failed.transfers')}
      empty={
        <EmptyState icon={Truck} title={t('transfers.empty')} text={t('transfers.emptyHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
