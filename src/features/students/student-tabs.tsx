import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enrolments } from '#contract/classes/enrolments.ts';
import { TIMELINE_LENGTH } from '#contract/people/student-summary.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { RecordTabs } from '#src/components/record/record-tabs.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStudentClasses, useStudentSummary } from './student-queries.ts';

const parts = () => import('./student-parts.tsx');
const PlacesPart = lazy(async () => ({ default: (await parts()).PlacesPart }));
const PaymentsPart = lazy(async () => ({ default: (await parts()).PaymentsPart }));
const AttendancePart = lazy(async () => ({ default: (await parts()).AttendancePart }));
const ScoresPart = lazy(async () => ({ default: (await parts()).ScoresPart }));
const HistoryPanel = lazy(async () => ({
  default: (await import('#src/entities/person/history-entries.tsx')).HistoryPanel,
}));

/** The parts of a student's record; money only for people who may see it. */
export function StudentTabs({
  student,
  children,
}: {
  student: StudentRecord;
  children: ReactNode;
}) {
  const { t } = useTranslation('record');
  const seesMoney = useCan('family-accounts:read');
  const seesPlaces = useCan(enrolments.read);
  const { data: places } = useStudentClasses(student._id, seesPlaces);
  const { data: summary } = useStudentSummary(student._id);
  const paid = summary?.timeline.filter(({ kind }) => kind === 'payment').length;
  return (
    <RecordTabs
      tabs={[
        seesPlaces && {
          id: 'classes',
          label: t('places'),
          count: places?.places.length,
          show: () => <PlacesPart student={student} title={t('places')} />,
        },
        seesMoney && {
          id: 'payments',
          label: t('payments'),
          // As many as the timeline takes may not be all of them.
          count: paid === TIMELINE_LENGTH ? undefined : paid,
          show: () => <PaymentsPart student={student} />,
        },
        {
          id: 'attendance',
          label: t('attendance'),
          show: () => <AttendancePart student={student} />,
        },
        { id: 'scores', label: t('scores'), show: () => <ScoresPart student={student} /> },
        {
          id: 'history',
          label: t('history'),
          show: () => <HistoryPanel resource={studentsList} id={student._id} />,
        },
      ]}
    >
      {children}
    </RecordTabs>
  );
}
