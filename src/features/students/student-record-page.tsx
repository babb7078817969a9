import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { students, type StudentRecord } from '#contract/students.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useWholeRecord } from '#src/lib/record-saver.ts';
import { StudentForm } from './student-form.tsx';

// The form comes first; what else can be done comes with the record.
const MergedState = lazy(async () => ({ default: (await import('#src/components/page/merged-state.tsx')).MergedState }));
const RecordActions = lazy(async () => ({ default: (await import('#src/components/page/record-actions.tsx')).RecordActions }));

const merge = { action: 'students:merge', edit: paths.editStudent } as const;

/** Adds a student, or changes the one whose id is in the address. */
export function StudentRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useWholeRecord<StudentRecord>(students, id);
  return (
    <>
      <PageHeader title={t(id === null ? 'page.addStudent' : 'page.editStudent')} back={paths.students}>
        <Suspense>{record.status === 'ready' && <RecordActions resource={students} row={record.row} merge={merge} />}</Suspense>
      </PageHeader>
      <RecordStates record={record} failed="studentFetch" back={paths.students}>
        {(student) =>
          student?.mergedIntoId ? (
            <MergedState to={editPath(paths.editStudent, student.mergedIntoId)} />
          ) : (
            <StudentForm key={student && `${student._id} ${student.version}`} student={student} />
          )
        }
      </RecordStates>
    </>
  );
}
