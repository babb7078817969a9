import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { teachersList } from '#contract/people/teachers-list.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordWaiting } from '#src/components/record/record-waiting.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { TeacherForm } from './teacher-form.tsx';

// A new teacher needs nothing of it.
const TeacherView = lazy(async () => {
  const [{ TeacherView: View }] = await Promise.all([
    import('./teacher-view.tsx'),
    loadWords(['record', 'people', 'classes']),
  ]);
  return { default: View };
});

/** Adds a teacher, or shows the one whose id is in the address. */
export function TeacherRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const nameOf = usePersonName();
  if (id !== null)
    return (
      <Suspense
        fallback={
          <RecordWaiting<Teacher>
            list={teachersList}
            id={id}
            nameOf={nameOf}
            title={t('page.editTeacher')}
            back={paths.teachers}
          />
        }
      >
        <TeacherView key={id} id={id} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={t('page.addTeacher')} back={paths.teachers} />
      <TeacherForm teacher={undefined} />
    </>
  );
}
