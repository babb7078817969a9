import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatPhone } from '#contract/people/phone.ts';
import { reports, type ReportName } from '#contract/reports/report-words.ts';
import type { FactRow, ReportRows } from '#contract/reports/reports.ts';
import { DOT } from '#contract/words/dot.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { timed } from '#src/lib/request/as-of.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { CardTable } from './card-table.tsx';
import type { OpenSum, ReportAddress } from './report-address.ts';
import { isCurrency, showReportSum, useReportText } from './report-text.ts';
import styles from './report.module.css';

const studentPath = (id: string) => `${paths.enrollmentDetail}?student=${encodeURIComponent(id)}`;
const classPath = (id: string) => `${paths.classOverview}?id=${encodeURIComponent(id)}`;

/** The subject of a row: a student, the payer, or else a class; students and classes are links. */
function RowHead({ row, head }: { row: FactRow; head: ReportRows['head'] }) {
  const { isLao } = useReportText();
  const { t } = useTranslation('reports');
  const name = isLao ? row.studentLo : row.studentEn;
  const course = isLao ? row.courseLo : row.courseEn;
  const klass = row.classId !== null && <Link to={classPath(row.classId)}>{row.classCode}</Link>;
  const order = row.orderId !== null && (
    <Link to={`${paths.orders}?id=${encodeURIComponent(row.orderId)}`}>{t('order')}</Link>
  );
  return (
    <th scope="row">
      {row.studentId === null ? (
        name || klass || (head === 'payer' && t('walkInBuyer'))
      ) : (
        <Link to={studentPath(row.studentId)}>{name}</Link>
      )}
      <small>
        {[
          row.studentCode,
          course,
          isLao ? row.teacherLo : row.teacherEn,
          isLao ? row.branchLo : row.branchEn,
        ]
          .filter(Boolean)
          .join(DOT)}{' '}
        {name !== '' && klass} {order}
      </small>
    </th>
  );
}

function Phone({ phone, name }: { phone: string; name: string }) {
  const { t } = useTranslation('reports');
  if (phone === '') return null;
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`${t('call')} ${name} ${formatPhone(phone)}`}
      className={styles.phone}
    >
      <bdi dir="ltr">{formatPhone(phone)}</bdi>
    </a>
  );
}

/** Shows only the column of the currency whose rows were asked for. */
function Rows({ data, value }: { data: ReportRows; value: string | undefined }) {
  const { t } = useTranslation('reports');
  const { word, isLao } = useReportText();
  const calls = data.rows.some(({ phone }) => phone !== '');
  const words = [t(`by.${data.head}`), t('by.day'), t('detailHead'), ...(calls ? [t('call')] : [])];
  const sums = data.columns.flatMap(({ key, kind }, at) =>
    value === undefined || key === value || !isCurrency(kind)
      ? [{ key, kind, at, label: t(`value.${key}` as 'value.students') }]
      : [],
  );
  const cells = (of: readonly number[]) =>
    sums.map(({ key, kind, at, label }) => (
      <td key={key} data-end data-label={label}>
        <bdi dir="ltr">{showReportSum(of[at] ?? 0, kind)}</bdi>
      </td>
    ));
  return (
    <>
      <CardTable
        label={t('rowsOf', { of: formatNumber(data.count) })}
        head={[...words, ...sums.map(({ label }) => label)]}
        isEnd={(column) => column >= words.length}
      >
        <tbody>
          {data.rows.map((row, at) => (
            <tr key={at}>
              <RowHead row={row} head={data.head} />
              <td>{row.day !== null && showDay(row.day)}</td>
              {/* A number never breaks; words may wrap. */}
              <td data-code={/\s/.test(word(row.detail)) ? undefined : true}>{word(row.detail)}</td>
              {calls && (
                <td>
                  <Phone phone={row.phone} name={isLao ? row.studentLo : row.studentEn} />
                </td>
              )}
              {cells(row.values)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={words.length}>
              {t('total')}
            </th>
            {cells(data.total)}
          </tr>
        </tfoot>
      </CardTable>
      {data.count > data.rows.length && (
        <PanelText isMuted>
          {t('more', { shown: formatNumber(data.rows.length), all: formatNumber(data.count) })}
        </PanelText>
      )}
    </>
  );
}

type RowsOf = { name: ReportName; query: Record<string, string | undefined> };

const readRows = ({ name, query }: RowsOf, after: string | undefined, signal?: AbortSignal) =>
  api.send(
    'GET',
    `${reports.path}/${name}/rows`,
    { query: { ...query, after }, ...(signal && { signal }), quiet: true },
    timed<ReportRows>,
  );

type Pages = { first: ReportRows; pages: ReportRows[]; error?: Error };

/** The rows of a sum with the pages that were asked for, which last until it is read again. */
function usePagesOf(asked: RowsOf, first: ReportRows | undefined) {
  const [kept, setKept] = useState<Pages>();
  const [isReading, setIsReading] = useState(false);
  const { pages, error } = kept && kept.first === first ? kept : { pages: [], error: undefined };
  const next = (pages.at(-1) ?? first)?.next ?? null;
  const readMore = async () => {
    if (!first || next === null) return;
    setIsReading(true);
    try {
      const { answer } = await readRows(asked, next);
      setKept({ first, pages: [...pages, answer] });
    } catch (failure) {
      setKept({ first, pages, error: failure as Error });
    }
    setIsReading(false);
  };
  return {
    data: first && { ...first, rows: [first, ...pages].flatMap(({ rows }) => rows), next },
    isReading,
    error,
    readMore: () => void readMore(),
  };
}

/** The rows of one sum, below the heading of the report; the address names the sum. */
export function RowsPanel({
  name,
  address,
  open,
}: {
  name: ReportName;
  address: ReportAddress;
  open: OpenSum;
}) {
  const { t } = useTranslation('reports');
  const branchId = useSelectedBranchId();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = { ...address.range, ...address.narrowed, branchId, ...open };
  const sum = JSON.stringify(query);
  useEffect(() => heading.current?.focus(), [sum]);
  const { data, error, refetch } = useQuery({
    queryKey: [reports.name, name, 'rows', query],
    queryFn: ({ signal }) => readRows({ name, query }, undefined, signal),
    meta: { persist: false },
  });
  const { data: shown, ...more } = usePagesOf({ name, query }, data?.answer);
  const column = open.value === undefined ? '' : t(`value.${open.value}` as 'value.students');
  const title = t('rowsOf', { of: [t(`title.${open.figure}`), column].filter(Boolean).join(', ') });
  return (
    <div className={styles.rows} data-rows>
      <Panel
        title={title}
        headingRef={heading}
        count={data && formatNumber(data.answer.count)}
        tools={
          <>
            <ExportButton
              path={`${reports.path}/${name}`}
              query={query}
              name={`${open.figure}-${address.range.from}-${address.range.to}`}
            />
            <IconButton icon={X} label={t('close')} onClick={() => address.setOpen(undefined)} />
          </>
        }
      >
        <ReadAsOf at={data?.asOf} />
        {shown && <Rows data={shown} value={open.value} />}
        {more.error && (
          <LoadFailed error={more.error} failed={t('rowsFailed')} onRetry={more.readMore} />
        )}
        {shown && shown.next !== null && !more.error && (
          <PanelText>
            <Button busy={more.isReading} onClick={more.readMore}>
              {t('moreRows')}
            </Button>
          </PanelText>
        )}
        {!data &&
          (error ? (
            <LoadFailed error={error} failed={t('rowsFailed')} onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton columns={4} />
          ))}
      </Panel>
    </div>
  );
}
