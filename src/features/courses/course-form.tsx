import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { courseCategories } from '#contract/lists/course-categories.ts';
import { courseInput, courses, type Course } from '#contract/courses.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { NeededProductsField } from '#src/entities/product/needed-products-field.tsx';
import { paths } from '#src/lib/paths.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The possible categories and next courses of a course: those in use, and its current ones. */
function useChoices(course: Course | undefined) {
  const isLao = useLanguage() === 'lo';
  const { rows: categories = [] } = useCachedList(courseCategories, { sort: 'position', quiet: true });
  const { rows: all = [] } = useCachedList(courses, { sort: 'code', quiet: true });
  return useMemo(() => {
    const nameOf = ({ nameEn, nameLo }: { nameEn: string; nameLo: string }) => (isLao && nameLo !== '' ? nameLo : nameEn);
    return {
      categories: categories
        .filter(({ _id, active }) => active || _id === course?.categoryId)
        .map((one) => ({ value: one._id, label: nameOf(one) })),
      next: all
        .filter(({ _id, active }) => _id !== course?._id && (active || _id === course?.nextCourseId))
        .map((one) => ({ value: one._id, label: `${one.code} · ${nameOf(one)}` })),
    };
  }, [categories, all, course, isLao]);
}

/** Every field of a course; `course` is the one to change, none for a new one. */
export function CourseForm({ course }: { course: Course | undefined }) {
  const { t } = useTranslation('courses');
  const saver = useSaver(courses);
  const choices = useChoices(course);
  const { saved, cancel } = useBackToList(paths.courses);
  return (
    <RecordForm
      schema={courseInput}
      row={course}
      action={courses.write}
      failed={t(course ? 'failed.course.update' : 'failed.course.create')}
      draft={{ form: courses.name, record: course?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
    >
      {(field) => (
        <>
          <FormSection title={t('section.course')}>
            <TextField {...field('nameEn')} label={t('nameEn')} lang="en" />
            <TextField {...field('nameLo')} label={t('nameLo')} lang="lo" />
            <TextField {...field('code')} label={t('code')} help={t('codeHelp')} />
            <SelectField {...field('categoryId')} label={t('category')} options={choices.categories} />
            <TextField {...field('level')} label={t('level')} help={t('levelHelp')} />
            <SelectField {...field('nextCourseId')} label={t('nextCourse')} help={t('nextCourseHelp')} options={choices.next} />
            <TextAreaField {...field('description')} label={t('description')} />
            <SwitchField {...field('active')} label={t('courseInUse')} />
          </FormSection>
          <FormSection title={t('section.length')} hint={t('lengthHelp')}>
            <NumberField {...field('totalHours')} label={t('totalHours')} />
            <NumberField {...field('totalSessions')} label={t('totalSessions')} />
          </FormSection>
          <FormSection title={t('section.ages')}>
            <NumberField {...field('minAge')} label={t('minAge')} />
            <NumberField {...field('maxAge')} label={t('maxAge')} />
            <NumberField {...field('defaultCapacity')} label={t('defaultCapacity')} />
          </FormSection>
          <FormSection title={t('section.products')} hint={t('productsHint')}>
            <NeededProductsField {...field('products')} courseId={course?._id} />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
