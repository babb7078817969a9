import { useTranslation } from 'react-i18next';
import { figuresOf } from '#contract/report-words.ts';
import { ReportView } from '#src/entities/report/report-view.tsx';

const narrowings = ['termId', 'courseId', 'teacherId'] as const;

/** The Attendance report: who was there, who is slipping, who taught how long, and what nobody has marked. */
export function AttendanceReportPage() {
  const { t } = useTranslation('reports');
  return <ReportView name="attendance" title={t('attendanceReport')} figures={figuresOf.attendance} narrowings={narrowings} />;
}
