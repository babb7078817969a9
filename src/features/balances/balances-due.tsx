import { Banknote, HandCoins, MessageCircle, Phone } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { balanceAges, balanceFilters } from '#contract/orders/balance-ages.ts';
import type { BalanceRow, BalanceSums } from '#contract/orders/balances.ts';
import { balancesList } from '#contract/orders/balances-list.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { IconLink } from '#src/components/kit/link-button.tsx';
import { FilterChips } from '#src/components/list/filter-chips.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListStates } from '#src/components/list/list-states.tsx';
import { ListToolbar } from '#src/components/list/list-toolbar.tsx';
import { Pager } from '#src/components/list/pager.tsx';
import { PrintHead } from '#src/components/list/print-head.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { usePrint } from '#src/components/list/use-print.ts';
import { PrintButton } from '#src/components/print/print-button.tsx';
import type { SumLine } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { familyPath, orderPath } from '#src/entities/order/order-path.ts';
import { FamilyPayment } from '#src/entities/order/pay/family-payment.tsx';
import { PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useBranchFilters } from '#src/offline/branch-choice.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';
import { AgeCards, AgeSelect, AgesNote } from './age-cards.tsx';
import { shownBalance, useBalanceColumns, type ShownBalance } from './balance-columns.tsx';
import styles from './balances.module.css';

type Query = Readonly<Record<string, string>>;

/** The debt of all families by age, and the sum of the filtered ones. */
const useBalanceSums = (query: Query) =>
  useQuery({
    queryKey: [...listKey(balancesList), 'sums', query],
    queryFn: ({ signal }) =>
      api.get<BalanceSums>(`${balancesList.path}/sums`, { query, signal, quiet: true }),
    placeholderData: (before) => before,
  }).data;

const RemindDialog = lazy(async () => ({
  default: (await import('./remind-dialog.tsx')).RemindDialog,
}));

/** A walk-in has no account, so the row opens the order instead. */
const open = ({ kind, payerId }: BalanceRow) =>
  kind === 'walkIn' ? orderPath(payerId) : familyPath(payerId);

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('balances');
  return useMemo(
    () => [
      {
        kind: 'one',
        name: 'age',
        label: t('byAge'),
        none: t('ages.all'),
        options: balanceFilters.map((value) => ({ value, label: t(`ages.${value}`) })),
      },
    ],
    [t],
  );
}

/** The sums of the rows in the table and of all matching ones. */
function sumsOf(
  t: TFunction<'balances'>,
  rows: readonly ShownBalance[],
  found: { families: number; owedLAK: number; ages: BalanceRow['ages'] } | undefined,
): SumLine<ShownBalance>[] {
  const line = (sumOf: (field: (typeof balanceAges)[number] | 'owedLAK') => number) =>
    Object.fromEntries(
      [...balanceAges, 'owedLAK' as const].map((field) => [field, formatNumber(sumOf(field))]),
    );
  const these = {
    label: t('these', { count: rows.length }),
    sums: line((field) => rows.reduce((sum, row) => sum + row[field], 0)),
  };
  if (!found || found.families <= rows.length) return [these];
  return [
    these,
    {
      label: t('allFound', { count: found.families }),
      isMuted: true,
      sums: line((field) => (field === 'owedLAK' ? found.owedLAK : found.ages[field])),
    },
  ];
}

/** The payer's name in the form that payment rows have. */
const payerOf = ({ name: payerName, nameEn: payerNameEn }: BalanceRow) => ({
  payerName,
  payerNameEn,
});

type Action = { kind: 'remind' | 'pay'; row: BalanceRow };

/** The actions on a family: call, remind, or take a payment. */
function useRowActions(act: (chosen: Action) => void) {
  const { t } = useTranslation('balances');
  const nameOf = usePayerName();
  return useCallback(
    (row: ShownBalance) => (
      <span className={styles.acts}>
        {row.phone !== '' && (
          <IconLink
            icon={Phone}
            href={`tel:${row.phone}`}
            label={t('call', { name: nameOf(payerOf(row)) })}
          />
        )}
        <IconButton
          icon={MessageCircle}
          label={t('remind.of', { name: nameOf(payerOf(row)) })}
          onClick={() => act({ kind: 'remind', row })}
        />
        <IconButton
          icon={Banknote}
          label={t('payOf', { name: nameOf(payerOf(row)) })}
          onClick={() => act({ kind: 'pay', row })}
        />
      </span>
    ),
    [t, act, nameOf],
  );
}

/** The families with a debt, by age, with the actions on each. */
export function BalancesDue() {
  const { t } = useTranslation('balances');
  const filters = useFilters();
  const view = useListView(balancesList, { filters });
  const asked = useBranchFilters(view.filters);
  const list = usePagedList(balancesList, { ...view, filters: asked });
  const sums = useBalanceSums(view.asked === '' ? asked : { ...asked, search: view.asked });
  const columns = useBalanceColumns();
  const nameOf = usePayerName();
  const [act, setAct] = useState<Action>();
  const actions = useRowActions(setAct);
  const rows = useMemo(() => list.rows?.map(shownBalance), [list.rows]);
  const printing = usePrint({
    ...list,
    rows,
    whole: async (limit: number) => (await list.whole(limit)).map(shownBalance),
  });
  const close = () => setAct(undefined);
  const isPhone = useMedia(PHONE);
  const overdue = view.filters['age'] === 'overdue';
  return (
    <>
      {!isPhone && <AgeCards sums={sums} view={view} />}
      <ListToolbar
        view={view}
        hint={t('search')}
        actions={
          <>
            {isPhone ? (
              <AgeSelect sums={sums} view={view} />
            ) : (
              <Button
                aria-pressed={overdue}
                onClick={() => view.setFilter('age', overdue ? '' : 'overdue')}
              >
                {t('ages.overdue')}
              </Button>
            )}
            <PrintButton print={printing.print} isBusy={printing.isBusy} />
          </>
        }
      />
      <PrintHead
        title={t('title')}
        filters={filters}
        view={view}
        list={list}
        printed={printing.rows?.length}
      />
      <FilterChips filters={filters} view={view} />
      <ListStates
        list={{ ...list, rows }}
        columns={columns.length}
        view={view}
        failed={t('failed')}
        empty={<EmptyState icon={HandCoins} title={t('empty')} text={t('emptyHint')} />}
      >
        {(shown) => (
          <>
            <RecordTable
              label={t('title')}
              rows={printing.rows ?? shown}
              columns={columns}
              view={view}
              open={open}
              actions={actions}
              sums={sumsOf(t, printing.rows ?? shown, sums?.found)}
            />
            <Pager list={list} view={view} />
            <AgesNote sums={sums} />
          </>
        )}
      </ListStates>
      {act?.kind === 'remind' && (
        <Suspense>
          <RemindDialog row={act.row} onClose={close} />
        </Suspense>
      )}
      {act?.kind === 'pay' && (
        <FamilyPayment
          orderId={act.row.firstOrderId}
          name={nameOf(payerOf(act.row))}
          onClose={close}
        />
      )}
    </>
  );
}
