import { useTranslation } from 'react-i18next';
import { courseInput, courses } from '#contract/courses/courses.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';
import { CourseLength, CourseNames } from './course-fields.tsx';

/** Adds a course; its ages, books and next course are added on its own page. */
export function AddCourse(props: AddingProps) {
  const { t } = useTranslation(['shell', 'courses']);
  return (
    <AddDialog {...props} resource={courses} schema={courseInput} title={t('page.addCourse')}>
      {(field) => (
        <>
          <CourseNames field={field} />
          <CourseLength field={field} help={t('courses:lengthEither')} />
        </>
      )}
    </AddDialog>
  );
}
