import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { studentsList } from '#contract/people/students-list.ts';
import type { Student } from '#contract/people/students.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordWaiting } from '#src/components/record/record-waiting.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { StudentForm } from './student-form.tsx';

// A new student needs nothing of it.
const StudentView = lazy(async () => {
  const [{ StudentView: View }] = await Promise.all([
    import('./student-view.tsx'),
    loadWords(['record', 'classes', 'class-page', 'orders']),
  ]);
  return { default: View };
});

/** Adds a student, or shows the one whose id is in the address. */
export function StudentRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const nameOf = usePersonName();
  if (id !== null)
    return (
      <Suspense
        fallback={
          <RecordWaiting<Student>
            list={studentsList}
            id={id}
            nameOf={nameOf}
            title={t('page.editStudent')}
            back={paths.students}
          />
        }
      >
        <StudentView key={id} id={id} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={t('page.addStudent')} back={paths.students} />
      <StudentForm student={undefined} />
    </>
  );
}
