import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { teachersList } from '#contract/people/teachers-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { TeacherForm } from './teacher-form.tsx';

// The form comes first; the other actions load with the record.
const RecordActions = lazy(async () => {
  const [{ RecordActions: Actions }] = await Promise.all([
    import('#src/entities/person/record-actions.tsx'),
    loadWords('people'),
  ]);
  return { default: Actions };
});

/** Adds a teacher, or changes the one whose id is in the address. */
export function TeacherRecordPage() {
  const { t } = useTranslation(['teachers', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(teachersList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addTeacher' : 'shell:page.editTeacher'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.teachers}>
        <Suspense>
          {record.status === 'ready' && <RecordActions resource={teachersList} row={record.row} />}
        </Suspense>
      </PageHeader>
      <RecordStates record={record} failed={t('failed.one')} back={paths.teachers}>
        {(teacher) => (
          <TeacherForm key={teacher && `${teacher._id} ${teacher.version}`} teacher={teacher} />
        )}
      </RecordStates>
    </>
  );
}
