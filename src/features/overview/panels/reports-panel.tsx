import { ChartColumn, ClipboardCheck, GraduationCap, UserCog, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { OverviewPanel } from './panel.tsx';

const reports = [
  { name: 'enrollmentReport', title: 'page.enrollmentReport', icon: UserPlus },
  { name: 'attendanceReports', title: 'page.attendanceReports', icon: ClipboardCheck },
  { name: 'academicReports', title: 'page.academicReports', icon: GraduationCap },
  { name: 'financialReports', title: 'page.financialReports', icon: ChartColumn },
  { name: 'addStaff', title: 'page.addStaff', icon: UserCog },
] as const;

/** The reports and accounts of a branch, which the menu does not have. */
export function ReportsPanel() {
  const { t } = useTranslation(['overview', 'shell']);
  const mayAddStaff = useCan('staff-accounts:write');
  return (
    <OverviewPanel title={t('reports')} isBare>
      <ul className={styles.links}>
        {reports
          .filter(({ name }) => name !== 'addStaff' || mayAddStaff)
          .map(({ name, title, icon: Icon }) => (
            <li key={name}>
              <Link to={paths[name]}>
                <Icon aria-hidden size={18} strokeWidth={1.75} />
                <span>
                  <strong>{t(title, { ns: 'shell' })}</strong>
                  <small>{t(`reportsHave.${name}`)}</small>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </OverviewPanel>
  );
}
