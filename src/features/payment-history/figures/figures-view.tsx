import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { balanceAges } from '#contract/balance-ages.ts';
import { bridgesOf, figures, type FiguresAnswer } from '#contract/figures.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { Meaning } from '#src/entities/report/meaning.tsx';
import { RangeBar, useRange } from '#src/entities/report/range-bar.tsx';
import styles from '#src/entities/report/report.module.css';
import { SumTable, type SumRow } from '#src/entities/report/sum-table.tsx';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { BetweenPanel } from './between-panel.tsx';
import { Bridges } from './bridges.tsx';
import { Discounts } from './discounts.tsx';
import { Received } from './received.tsx';

const sumOf = (rows: readonly { amountLAK: number }[]) => rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

function Tiles({ answer, to }: { answer: FiguresAnswer; to: string }) {
  const { t } = useTranslation('money-reports');
  const { billedLAK, receivedLAK } = bridgesOf(answer);
  const { after, before, toVerify } = answer;
  const earnedLAK = after.earnedTuitionLAK - before.earnedTuitionLAK;
  const tiles = [
    { key: 'billed', sum: billedLAK, more: t('tile.billedMore') },
    { key: 'received', sum: receivedLAK, more: t('tile.receivedMore') },
    { key: 'earned', sum: earnedLAK, more: t('tile.earnedMore') },
    { key: 'owed', sum: after.owedLAK, more: t('tile.asOf', { day: showDay(to) }) },
    { key: 'toVerify', sum: toVerify.sumLAK, more: t('tile.toVerifyMore', { count: toVerify.count }) },
    { key: 'unearned', sum: after.unearnedLAK, more: t('tile.asOf', { day: showDay(to) }) },
    { key: 'notYetEarned', sum: after.billedTuitionLAK - after.earnedTuitionLAK, more: t('tile.asOf', { day: showDay(to) }) },
    { key: 'credit', sum: after.creditLAK, more: t('tile.asOf', { day: showDay(to) }) },
  ] as const;
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ key, sum, more }) => (
        <div key={key}>
          <dt>{t(`tile.${key}`)}</dt>
          <dd>
            <bdi dir="ltr">{formatNumber(sum)}</bdi>
            <small>{more}</small>
          </dd>
          <dd>
            <Meaning of={t(`tile.${key}`)} text={t(`meaning.${key}`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Tables({ answer, to }: { answer: FiguresAnswer; to: string }) {
  const { t } = useTranslation('money-reports');
  const { billed, ages, collection } = answer;
  const share = collection.dueLAK === 0 ? '' : `${formatNumber(Math.round((100 * collection.coveredLAK) / collection.dueLAK))} %`;
  const billedRows: SumRow[] = billed.map(({ kind, amountLAK, lines }) => ({ key: kind, name: t(`kind.${kind}`), sums: [lines, amountLAK] }));
  const ageRows: SumRow[] = balanceAges.map((age) => ({ key: age, name: t(`age.${age}`), sums: [ages[age] ?? 0] }));
  const total = t('total');
  return (
    <div className={styles.columns}>
      <Received answer={answer} />
      <SumTable title={t('billed')} head={[t('what'), t('lines'), t('kip')]} rows={billedRows} total={{ key: 'total', name: total, sums: [billed.reduce((sum, { lines }) => sum + lines, 0), sumOf(billed)] }} empty={t('nothing')} />
      <SumTable title={t('owedByAge', { day: showDay(to) })} head={[t('ageHead'), t('kip')]} rows={ageRows} total={{ key: 'total', name: total, sums: [Object.values(ages).reduce((sum, one) => sum + one, 0)] }} empty={t('nothing')} note={<p className={styles.note}>{t('collection', { covered: formatNumber(collection.coveredLAK), due: formatNumber(collection.dueLAK), share })}</p>} />
      <Discounts answer={answer} />
      <BetweenPanel between={answer.between} />
    </div>
  );
}

/** Figures 14 to 22 and 28 of a range of days. */
export function FiguresView() {
  const { t } = useTranslation('money-reports');
  const { range, setRange } = useRange();
  const branchId = useSelectedBranchId();
  const { data, error, refetch } = useQuery({ queryKey: [figures.name, branchId, range], queryFn: ({ signal }) => api.get<FiguresAnswer>(figures.path, { query: { ...range, branchId }, signal, quiet: true }), meta: { persist: false } });
  return (
    <>
      <PageHeader title={t('figures')} />
      <RangeBar range={range} setRange={setRange} />
      {data && (
        <>
          <Tiles answer={data} to={range.to} />
          <Bridges answer={data} />
          <Tables answer={data} to={range.to} />
        </>
      )}
      {!data && (error ? <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} /> : <TableSkeleton columns={4} />)}
    </>
  );
}
