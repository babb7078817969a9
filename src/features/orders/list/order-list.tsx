import { ReceiptText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { OrderListSums, OrderRow } from '#contract/orders/order-rows.ts';
import { orderViews, type OrderView } from '#contract/orders/orders.ts';
import { MOST_PEOPLE } from '#contract/people/found-people.ts';
import { parsePaperCode } from '#contract/words/paper-code.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { WarningNote } from '#src/components/page/warning-note.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import type { SumLine } from '#src/components/table/columns.ts';
import { useKeptOrders } from '#src/entities/order/kept-orders.ts';
import { orderPath, receiptPath, type OrderAct } from '#src/entities/order/order-path.ts';
import { findOrder, useOrderCounts, useOrderSums } from '#src/features/orders/orders-queries.ts';
import { paths } from '#src/lib/paths.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { useOrderColumns } from './order-columns.tsx';

const NONE: Readonly<Record<string, string>> = {};
const sumFields = ['totalLAK', 'paidLAK', 'pendingLAK', 'balanceLAK'] as const;
const ownFields = [...sumFields, 'goodsLAK'] as const;
const open = ({ _id }: OrderRow) => orderPath(_id);

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('orders');
  const counts = useOrderCounts(useBranchFilters(NONE));
  return useMemo(
    () => [
      {
        kind: 'tabs',
        name: 'view',
        label: t('list.views'),
        options: orderViews.map((value) => ({
          value,
          label: t(`views.${value}`),
          count: counts?.[value],
        })),
      },
      { kind: 'dates', isPast: true, name: 'at', label: t('list.day') },
    ],
    [t, counts],
  );
}

/** The default view shows open orders; a search covers all orders. */
function useOrderView(filters: readonly Filter[]) {
  const view = useListView(ordersList, { sort: '-at', filters });
  const { view: chosen, atFrom, atTo } = view.filters;
  const shown = (chosen ?? (view.asked === '' ? 'open' : 'all')) as OrderView;
  const asked = useMemo(
    () => ({ view: shown, ...(atFrom && { from: atFrom }), ...(atTo && { to: atTo }) }),
    [shown, atFrom, atTo],
  );
  return {
    view: useMemo(() => ({ ...view, filters: { ...view.filters, view: shown } }), [view, shown]),
    shown,
    asked: useBranchFilters(asked),
  };
}

/** The sums of the rows in the table and of all matching ones. */
function useSums(
  all: OrderListSums | undefined,
): (rows: readonly OrderRow[]) => SumLine<OrderRow>[] {
  const { t } = useTranslation('orders');
  const these = (rows: readonly OrderRow[]) => ({
    label: t('list.these', { count: rows.length }),
    sums: Object.fromEntries(
      ownFields.map((field) => [
        field,
        formatNumber(rows.reduce((sum, row) => sum + row[field], 0)),
      ]),
    ),
  });
  const every = (sums: OrderListSums) => ({
    label: t('list.allSum', { count: sums.count }),
    isMuted: true,
    sums: Object.fromEntries(sumFields.map((field) => [field, formatNumber(sums[field])])),
  });
  return (rows) => [these(rows), ...(all && all.count > rows.length ? [every(all)] : [])];
}

/** A scanned paper opens its receipt or order. */
function usePaperScan() {
  const { t } = useTranslation('orders');
  const navigate = useNavigate();
  return useCallback(
    (text: string) => {
      const code = parsePaperCode(text);
      if (code?.kind === 'receipt') return void navigate(receiptPath(code.number, code.check));
      if (!code) return showToast('error', t('list.unknownCode', { code: text }));
      return void findOrder(code.number).then(
        (found) =>
          found
            ? navigate(orderPath(found._id))
            : showToast('error', t('list.unknownCode', { code: code.number })),
        (error: unknown) => showToast('error', readFailureText(error)),
      );
    },
    [t, navigate],
  );
}

/** The one button of a row that moves the order on. */
function useRowActions(view: OrderView) {
  const { t } = useTranslation('orders');
  const mayWrite = useCan('orders:write');
  const act: OrderAct | undefined =
    view === 'handOver' ? 'handOver' : view === 'open' || view === 'held' ? 'pay' : undefined;
  return useMemo(() => {
    if (!mayWrite || act === undefined) return undefined;
    return ({ _id, number }: OrderRow) => (
      <LinkButton
        to={orderPath(_id, act)}
        aria-label={t('list.actOf', { act: t(`acts.${act}`), number })}
      >
        {t(`acts.${act}`)}
      </LinkButton>
    );
  }, [t, mayWrite, act]);
}

/**
 * Pending Orders Transaction: orders with a balance, to verify, to hand over, on hold, and all
 * orders.
 */
export function OrderList() {
  const { t } = useTranslation(['orders', 'shell']);
  useKeptOrders();
  const filters = useFilters();
  const { view, shown, asked } = useOrderView(filters);
  const list = usePagedList(ordersList, { ...view, filters: asked });
  const columns = useOrderColumns(shown);
  const query = view.asked === '' ? asked : { ...asked, search: view.asked };
  const all = useOrderSums(query);
  const sums = useSums(all);
  const scan = usePaperScan();
  useScan(scan);
  const actions = useRowActions(shown);
  const add = useCan('orders:write') && <AddLink to={paths.addOrder} label={t('list.sell')} />;
  return (
    <ListPage
      name={ordersList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:nav.orders')}
      add={add}
      hint={t('list.search')}
      scan={<ScanButton onScan={scan} />}
      sums={sums}
      below={() =>
        all?.morePeople && <WarningNote title={t('list.morePeople', { count: MOST_PEOPLE })} />
      }
      open={open}
      actions={actions}
      failed={t('failed')}
      empty={<EmptyState icon={ReceiptText} title={t(`empty.${shown}`)} text={t('empty.hint')} />}
    />
  );
}
