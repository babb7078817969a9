import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { coursesList } from '#contract/courses/courses-list.ts';
import type { Course } from '#contract/courses/courses.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordWaiting } from '#src/components/record/record-waiting.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { recordName } from '#src/lib/text/record-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
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
  const language = useLanguage();
  if (id !== null)
    return (
      <Suspense
        fallback={
          <RecordWaiting<Course>
            list={coursesList}
            id={id}
            nameOf={(row) => recordName(row, language)}
            title={t('page.editCourse')}
            back={paths.courses}
          />
        }
      >
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
