import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { teachersList } from '#contract/people/teachers-list.ts';
import { reports } from '#contract/reports/report-words.ts';
import type { PaySheet, ReportRows } from '#contract/reports/reports.ts';
import { payOfSession, paySums, type PayLine } from '#contract/people/teacher-rates.ts';
import { DOT } from '#contract/words/dot.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { FilterChip } from '#src/entities/report/filter-chip.tsx';
import { FilterRow } from '#src/entities/report/filter-row.tsx';
import { RangeChip, rangeText, useRange } from '#src/entities/report/range-bar.tsx';
import { ReportCrumbs, useReportsHome } from '#src/entities/report/report-crumbs.tsx';
import { showReportSum, useReportText } from '#src/entities/report/report-text.ts';
import styles from '#src/entities/report/report.module.css';
import { SumTable } from '#src/entities/report/sum-table.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { timed } from '#src/lib/request/as-of.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const TeacherRates = lazy(async () => {
  const [{ TeacherRates: Rates }] = await Promise.all([
    import('#src/entities/teacher/teacher-rates.tsx'),
    loadWords('teachers'),
  ]);
  return { default: Rates };
});

const path = `${reports.path}/pay`;
const money = (amount: number, currency: string) => `${showMoney(amount, currency)} ${currency}`;

