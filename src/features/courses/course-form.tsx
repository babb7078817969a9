import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { courseInput, courses, type Course } from '#contract/courses/courses.ts';
import { DOT } from '#contract/words/dot.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { RecordForm, type Reads } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { CourseLength, CourseNames } from '#src/entities/course/course-fields.tsx';
import { NeededProductsField } from '#src/entities/product/needed-products-field.tsx';
import { paths } from '#src/lib/paths.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The possible next courses: all active ones, and the current choice. */
function useNextCourses(course: Course | undefined) {
  const isLao = useLanguage() === 'lo';
  const { rows: all = [] } = useCachedList(courses, { sort: 'code', quiet: true });
  return useMemo(
    () =>
      all
        .filter(
          ({ _id, active }) => _id !== course?._id && (active || _id === course?.nextCourseId),
        )
        .map(({ _id, code, nameEn, nameLo }) => ({
          value: _id,
          label: `${code}${DOT}${isLao && nameLo !== '' ? nameLo : nameEn}`,
        })),
    [all, course, isLao],
  );
}

/** Every field of a course; `course` is the one to change, undefined for a new one. */
export function CourseForm({ course, ...look }: { course: Course | undefined } & Reads<Course>) {
  const { t } = useTranslation('courses');
  const saver = useSaver(courses);
  const next = useNextCourses(course);
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
      {...look}
    >
      {(field) => (
        <>
          <FormSection title={t('section.course')}>
            <CourseNames field={field} categoryId={course?.categoryId} />
            <TextField {...field('level')} label={t('level')} help={t('levelHelp')} />
            <SelectField
              {...field('nextCourseId')}
              label={t('nextCourse')}
              help={t('nextCourseHelp')}
              options={next}
            />
            <TextAreaField {...field('description')} label={t('description')} />
            <SwitchField {...field('active')} label={t('courseInUse')} />
          </FormSection>
          <FormSection title={t('section.length')} hint={t('lengthHelp')}>
            <CourseLength field={field} />
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
