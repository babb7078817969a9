import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { Adding } from '#src/components/fields/add-inline.tsx';

// Lazy, because few people add either from another form.
const AddCategory = lazy(async () => ({
  default: (await import('./add-category.tsx')).AddCategory,
}));
const AddCourse = lazy(async () => ({ default: (await import('./add-course.tsx')).AddCourse }));

/** Adds a category from a form that chooses one. */
export function useAddCategory(): Adding {
  const { t } = useTranslation('shell');
  return {
    label: t('page.addCourseCategory'),
    action: 'course-categories:write',
    dialog: (props) => <AddCategory {...props} />,
  };
}

/** Adds a course from a form that chooses one. */
export function useAddCourse(): Adding {
  const { t } = useTranslation('shell');
  return {
    label: t('page.addCourse'),
    action: 'courses:write',
    dialog: (props) => <AddCourse {...props} />,
  };
}
