import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  courseCategories,
  courseCategoryInput,
  type CourseCategory,
} from '#contract/courses/course-categories.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { CategoryNames } from '#src/entities/course/course-fields.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord, useSaver } from '#src/lib/request/resource.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { ColourField } from './colour-field.tsx';

/** `others` is the number of the other categories; a new one is appended at the end. */
function CategoryForm({
  category,
  others,
}: {
  category: CourseCategory | undefined;
  others: number;
}) {
  const { t } = useTranslation('courses');
  const saver = useSaver(courseCategories);
  const { saved, cancel } = useBackToList(paths.courseCategories);
  const schema = useMemo(
    () =>
      z.extend(courseCategoryInput, {
        position: z._default(courseCategoryInput.shape.position, others),
      }),
    [others],
  );
  return (
    <RecordForm
      schema={schema}
      row={category}
      action={courseCategories.write}
      failed={t(category ? 'failed.category.update' : 'failed.category.create')}
      draft={{ form: courseCategories.name, record: category?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
    >
      {(field) => (
        <FormSection title={t('section.category')}>
          <CategoryNames field={field} />
          <NumberField {...field('position')} label={t('position')} help={t('positionHelp')} />
          <ColourField {...field('colour')} label={t('colour')} />
          <SwitchField {...field('active')} label={t('categoryInUse')} />
        </FormSection>
      )}
    </RecordForm>
  );
}

/** Adds a category of courses, or changes the one whose id is in the address. */
export function CategoryRecordPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const { total, error } = useCachedList(courseCategories, { quiet: true });
  const record = useRecord(courseCategories, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addCourseCategory' : 'shell:page.editCourseCategory'),
    record,
  );
  const isCounting = record.status === 'new' && total === undefined && !error;
  return (
    <>
      <PageHeader title={title} back={paths.courseCategories} />
      <RecordStates
        record={isCounting ? { status: 'loading' } : record}
        failed={t('failed.category.one')}
        back={paths.courseCategories}
      >
        {(category) => <CategoryForm category={category} others={total ?? 0} />}
      </RecordStates>
    </>
  );
}
