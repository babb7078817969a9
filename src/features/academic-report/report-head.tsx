import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicReport } from '#contract/classes/academic-sums.ts';
import { DOT } from '#contract/words/dot.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { FilterChip } from '#src/entities/report/filter-chip.tsx';
import { FilterRow } from '#src/entities/report/filter-row.tsx';
import { ReportCrumbs, useReportsHome } from '#src/entities/report/report-crumbs.tsx';
import page from '#src/entities/report/report-page.module.css';
import { later } from '#src/lib/browser/later.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import type { AcademicView } from './report-path.ts';
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
  const { terms, term, before } = useReportTerm(params.get('term'));
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
    before,
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

type ReportHeadProps = { report: Report; view: AcademicView; lang: 'en' | 'lo' };

/** The head of the report: the choice of term and course, the export of the rows and the print. */
export function ReportHead({ report, view, lang }: ReportHeadProps) {
  const { t } = useTranslation(['academic-report', 'shell', 'common']);
  const { terms, term, courseId, set, all, query } = report;
  const home = useReportsHome();
  const courses = [...new Map(all.map((row) => [row.courseId, row.course[lang]]))].toSorted(
    ([, a], [, b]) => a.localeCompare(b, lang),
  );
  const nameOf = ({ name, academicYear }: (typeof terms)[number]) => `${name} ${academicYear}`;
  const course = courses.find(([id]) => id === courseId)?.[1];
  const limits = [t(`views.${view}`), term && nameOf(term), course];
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
        <PrintButton />
      </PageHeader>
      <PrintFrame
        isBuilt
        title={t('shell:page.academicReports')}
        filters={[limits.filter(Boolean).join(DOT)]}
      />
      <ReadAsOf at={report.run.asOf} />
      <FilterRow
        label={t('narrow')}
        chosen={course === undefined ? [] : [course]}
        said={[]}
        lead={
          <div className={page.lead}>
            <FilterChip
              label={t('term')}
              value={term?._id ?? ''}
              onChange={(value) => set('term', value)}
            >
              {terms.map((one) => (
                <option key={one._id} value={one._id}>
                  {nameOf(one)}
                </option>
              ))}
            </FilterChip>
          </div>
        }
        first={[
          <FilterChip
            key="course"
            label={t('course')}
            value={courseId}
            onChange={(value) => set('course', value)}
          >
            <option value="">{t('common:list.all')}</option>
            {courses.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FilterChip>,
        ]}
        after={
          <Suspense>
            <SavedViews />
          </Suspense>
        }
      />
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
