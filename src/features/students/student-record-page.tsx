import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { studentsList } from '#contract/people/students-list.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { ageOn } from '#contract/dates.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { loadWords } from '#src/lib/text/i18n.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';
import { useRecordDetail } from '#src/lib/request/resource.ts';
import { StudentForm } from './student-form.tsx';
import { studentCardsPath } from '#src/entities/report/report-paths.ts';

// The form comes first; the other actions load with the record.
const MergedState = lazy(async () => ({
  default: (await import('#src/entities/person/merged-state.tsx')).MergedState,
}));
const RecordActions = lazy(async () => ({
  default: (await import('#src/entities/person/record-actions.tsx')).RecordActions,
}));

const StudentSummary = lazy(async () => {
  const [{ StudentSummary: Summary }] = await Promise.all([
    import('./student-summary.tsx'),
    loadWords('classes'),
  ]);
  return { default: Summary };
});

/** The line below the heading that identifies the student: nickname, code, age. */
function About({ student: { nickname, studentCode, dateOfBirth } }: { student: StudentRecord }) {
  const { t } = useTranslation('people');
  const age =
    dateOfBirth === null ? null : t('summary.age', { count: ageOn(dateOfBirth, today()) });
  return <span>{[nickname, studentCode, age].filter(Boolean).join(' · ')}</span>;
}

const merge = { action: 'students:merge', edit: paths.editStudent } as const;

/** Adds a student, or changes the one whose id is in the address. */
export function StudentRecordPage() {
  const { t } = useTranslation(['people', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecordDetail<StudentRecord>(studentsList, id);
  const student = record.status === 'ready' ? record.row : undefined;
  const nameOf = usePersonName();
  return (
    <>
      <PageHeader
        title={
          student
            ? nameOf(student)
            : t(id === null ? 'shell:page.addStudent' : 'shell:page.editStudent')
        }
        back={paths.students}
        freshness={student && <About student={student} />}
      >
        {student && (
          <LinkButton to={studentCardsPath({ ids: [student._id] })}>{t('cards')}</LinkButton>
        )}
        <Suspense>
          {record.status === 'ready' && (
            <RecordActions resource={studentsList} row={record.row} merge={merge} />
          )}
        </Suspense>
      </PageHeader>
      <RecordStates record={record} failed={t('students.failed.one')} back={paths.students}>
        {() =>
          student?.mergedIntoId ? (
            <MergedState to={editPath(paths.editStudent, student.mergedIntoId)} />
          ) : (
            <StudentForm
              key={student && `${student._id} ${student.version}`}
              student={student}
              aside={
                student && (
                  <Suspense fallback={<span />}>
                    <StudentSummary student={student} />
                  </Suspense>
                )
              }
            />
          )
        }
      </RecordStates>
    </>
  );
}
