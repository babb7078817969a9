import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { reports } from '#contract/report-words.ts';
import type { PaySheet, ReportRows } from '#contract/reports.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { RangeBar, rangeText, useRange } from '#src/entities/report/range-bar.tsx';
import { showSum, useReportText } from '#src/entities/report/report-text.ts';
import styles from '#src/entities/report/report.module.css';
import { SumTable } from '#src/entities/report/sum-table.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import controls from '#src/theme/controls.module.css';

const path = `${reports.path}/pay`;
const moneyOf = (amount: number | null, currency: string, none: string) =>
  amount === null ? none : `${showMoney(amount, currency)} ${currency}`;

function useAddressOf(): (teacherId?: string) => string {
  const [params] = useSearchParams();
  return (teacherId) => {
    const next = new URLSearchParams(params);
    if (teacherId === undefined) next.delete('teacherId');
    else next.set('teacherId', teacherId);
    return `${paths.attendanceReports}?${next.toString()}`;
  };
}

/** One teacher's sessions on one sheet, with their total and a line to sign on. */
function TeacherSheet({
  row,
  query,
}: {
  row: PaySheet;
  query: Record<string, string | undefined>;
}) {
  const { t } = useTranslation('reports');
  const { isLao } = useReportText();
  const address = useAddressOf();
  const { data, error, refetch } = useQuery({
    queryKey: [reports.name, 'pay', 'rows', query, row.teacherId],
    queryFn: ({ signal }) =>
      api.get<ReportRows>(`${path}/rows`, {
        query: { ...query, figure: 'pay', key: row.teacherId },
        signal,
        quiet: true,
      }),
    meta: { persist: false },
  });
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('rowsFailed')} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton columns={4} />
    );
  const lines = data.rows.map(({ day, detail, classCode, values: [minutes = 0] }, at) => ({
    key: String(at),
    name: day === null ? '' : showDay(day),
    detail: `${detail} · ${classCode}`,
    sums: [showSum(minutes, 'minutes')],
  }));
  const amount = moneyOf(row.amount, row.currency, t('paySheet.noRate'));
  return (
    <>
      <p className={`${styles.note} ${styles.onScreen}`}>
        <Link to={address()} className={controls.button}>
          {t('all')}
        </Link>
      </p>
      <SumTable
        title={`${isLao ? row.nameLo : row.nameEn} ${row.teacherCode}`}
        head={[t('by.day'), t('value.minutes')]}
        rows={lines}
        total={{ key: 'total', name: t('total'), sums: [showSum(row.minutes, 'minutes')] }}
        empty={t('nothing')}
      />
      <dl className={styles.tiles}>
        <div>
          <dt>{t('paySheet.rate')}</dt>
          <dd>
            <bdi dir="ltr">{moneyOf(row.hourlyRate, row.currency, t('paySheet.noRate'))}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('paySheet.amount')}</dt>
          <dd>
            <bdi dir="ltr">{amount}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('paySheet.signed')}</dt>
          <dd className={styles.signature} />
        </div>
      </dl>
    </>
  );
}

const sumOf = (rows: readonly PaySheet[], name: 'minutes' | 'sessions') =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** The total pay, once for each currency. */
function amountsOf(rows: readonly PaySheet[]): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of rows)
    if (amount !== null) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => `${showMoney(amount, currency)} ${currency}`)
    .join(' · ');
}

function AllTeachers({ rows }: { rows: readonly PaySheet[] }) {
  const { t } = useTranslation('reports');
  const { isLao } = useReportText();
  const address = useAddressOf();
  const none = t('paySheet.noRate');
  return (
    <SumTable
      title={t('paySheet.title')}
      meaning={t('meaning.pay')}
      head={[
        t('by.teacher'),
        t('value.minutes'),
        t('value.sessions'),
        t('paySheet.rate'),
        t('paySheet.amount'),
      ]}
      rows={rows.map((row) => ({
        key: row.teacherId,
        name: <Link to={address(row.teacherId)}>{isLao ? row.nameLo : row.nameEn}</Link>,
        detail: row.teacherCode,
        sums: [
          showSum(row.minutes, 'minutes'),
          row.sessions,
          moneyOf(row.hourlyRate, row.currency, none),
          moneyOf(row.amount, row.currency, none),
        ],
      }))}
      total={{
        key: 'total',
        name: t('total'),
        sums: [
          showSum(sumOf(rows, 'minutes'), 'minutes'),
          sumOf(rows, 'sessions'),
          '–',
          amountsOf(rows),
        ],
      }}
      empty={t('nothing')}
    />
  );
}

/**
 * The pay of teachers for a range of days; `teacherId` in the address shows one teacher's sheet.
 */
export function PaySheetView({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('reports');
  const [params] = useSearchParams();
  const { range, setRange } = useRange();
  const branchId = useSelectedBranchId();
  const query = { ...range, branchId };
  const { data, error, refetch } = useQuery({
    queryKey: [reports.name, 'pay', 'sheet', query],
    queryFn: ({ signal }) => api.get<PaySheet[]>(`${path}/sheet`, { query, signal, quiet: true }),
    meta: { persist: false },
  });
  const chosen = data?.find(({ teacherId }) => teacherId === params.get('teacherId'));
  return (
    <>
      <PageHeader title={t('paySheet.title')}>
        <ExportButton path={path} query={query} name={`pay-${range.from}-${range.to}`} />
        <PrintButton />
      </PageHeader>
      <PrintFrame title={t('paySheet.title')} filters={[rangeText(range)]} />
      {tabs}
      <RangeBar range={range} setRange={setRange} />
      {data && (chosen ? <TeacherSheet row={chosen} query={query} /> : <AllTeachers rows={data} />)}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={4} />
        ))}
    </>
  );
}
