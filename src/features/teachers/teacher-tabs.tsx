import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { teachersList } from '#contract/people/teachers-list.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { RecordTabs } from '#src/components/record/record-tabs.tsx';

const parts = () => import('./teacher-parts.tsx');
const TimetablePart = lazy(async () => ({ default: (await parts()).TimetablePart }));
const HoursPart = lazy(async () => ({ default: (await parts()).HoursPart }));
const HistoryPanel = lazy(async () => ({
  default: (await import('#src/entities/person/history-entries.tsx')).HistoryPanel,
}));

/** The parts of a teacher's record. */
export function TeacherTabs({ teacher, children }: { teacher: Teacher; children: ReactNode }) {
  const { t } = useTranslation('record');
  return (
    <RecordTabs
      tabs={[
        {
          id: 'timetable',
          label: t('timetable'),
          show: () => <TimetablePart teacher={teacher} />,
        },
        { id: 'hours', label: t('hours'), show: () => <HoursPart teacher={teacher} /> },
        {
          id: 'history',
          label: t('history'),
          show: () => <HistoryPanel resource={teachersList} id={teacher._id} />,
        },
      ]}
    >
      {children}
    </RecordTabs>
  );
}
