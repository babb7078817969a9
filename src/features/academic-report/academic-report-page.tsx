import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { paths } from '#src/lib/paths.ts';
import { academicViews, type AcademicView } from './report-path.ts';
import { PageTabs } from '#src/components/page/page-header.tsx';

const views = {
  results: lazy(async () => ({ default: (await import('./results-view.tsx')).ResultsView })),
  next: lazy(async () => ({ default: (await import('./next-view.tsx')).NextView })),
  check: lazy(async () => ({ default: (await import('./check-view.tsx')).CheckView })),
};
const papers = {
  cards: lazy(async () => ({
    default: (await import('#src/features/academic-report/papers/cards-page.tsx')).CardsPage,
  })),
  certificates: lazy(async () => ({
    default: (await import('#src/features/academic-report/papers/certificates-page.tsx'))
      .CertificatesPage,
  })),
  students: lazy(async () => ({
    default: (await import('#src/features/academic-report/papers/student-cards-page.tsx'))
      .StudentCardsPage,
  })),
};

function Views({ current }: { current: AcademicView }) {
  const { t } = useTranslation('academic-report');
  const [params] = useSearchParams();
  const term = params.get('term');
  const to = (view: AcademicView) =>
    `${paths.academicReports}?${new URLSearchParams({ ...(term !== null && { term }), ...(view !== 'results' && { view }) }).toString()}`;
  const Shown = views[current];
  return (
    <PageTabs
      value={
        <Tabs
          label={t('tabs')}
          tabs={academicViews.map((id) => ({ id, label: t(`views.${id}`), to: to(id) }))}
          current={current}
        />
      }
    >
      <Suspense key={current} fallback={<TableSkeleton columns={5} />}>
        <Shown />
      </Suspense>
    </PageTabs>
  );
}

/**
 * Academic reports: results of a term, next-level lists, checks of certificates, and the papers of
 * a student or a class.
 */
export function AcademicReportPage() {
  const [params] = useSearchParams();
  const [paper, view] = [params.get('paper'), params.get('view')];
  const Paper =
    paper === 'cards' || paper === 'certificates' || paper === 'students'
      ? papers[paper]
      : undefined;
  if (Paper) {
    return (
      <Suspense fallback={<TableSkeleton columns={3} />}>
        <Paper key={params.toString()} />
      </Suspense>
    );
  }
  return <Views current={academicViews.find((one) => one === view) ?? 'results'} />;
}
