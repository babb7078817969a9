import { useTranslation } from 'react-i18next';
import { courseCategories, courseCategoryInput } from '#contract/courses/course-categories.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { CategoryNames } from './course-fields.tsx';

/** Adds a category at the end of the list. */
export function AddCategory(props: AddingProps) {
  const { t } = useTranslation('shell');
  const { total = 0 } = useCachedList(courseCategories, { quiet: true });
  return (
    <AddDialog
      {...props}
      resource={courseCategories}
      schema={courseCategoryInput}
      title={t('page.addCourseCategory')}
      values={{ position: total }}
    >
      {(field) => <CategoryNames field={field} />}
    </AddDialog>
  );
}
