import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { FigureKey } from '#contract/reports/report-words.ts';
import { Tabs } from '#src/components/page/tabs.tsx';
import { ReportView } from '#src/entities/report/report-view.tsx';
import { paths } from '#src/lib/paths.ts';

/** The parts of the report, each with the figures that belong together. */
const parts = {
  students: ['active', 'newStudents', 'retention', 'drops', 'transfers'],
  visits: ['funnel', 'holds', 'trials'],
  classes: ['seats', 'underMinimum', 'waiting'],
  terms: ['reEnrolment', 'cohorts', 'levels'],
} as const satisfies Record<string, readonly FigureKey[]>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];
const narrowings = ['termId', 'courseId', 'teacherId', 'source'] as const;

/** The Enrollment report: new, returning and leaving students, and the fill of the classes. */
export function EnrolmentReportPage() {
  const { t } = useTranslation(['reports', 'shell']);
  const [params] = useSearchParams();
  const figure = params.get('figure');
  const part =
    names.find((one) => one === params.get('part')) ??
    names.find((one) => (parts[one] as readonly string[]).includes(figure ?? '')) ??
    'students';
  const address = (id: Part) => {
    const next = new URLSearchParams(params);
    for (const name of ['figure', 'value', 'key']) next.delete(name);
    next.set('part', id);
    return `${paths.enrollmentReport}?${next.toString()}`;
  };
  const tabs = names.map((id) => ({ id, label: t(`part.${id}`), to: address(id) }));
  return (
    <ReportView
      key={part}
      name="enrolment"
      title={t('shell:page.enrollmentReport')}
      figures={parts[part]}
      narrowings={narrowings}
      tabs={<Tabs label={t('tabs')} tabs={tabs} current={part} />}
    />
  );
}
