import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicReport } from '#contract/classes/academic-sums.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { FilterChip } from '#src/entities/report/filter-chip.tsx';
import { ReportCrumbs, useReportsHome } from '#src/entities/report/report-crumbs.tsx';
import page from '#src/entities/report/report-page.module.css';
import { later } from '#src/lib/browser/later.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useAcademicRows, useReportTerm } from './report-queries.ts';

// Loaded lazily: the head of the page needs neither at first.
const SavedViews = later(
  async () =>
    (await Promise.all([import('#src/entities/report/saved-views.tsx'), loadWords('reports')]))[0]
      .SavedViews,
);
const ReportLoading = lazy(async () => ({
  default: (
    await Promise.all([import('#src/entities/report/report-loading.tsx'), loadWords('reports')])
  )[0].ReportLoading,
}));

/** The term and the course in the address, and their rows. */
export function useAcademicReport() {
  const [params, setParams] = useSearchParams();
  const { terms, term } = useReportTerm(params.get('term'));
  const rows = useAcademicRows(term?._id);
  const courseId = params.get('course') ?? '';
  const set = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  const ofCourse = rows.data?.filter((row) => courseId === '' || row.courseId === courseId);
  return {
    terms,
    term,
    courseId,
    classId: params.get('class') ?? '',
    set,
    rows: ofCourse,
    all: rows.data ?? [],
    query: rows.query,
    run: rows,
  };
}
export type Report = ReturnType<typeof useAcademicReport>;

/** The head of the report: the choice of term and course, and the export of the rows. */
export function ReportHead({ report, lang }: { report: Report; lang: 'en' | 'lo' }) {
  const { t } = useTranslation(['academic-report', 'shell', 'common']);
  const { terms, term, courseId, set, all, query } = report;
  const home = useReportsHome();
  const courses = [...new Map(all.map((row) => [row.courseId, row.course[lang]]))].toSorted(
    ([, a], [, b]) => a.localeCompare(b, lang),
  );
  return (
    <>
      <ReportCrumbs title={t('shell:page.academicReports')} />
      <PageHeader title={t('shell:page.academicReports')} back={home.path}>
        {term && (
          <ExportButton
            path={academicReport.path}
            query={query}
            name={`${academicReport.name}-${term.code}`}
          />
        )}
      </PageHeader>
      <ReadAsOf at={report.run.asOf} />
      <div className={page.chips} data-whole role="group" aria-label={t('narrow')}>
        <FilterChip
          label={t('term')}
          value={term?._id ?? ''}
          onChange={(value) => set('term', value)}
        >
          {terms.map(({ _id, name, academicYear }) => (
            <option key={_id} value={_id}>
              {name} {academicYear}
            </option>
          ))}
        </FilterChip>
        <FilterChip label={t('course')} value={courseId} onChange={(value) => set('course', value)}>
          <option value="">{t('common:list.all')}</option>
          {courses.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterChip>
        <Suspense>
          <SavedViews />
        </Suspense>
      </div>
    </>
  );
}

/** Stands in for missing rows: the progress of loading them, or the reason why they failed. */
export function NoRows({ report: { run } }: { report: Report }) {
  const { t } = useTranslation('academic-report');
  if (run.error && !run.isLoading)
    return <LoadFailed error={run.error} failed={t('failed.report')} onRetry={run.refetch} />;
  return (
    <Suspense fallback={<TableSkeleton columns={5} />}>
      <ReportLoading
        run={run}
        progress={run.progress && t('progress', { ...run.progress, count: run.progress.total })}
      />
    </Suspense>
  );
}
