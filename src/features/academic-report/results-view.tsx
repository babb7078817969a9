import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { averageBands, sumResults } from '#contract/classes/academic-sums.ts';
import type { AcademicRow } from '#contract/reports/academic-report.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Meaning } from '#src/entities/report/meaning.tsx';
import styles from '#src/entities/report/report.module.css';
import own from './academic-report.module.css';
import { SignedChange, signed } from '#src/entities/report/signed-change.tsx';
import { SumTable, type ReportSumRow } from '#src/entities/report/sum-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { NoRows, ReportHead, useAcademicReport, type Report } from './report-head.tsx';
import { useAcademicRows } from './report-queries.ts';
import { cardsPath, certificatesPath } from '#src/entities/report/report-paths.ts';

// The chart stands below the figures, and the students of a class come when it is pressed.
const ColumnChart = lazy(async () => ({
  default: (await import('#src/components/chart/column-chart.tsx')).ColumnChart,
}));
const StudentRows = lazy(async () => ({
  default: (await import('./student-rows.tsx')).StudentRows,
}));

const results = ['pass', 'conditional', 'fail', 'undecided'] as const;
/** A percentage of fewer results would mean nothing. */
const ENOUGH = 10;

const shareOf = (rows: readonly AcademicRow[]): string => {
  const { pass, conditional, fail } = sumResults(rows);
  const decided = pass + conditional + fail;
  return decided < ENOUGH ? '–' : `${formatNumber(Math.round((100 * pass) / decided))} %`;
};

type Then = { name: string; rows: readonly AcademicRow[] };

/**
 * The results of the term before, of the same course; a class is of one term alone. They are asked
 * for after the report's own, because the server works out one report of a person at a time.
 */
function useTermBefore({ rows, before, courseId, classId }: Report): Then | undefined {
  const { data } = useAcademicRows(rows && classId === '' ? before?._id : undefined);
  return (
    before &&
    data && {
      name: `${before.name} ${before.academicYear}`,
      rows: data.filter((row) => courseId === '' || row.courseId === courseId),
    }
  );
}

function Tiles({ rows, then }: { rows: readonly AcademicRow[]; then: Then | undefined }) {
  const { t } = useTranslation('academic-report');
  const sums = sumResults(rows);
  const sumsThen = then && then.rows.length > 0 && sumResults(then.rows);
  // Fewer passes are no worse while others wait for their result.
  const tones: Partial<Record<(typeof results)[number], 'gain' | 'burden'>> =
    sums.undecided > 0 ? {} : { pass: 'gain', fail: 'burden' };
  return (
    <Facts look="figures">
      {results.map((result) => (
        <Fact
          key={result}
          label={t(`result.${result}`)}
          note={
            sumsThen && (
              <SignedChange by={sums[result] - sumsThen[result]} tone={tones[result]}>
                {t('compared', {
                  change: signed(sums[result] - sumsThen[result], formatNumber),
                  term: then.name,
                })}
              </SignedChange>
            )
          }
        >
          <LeftToRight>{formatNumber(sums[result])}</LeftToRight>
          <Meaning of={t(`result.${result}`)} text={t(`meaning.${result}`)} />
        </Fact>
      ))}
    </Facts>
  );
}

function Averages({ rows }: { rows: readonly AcademicRow[] }) {
  const { t } = useTranslation('academic-report');
  const columns = averageBands(rows).map(({ from, count }) => ({
    key: String(from),
    name: from === 90 ? '90–100' : `${from}–${from + 9}`,
    value: count,
  }));
  const known = columns.reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel
      title={t('averages.title')}
      tools={<Meaning of={t('averages.title')} text={t('averages.meaning')} />}
    >
      {known === 0 ? (
        <PanelText isMuted>{t('nothing')}</PanelText>
      ) : (
        <div className={styles.chart}>
          <Suspense fallback={<TableSkeleton columns={1} />}>
            <ColumnChart
              label={t('averages.title')}
              head={[t('averages.band'), t('students')]}
              columns={columns}
              show={formatNumber}
            />
          </Suspense>
        </div>
      )}
      <PanelText isMuted>
        {t('averages.note', { known: formatNumber(known), all: formatNumber(rows.length) })}
      </PanelText>
    </Panel>
  );
}

const groupsOf = (rows: readonly AcademicRow[], keyOf: (row: AcademicRow) => string) =>
  [...new Set(rows.map(keyOf))].map((key) => ({
    key,
    rows: rows.filter((row) => keyOf(row) === key),
  }));
const sumsOf = (rows: readonly AcademicRow[]) => [
  ...results.map((result) => sumResults(rows)[result]),
  shareOf(rows),
];

function Tables({ rows, set }: { rows: readonly AcademicRow[]; set: Report['set'] }) {
  const { t } = useTranslation('academic-report');
  const language = useLanguage();
  const head = (first: string) => [
    first,
    ...results.map((result) => t(`result.${result}`)),
    t('share'),
  ];
  const open = (name: string, value: string, label: string) => (
    <Button look="text" className={own.link} onClick={() => set(name, value)}>
      {label}
    </Button>
  );
  const total: ReportSumRow = { key: 'total', name: t('total'), sums: sumsOf(rows) };
  const courses = groupsOf(rows, ({ courseId }) => courseId).map(
    ({ key, rows: own }): ReportSumRow => ({
      key,
      name: open('course', key, own[0]?.course[language] ?? ''),
      sums: sumsOf(own),
    }),
  );
  const classes = groupsOf(rows, ({ classId }) => classId).map(
    ({ key, rows: own }): ReportSumRow => ({
      key,
      name: open('class', key, own[0]?.classCode ?? ''),
      detail: own[0]?.course[language],
      sums: sumsOf(own),
    }),
  );
  return (
    <Stack>
      <Averages rows={rows} />
      <SumTable
        title={t('byCourse')}
        head={head(t('course'))}
        rows={courses}
        total={total}
        empty={t('nothing')}
      />
      <SumTable
        title={t('byClass')}
        head={head(t('class'))}
        rows={classes}
        total={total}
        empty={t('nothing')}
      />
    </Stack>
  );
}

/** The students of a class, with links to the papers of all of them. */
function OneClass({ rows, set }: { rows: readonly AcademicRow[]; set: Report['set'] }) {
  const { t } = useTranslation('academic-report');
  const [first] = rows;
  if (!first) return <Note>{t('nothing')}</Note>;
  return (
    <Suspense fallback={null}>
      <StudentRows
        title={t('ofClass', { code: first.classCode })}
        rows={rows}
        action={
          <>
            <LinkButton to={cardsPath({ class: first.classId })}>{t('cards.open')}</LinkButton>
            <LinkButton to={certificatesPath({ class: first.classId })}>
              {t('certificates.open')}
            </LinkButton>
            <Button onClick={() => set('class', '')}>{t('allClasses')}</Button>
          </>
        }
      />
    </Suspense>
  );
}

/**
 * Results by course and class, the spread of averages, and the students (docs/figures.md, "Figure
 * 26: results").
 */
export function ResultsView() {
  const language = useLanguage();
  const report = useAcademicReport();
  const then = useTermBefore(report);
  const { rows, classId, set } = report;
  const shown = rows?.filter((row) => classId === '' || row.classId === classId);
  return (
    <>
      <ReportHead report={report} view="results" lang={language} />
      {shown && (
        <>
          <Tiles rows={shown} then={then} />
          {classId === '' ? <Tables rows={shown} set={set} /> : <OneClass rows={shown} set={set} />}
        </>
      )}
      {!shown && <NoRows report={report} />}
    </>
  );
}
