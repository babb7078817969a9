import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { paymentsList } from '#contract/orders/payments-list.ts';
import type { PaymentChoices, PaymentListSums as AllSums } from '#contract/orders/payment-rows.ts';
import { sumRows } from '#contract/orders/payment-sums.ts';
import { paymentMethods, paymentStates } from '#contract/orders/payments.ts';
import { useExportTool } from '#src/components/export/export-tool.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { LateScanButton } from '#src/components/scan/late-scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { paymentPath } from '#src/features/payment-history/history-path.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { marked, usePaymentColumns, type ListedPayment } from './payment-columns.tsx';
import { MOST_PEOPLE } from '#contract/people/found-people.ts';
import { WarningNote } from '#src/components/page/warning-note.tsx';
import { PaymentSums } from './payment-sums.tsx';
import styles from '#src/features/payment-history/payment-history.module.css';

const NONE: Readonly<Record<string, string>> = {};
const open = ({ _id }: ListedPayment) => paymentPath(_id);

type Query = Readonly<Record<string, string>>;

/** The sums of all payments that match; undefined if the server does not answer. */
const usePaymentSums = (query: Query) =>
  useQuery({
    queryKey: [...listKey(paymentsList), 'sums', query],
    queryFn: ({ signal }) =>
      api.get<AllSums>(`${paymentsList.path}/sums`, { query, signal, quiet: true }),
  }).data;

const usePaymentChoices = (query: Query) =>
  useQuery({
    queryKey: [...listKey(paymentsList), 'choices', query],
    queryFn: ({ signal }) =>
      api.get<PaymentChoices>(`${paymentsList.path}/choices`, { query, signal, quiet: true }),
  }).data;

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('payment-history');
  const choices = usePaymentChoices(useBranchFilters(NONE));
  return useMemo(() => {
    const named = (rows: readonly { _id: string; name: string }[] = []) =>
      rows.map(({ _id, name }) => ({ value: _id, label: name }));
    return [
      { kind: 'dates', isPast: true, name: 'at', label: t('field.day') },
      {
        kind: 'one',
        name: 'method',
        label: t('field.method'),
        options: paymentMethods.map((value) => ({ value, label: t(`method.${value}`) })),
      },
      {
        kind: 'one',
        name: 'currency',
        label: t('field.currency'),
        options: priceCurrencies.map((value) => ({ value, label: value })),
      },
      {
        kind: 'one',
        name: 'state',
        label: t('field.state'),
        options: paymentStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { kind: 'one', name: 'drawerId', label: t('field.drawer'), options: named(choices?.drawers) },
      { kind: 'one', name: 'cashierId', label: t('field.by'), options: named(choices?.cashiers) },
    ] satisfies Filter[];
  }, [t, choices]);
}

/** The default shows this month; a search covers every day. */
function usePaymentView(filters: readonly Filter[]) {
  const view = useListView(paymentsList, { filters });
  const { atFrom, atTo } = view.filters;
  const from =
    atFrom ?? (atTo === undefined && view.asked === '' ? `${today().slice(0, 7)}-01` : '');
  const asked = useMemo(() => {
    const { atFrom: _from, atTo: to, ...others } = view.filters;
    return { ...others, ...(from && { from }), ...(to && { to }) };
  }, [view.filters, from]);
  const isThisMonth = atFrom === undefined && from !== '';
  const { t } = useTranslation('report');
  const shown = filters.map((filter) =>
    filter.kind === 'dates' && isThisMonth ? { ...filter, none: t('range.month') } : filter,
  );
  return { view, asked: useBranchFilters(asked), isThisMonth, from, shown };
}

/** Every payment by receipt, with the sums of the shown rows and of all pages. */
export function PaymentList() {
  const { t } = useTranslation(['payment-history', 'shell']);
  const filters = useFilters();
  const { view, asked, isThisMonth, from, shown } = usePaymentView(filters);
  useScan(view.setSearch);
  const paged = usePagedList(paymentsList, { ...view, filters: asked });
  const query = view.asked === '' ? asked : { ...asked, search: view.asked };
  const all = usePaymentSums(query);
  const columns = usePaymentColumns();
  const exported = useExportTool({ path: paymentsList.path, query, name: paymentsList.name });
  const list = useMemo(
    () => ({
      ...paged,
      rows: paged.rows && marked(paged.rows),
      total: paged.total === undefined ? undefined : (all?.units ?? paged.total),
      whole: async (limit: number) => marked(await paged.whole(limit)),
    }),
    [paged, all],
  );
  return (
    <ListPage
      name={paymentsList.name}
      list={list}
      view={view}
      columns={columns}
      filters={shown}
      title={t('shell:nav.paymentHistory')}
      hint={t('hint')}
      scan={<LateScanButton onScan={view.setSearch} />}
      files={[exported]}
      open={open}
      failed={t('failed')}
      below={(rows) => (
        <>
          {isThisMonth && (
            <p className={styles.since}>{t('thisMonth', { from: formatDate(from) })}</p>
          )}
          {all?.morePeople && <WarningNote title={t('sums.morePeople', { count: MOST_PEOPLE })} />}
          <PaymentSums these={sumRows(rows)} all={all} />
        </>
      )}
      empty={<EmptyState icon={Wallet} title={t('empty')} text={t('emptyHint')} />}
    />
  );
}