/** The words of a pay sheet for its days, rates and sums. */
function usePayText() {
  const { t } = useTranslation('reports');
  const none = t('paySheet.noRate');
  return {
    money,
    days: ({ from, to }: PayLine) =>
      from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`,
    rate: (line: PayLine | undefined) =>
      line?.rate
        ? `${money(line.rate.amount, line.rate.currency)} ${t(`paySheet.per.${line.rate.kind}`)}`
        : none,
    pay: ({ rate, pay }: PayLine) => (rate && pay !== null ? money(pay, rate.currency) : none),
    /** The pay of all lines, once for each currency. */
    sums: (lines: readonly PayLine[]) =>
      paySums(lines)
        .map(({ currency, pay }) => money(pay, currency))
        .join(DOT) || none,
  };
}

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
  const text = usePayText();
  const { data, error, refetch } = useQuery({
    queryKey: [reports.name, 'pay', 'rows', query, row.teacherId],
    queryFn: ({ signal }) =>
      api.send(
        'GET',
        `${path}/rows`,
        { query: { ...query, figure: 'pay', key: row.teacherId }, signal, quiet: true },
        timed<ReportRows>,
      ),
    meta: { persist: false },
  });
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('rowsFailed')} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton columns={4} />
    );
  const lines = data.answer.rows.map(({ day, detail, classCode, values: [minutes = 0] }, at) => {
    const line = row.lines.find(({ from, to }) => day !== null && from <= day && day <= to);
    const rate = line?.rate;
    return {
      key: String(at),
      name: day === null ? '' : showDay(day),
      detail: `${detail}${DOT}${classCode}`,
      sums: [
        showReportSum(minutes, 'minutes'),
        text.rate(line),
        rate ? text.money(payOfSession(rate, minutes), rate.currency) : '–',
      ],
    };
  });
  return (
    <Stack>
      <ReadAsOf at={data.asOf} />
      <SumTable
        title={`${isLao ? row.nameLo : row.nameEn} ${row.teacherCode}`}
        head={[t('by.day'), t('value.minutes'), t('paySheet.rate'), t('paySheet.amount')]}
        rows={lines}
        total={{
          key: 'total',
          name: t('total'),
          sums: [showReportSum(row.minutes, 'minutes'), '–', text.sums(row.lines)],
        }}
        empty={t('nothing')}
      />
      <Facts look="figures">
        {row.lines.map((line) => (
          <Fact
            key={line.from}
            label={
              <>
                <LeftToRight>{text.days(line)}</LeftToRight>
                {`${DOT}${showReportSum(line.minutes, 'minutes')}${DOT}${text.rate(line)}`}
              </>
            }
          >
            <LeftToRight>{text.pay(line)}</LeftToRight>
          </Fact>
        ))}
        {row.lines.length > 1 && (
          <Fact label={t('paySheet.amount')}>
            <LeftToRight>{text.sums(row.lines)}</LeftToRight>
          </Fact>
        )}
        <Fact label={t('paySheet.signed')}>
          <div className={styles.signature} />
        </Fact>
      </Facts>
    </Stack>
  );
}

const sumOf = (rows: readonly PaySheet[], name: 'minutes' | 'sessions') =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** Every teacher, with a row for each rate that was in force. */
function AllTeachers({ rows }: { rows: readonly PaySheet[] }) {
  const { t } = useTranslation('reports');
  const { isLao } = useReportText();
  const text = usePayText();
  const address = useAddressOf();
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
      rows={rows.flatMap(({ teacherId, teacherCode, nameEn, nameLo, lines }) =>
        lines.map((line) => ({
          key: `${teacherId} ${line.from}`,
          name: <Link to={address(teacherId)}>{isLao ? nameLo : nameEn}</Link>,
          detail: lines.length > 1 ? `${teacherCode}${DOT}${text.days(line)}` : teacherCode,
          sums: [
            showReportSum(line.minutes, 'minutes'),
            line.sessions,
            text.rate(line),
            text.pay(line),
          ],
        })),
      )}
      total={{
        key: 'total',
        name: t('total'),
        sums: [
          showReportSum(sumOf(rows, 'minutes'), 'minutes'),
          sumOf(rows, 'sessions'),
          '–',
          text.sums(rows.flatMap(({ lines }) => lines)),
        ],
      }}
      empty={t('nothing')}
    />
  );
}

type PayFiltersProps = { days: ReturnType<typeof useRange>; teacherId: string | undefined };

/** The days, and one teacher, also one who taught nothing in the range. */
function PayFilters({ days, teacherId }: PayFiltersProps) {
  const { t } = useTranslation('reports');
  const nameOf = usePersonName();
  const address = useAddressOf();
  const navigate = useNavigate();
  const { rows = [] } = useCachedList(teachersList, { sort: 'firstName', quiet: true });
  const chosen = rows.find(({ _id }) => _id === teacherId);
  return (
    <FilterRow
      label={t('filters')}
      chosen={chosen ? [nameOf(chosen)] : []}
      // The sheet of a teacher has the name as its title.
      said={[]}
      lead={<RangeChip {...days} />}
      first={[
        <FilterChip
          key="teacher"
          label={t('by.teacher')}
          value={teacherId ?? ''}
          onChange={(value) => void navigate(address(value === '' ? undefined : value))}
        >
          <option value="">{t('all')}</option>
          {rows.map((teacher) => (
            <option key={teacher._id} value={teacher._id}>
              {nameOf(teacher)}
            </option>
          ))}
        </FilterChip>,
      ]}
    />
  );
}

/** One teacher: the sheet of the range, and below it the rates, which are not printed. */
function OneTeacher({
  teacherId,
  row,
  query,
}: {
  teacherId: string;
  row: PaySheet | undefined;
  query: Record<string, string | undefined>;
}) {
  const { t } = useTranslation('reports');
  const seesRates = useCan('teacher-rates:read');
  return (
    <>
      {row ? <TeacherSheet row={row} query={query} /> : <Note>{t('nothing')}</Note>}
      {seesRates && (
        <div className={styles.onScreen}>
          <Suspense fallback={<TableSkeleton columns={2} />}>
            <TeacherRates key={teacherId} teacherId={teacherId} />
          </Suspense>
        </div>
      )}
    </>
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
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    queryKey: [reports.name, 'pay', 'sheet', query],
    queryFn: ({ signal }) =>
      api.send('GET', `${path}/sheet`, { query, signal, quiet: true }, timed<PaySheet[]>),
    meta: { persist: false },
  });
  const home = useReportsHome();
  const data = read?.answer;
  const teacherId = params.get('teacherId') ?? undefined;
  const row = data?.find((one) => one.teacherId === teacherId);
  return (
    <>
      <ReportCrumbs title={t('paySheet.title')} />
      <PageHeader title={t('paySheet.title')} back={home.path}>
        <ExportButton path={path} query={query} name={`pay-${range.from}-${range.to}`} />
        <PrintButton />
      </PageHeader>
      <PrintFrame
        // One teacher's sheet has a line to sign on, which only the page itself draws.
        isBuilt={teacherId === undefined}
        title={t('paySheet.title')}
        filters={[rangeText(range)]}
      />
      {tabs}
      <PayFilters days={{ range, setRange }} teacherId={teacherId} />
      <ReadAsOf at={read?.asOf} />
      {data &&
        (teacherId === undefined ? (
          <AllTeachers rows={data} />
        ) : (
          <OneTeacher teacherId={teacherId} row={row} query={query} />
        ))}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={4} />
        ))}
    </>
  );
}
