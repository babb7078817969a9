import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { CourseForm } from './course-form.tsx';

// A new course needs nothing of it.
const CourseView = lazy(async () => {
  const [{ CourseView: View }] = await Promise.all([
    import('./course-view.tsx'),
    loadWords(['record', 'classes']),
  ]);
  return { default: View };
});

/** Adds a course, or shows the one whose id is in the address. */
export function CourseRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id !== null)
    return (
      <Suspense fallback={<PageHeader title={t('page.editCourse')} back={paths.courses} />}>
        <CourseView key={id} id={id} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={t('page.addCourse')} back={paths.courses} />
      <CourseForm course={undefined} />
    </>
  );
}
