import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import styles from './report-page.module.css';

/** The page that leads to the reports: the overview for those who may open it. */
export const useReportsHome = () =>
  useStore(({ user }) => user.role === 'admin' || user.role === 'superadmin')
    ? ({ path: paths.overview, name: 'nav.overview' } as const)
    : ({ path: paths.classOverview, name: 'nav.classOverview' } as const);

/** The way back above the heading of a report, which no menu contains. */
export function ReportCrumbs({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  const home = useReportsHome();
  return (
    <nav className={styles.crumbs} aria-label={t('crumbs.label')}>
      <Link to={home.path}>{t(home.name)}</Link>
      <ChevronRight aria-hidden data-flip size={14} strokeWidth={1.75} />
      <span>{t('crumbs.reports')}</span>
      <ChevronRight aria-hidden data-flip size={14} strokeWidth={1.75} />
      <span aria-current="page">{title}</span>
    </nav>
  );
}
