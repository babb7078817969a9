import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import { bridgesOf, figures, type FiguresAnswer } from '#contract/reports/figures.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { Panels, Stack } from '#src/components/kit/layout.tsx';
import { PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { Meaning } from '#src/entities/report/meaning.tsx';
import { RangeRow, rangeText } from '#src/entities/report/range-bar.tsx';
import { useReportAddress } from '#src/entities/report/report-address.ts';
import { ReportSum, SumTable, type ReportSumRow } from '#src/entities/report/sum-table.tsx';
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

/** Loaded lazily: the bridges stand below the sums they explain. */
const Bridges = lazy(async () => ({ default: (await import('./bridges.tsx')).Bridges }));

const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

function Tiles({ answer, to }: { answer: FiguresAnswer; to: string }) {
  const { t } = useTranslation('money-reports');
  const { billedLAK, receivedLAK } = bridgesOf(answer);
  const open = useOpenRows();
  const { after, before, toVerify } = answer;
  const earnedLAK = after.earnedTuitionLAK - before.earnedTuitionLAK;
  const tiles = [
    {
      key: 'billed',
      sum: billedLAK,
      onOpen: open('billed', 'billedLAK'),
      more: t('tile.billedMore'),
    },
    {
      key: 'received',
      sum: receivedLAK,
      onOpen: open('received', 'receivedLAK'),
      more: t('tile.receivedMore'),
    },
    {
      key: 'earned',
      sum: earnedLAK,
      onOpen: open('earned', 'earnedLAK'),
      more: t('tile.earnedMore'),
    },
    {
      key: 'owed',
      sum: after.owedLAK,
      onOpen: open('owed', 'owedLAK'),
      more: t('tile.asOf', { day: showDay(to) }),
    },
    {
      key: 'toVerify',
      sum: toVerify.sumLAK,
      onOpen: open('toVerify', 'slipsLAK'),
      more: t('tile.toVerifyMore', { count: toVerify.count }),
    },
    {
      key: 'unearned',
      sum: after.unearnedLAK,
      onOpen: open('unearned', 'unearnedLAK'),
      more: t('tile.asOf', { day: showDay(to) }),
    },
    {
      key: 'notYetEarned',
      sum: after.billedTuitionLAK + after.openingTuitionLAK - after.earnedTuitionLAK,
      onOpen: open('unearned', 'notYetEarnedLAK'),
      more: t('tile.asOf', { day: showDay(to) }),
    },
    {
      key: 'credit',
      sum: after.creditLAK,
      onOpen: open('credit', 'creditLAK'),
      more: t('tile.asOf', { day: showDay(to) }),
    },
  ] as const;
  return (
    <Facts look="figures">
      {tiles.map(({ key, sum, more, onOpen }) => (
        <Fact key={key} label={t(`tile.${key}`)} note={more}>
          <ReportSum sum={sum} of={t(`tile.${key}`)} onOpen={onOpen} />
          <Meaning of={t(`tile.${key}`)} text={t(`meaning.${key}`)} />
        </Fact>
      ))}
    </Facts>
  );
}

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

/**
 * The money figures of a range of days (docs/figures.md, "Money" and "Figure 28: between
 * branches").
 */
export function FiguresView() {
  const { t } = useTranslation(['money-reports', 'shell']);
  const title = useIsFinancialReport() ? t('shell:page.financialReports') : t('figures');
  const address = useReportAddress();
  const { range, setRange, open } = address;
  const branchId = useSelectedBranchId();
  const { data, error, refetch } = useQuery({
    queryKey: [figures.name, branchId, range],
    queryFn: ({ signal }) =>
      api.send(
        'GET',
        figures.path,
        { query: { ...range, branchId }, signal, quiet: true },
        timed<FiguresAnswer>,
      ),
    meta: { persist: false },
  });
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
          <Tiles answer={data.answer} to={range.to} />
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
