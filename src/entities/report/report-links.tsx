import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { paths } from '#src/lib/paths.ts';

const reports = ['enrollmentReport', 'attendanceReports', 'academicReports'] as const;

/** The three reports that everybody may read; no menu contains them. */
export function ReportLinks() {
  const { t } = useTranslation('shell');
  return (
    <Toolbar>
      {reports.map((report) => (
        <LinkButton key={report} to={paths[report]}>
          {t(`page.${report}`)}
          <ArrowRight aria-hidden data-flip size={16} strokeWidth={1.75} />
        </LinkButton>
      ))}
    </Toolbar>
  );
}
