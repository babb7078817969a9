import { useTranslation } from 'react-i18next';
import type { EnrolmentWeek, ReceivablesNow } from '#contract/reports/overview.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';

type ReportsRowProps = { weeks: EnrolmentWeek[] | undefined; owed: ReceivablesNow | undefined };

/** The reports and the accounts of a branch in one row, those with a figure of now with it. */
export function ReportsRow({ weeks, owed }: ReportsRowProps) {
  const { t } = useTranslation(['overview', 'shell']);
  const mayAddStaff = useCan('staff-accounts:write');
  const figures = {
    enrollmentReport: weeks?.at(-1)?.places,
    attendanceReports: undefined,
    academicReports: undefined,
    financialReports: owed?.owedLAK,
  } as const;
  return (
    <nav className={styles.reports} aria-label={t('reports')}>
      {(Object.keys(figures) as (keyof typeof figures)[]).map((name) => (
        <LinkButton key={name} to={paths[name]}>
          {t(`report.${name}`)}
          {figures[name] !== undefined && <small>{formatNumber(figures[name])}</small>}
        </LinkButton>
      ))}
      {mayAddStaff && (
        <LinkButton to={paths.addStaff}>{t('page.addStaff', { ns: 'shell' })}</LinkButton>
      )}
    </nav>
  );
}
