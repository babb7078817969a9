import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { teachers } from '#contract/teachers.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/resource.ts';
import { TeacherForm } from './teacher-form.tsx';

/** Adds a teacher, or changes the one whose id is in the address. */
export function TeacherRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(teachers, id);
  return (
    <>
      <PageHeader title={t(id === null ? 'page.addTeacher' : 'page.editTeacher')} back={paths.teachers} />
      <RecordStates record={record} failed="teacherFetch" back={paths.teachers}>
        {(teacher) => <TeacherForm teacher={teacher} />}
      </RecordStates>
    </>
  );
}
