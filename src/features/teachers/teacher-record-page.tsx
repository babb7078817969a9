import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { teachers } from '#contract/teachers.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { loadWords } from '#src/lib/i18n.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/resource.ts';
import { TeacherForm } from './teacher-form.tsx';

// The form comes first; what else can be done comes with the record.
const RecordActions = lazy(async () => {
  const [{ RecordActions: Actions }] = await Promise.all([import('#src/components/page/record-actions.tsx'), loadWords('people')]);
  return { default: Actions };
});

/** Adds a teacher, or changes the one whose id is in the address. */
export function TeacherRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(teachers, id);
  return (
    <>
      <PageHeader title={t(id === null ? 'page.addTeacher' : 'page.editTeacher')} back={paths.teachers}>
        <Suspense>{record.status === 'ready' && <RecordActions resource={teachers} row={record.row} />}</Suspense>
      </PageHeader>
      <RecordStates record={record} failed="teacherFetch" back={paths.teachers}>
        {(teacher) => <TeacherForm key={teacher && `${teacher._id} ${teacher.version}`} teacher={teacher} />}
      </RecordStates>
    </>
  );
}
