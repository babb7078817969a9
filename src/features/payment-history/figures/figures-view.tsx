import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayRange } from '#src/lib/text/day-ranges.ts';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import { figures, type FiguresAnswer } from '#contract/reports/figures.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Panels, Stack } from '#src/components/kit/layout.tsx';
import { PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { RangeRow, rangeText } from '#src/entities/report/range-bar.tsx';
import { useReportAddress } from '#src/entities/report/report-address.ts';
import { comparedRange } from '#src/entities/report/compared-range.ts';
import { SumTable, type ReportSumRow } from '#src/entities/report/sum-table.tsx';
import { MoneyHeader, useIsFinancialReport } from '#src/features/payment-history/money-header.tsx';
import { api } from '#src/lib/request/api.ts';
import { timed } from '#src/lib/request/as-of.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { Discounts } from './discounts.tsx';
import { Received } from './received.tsx';
import { useOpenRows } from './use-open-rows.ts';

/** Loaded lazily with its words: the rows are shown on request only. */
const RowsPanel = lazy(async () => {
  const [rows] = await Promise.all([
    import('#src/entities/report/rows-panel.tsx'),
    loadWords('reports'),
  ]);
  return { default: rows.RowsPanel };
});

/** Loaded lazily, because there is nothing to print before the figures. */
const PrintButton = lazy(async () => ({
  default: (await import('#src/components/print/print-button.tsx')).PrintButton,
}));
const PrintFrame = lazy(async () => ({
  default: (await import('#src/components/print/print-frame.tsx')).PrintFrame,
}));

/** Loaded lazily: it stands below the sums of the branch. */
const BetweenPanel = lazy(async () => ({
  default: (await import('./between-panel.tsx')).BetweenPanel,
}));

/** Loaded lazily with the answer that it shows. */
const MoneyTiles = lazy(async () => ({ default: (await import('./money-tiles.tsx')).MoneyTiles }));

/** Loaded lazily: the bridges stand below the sums they explain. */
const Bridges = lazy(async () => ({ default: (await import('./bridges.tsx')).Bridges }));

const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

function Tables({ answer, to }: { answer: FiguresAnswer; to: string }) {
  const { t } = useTranslation('money-reports');
  const open = useOpenRows();
  const { billed, ages, collection } = answer;
  const share =
    collection.dueLAK === 0
      ? ''
      : `${formatNumber(Math.round((100 * collection.coveredLAK) / collection.dueLAK))} %`;
  const billedRows: ReportSumRow[] = billed.map(({ kind, amountLAK, lines }) => ({
    key: kind,
    name: t(`kind.${kind}`),
    sums: [lines, amountLAK],
    opens: [undefined, open('billed', 'billedLAK', { by: 'kind', key: kind })],
  }));
  const ageRows: ReportSumRow[] = balanceAges.map((age) => ({
    key: age,
    name: t(`age.${age}`),
    sums: [ages[age] ?? 0],
    opens: [open('owed', 'owedLAK', { by: 'kind', key: age })],
  }));
  const total = t('total');
  const paid = (
    <PanelText isMuted>
      <span>
        {t('collection', {
          covered: formatNumber(collection.coveredLAK),
          due: formatNumber(collection.dueLAK),
          share,
        })}
      </span>
      {collection.dueLAK > 0 && (
        <Button onClick={open('collection', 'dueLAK')}>{t('collectionRows')}</Button>
      )}
    </PanelText>
  );
  return (
    <Panels>
      <Received answer={answer} />
      <SumTable
        title={t('billed')}
        head={[t('what'), t('lines'), t('kip')]}
        rows={billedRows}
        total={{
          key: 'total',
          name: total,
          sums: [billed.reduce((sum, { lines }) => sum + lines, 0), sumOf(billed)],
          opens: [undefined, open('billed', 'billedLAK')],
        }}
        empty={t('nothing')}
      />
      <SumTable
        title={t('owedByAge', { day: showDay(to) })}
        head={[t('ageHead'), t('kip')]}
        rows={ageRows}
        total={{
          key: 'total',
          name: total,
          sums: [Object.values(ages).reduce((sum, one) => sum + one, 0)],
          opens: [open('owed', 'owedLAK')],
        }}
        empty={t('nothing')}
        note={paid}
      />
      <Discounts answer={answer} />
      <Suspense fallback={<TableSkeleton columns={2} />}>
        <BetweenPanel between={answer.between} />
      </Suspense>
    </Panels>
  );
}

/** The figures of the selected branch on these days. */
function useFigures(range: DayRange | undefined) {
  const branchId = useSelectedBranchId();
  return useQuery({
    queryKey: [figures.name, branchId, range],
    queryFn: ({ signal }) =>
      api.send(
        'GET',
        figures.path,
        { query: { ...range, branchId }, signal, quiet: true },
        timed<FiguresAnswer>,
      ),
    enabled: range !== undefined,
    meta: { persist: false },
  });
}

/**
 * The money figures of a range of days (docs/figures.md, "Money" and "Figure 28: between
 * branches").
 */
export function FiguresView() {
  const { t } = useTranslation(['money-reports', 'shell']);
  const title = useIsFinancialReport() ? t('shell:page.financialReports') : t('figures');
  const address = useReportAddress();
  const { range, setRange, open } = address;
  const { data, error, refetch } = useFigures(range);
  // The figures themselves do not wait for those of the time before.
  const then = useFigures(data && comparedRange(range, 'previous'));
  return (
    <>
      <MoneyHeader title={title}>
        {data && (
          <Suspense fallback={null}>
            <PrintButton />
          </Suspense>
        )}
      </MoneyHeader>
      <RangeRow range={range} setRange={setRange} />
      <ReadAsOf at={data?.asOf} />
      {open && (
        <Suspense fallback={<TableSkeleton columns={4} />}>
          <RowsPanel name="money" address={address} open={open} />
        </Suspense>
      )}
      {data && (
        <>
          <Suspense fallback={null}>
            <PrintFrame isBuilt title={title} filters={[rangeText(range)]} />
          </Suspense>
          <Suspense fallback={<TableSkeleton columns={2} />}>
            <MoneyTiles answer={data.answer} then={then.data?.answer} to={range.to} />
          </Suspense>
          <Stack>
            <Suspense fallback={<TableSkeleton columns={2} />}>
              <Bridges answer={data.answer} />
            </Suspense>
            <Tables answer={data.answer} to={range.to} />
          </Stack>
        </>
      )}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={4} />
        ))}
    </>
  );
}
