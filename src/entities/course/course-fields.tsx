import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseCategoryInput } from '#contract/courses/course-categories.ts';
import type { CourseInput } from '#contract/courses/courses.ts';
import { courseCategoriesList } from '#contract/courses/course-categories-list.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useAddCategory } from './adding.tsx';

/** The required names of a category. */
export function CategoryNames({ field }: { field: FieldOf<CourseCategoryInput> }) {
  const { t } = useTranslation('courses');
  return (
    <>
      <TextField {...field('nameEn')} label={t('nameEn')} lang="en" />
      <TextField {...field('nameLo')} label={t('nameLo')} lang="lo" />
      <TextField {...field('code')} label={t('code')} help={t('categoryCodeHelp')} />
    </>
  );
}

/** A course's names and category; `categoryId` keeps an archived category available. */
export function CourseNames({
  field,
  categoryId,
}: {
  field: FieldOf<CourseInput>;
  categoryId?: string | undefined;
}) {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  const { rows } = useCachedList(courseCategoriesList, { sort: 'position', quiet: true });
  const adding = useAddCategory();
  const options = useMemo(
    () =>
      (rows ?? [])
        .filter(({ _id, active }) => active || _id === categoryId)
        .map(({ _id, nameEn, nameLo }) => ({
          value: _id,
          label: isLao && nameLo !== '' ? nameLo : nameEn,
        })),
    [rows, categoryId, isLao],
  );
  return (
    <>
      <TextField {...field('nameEn')} label={t('nameEn')} lang="en" />
      <TextField {...field('nameLo')} label={t('nameLo')} lang="lo" />
      <TextField {...field('code')} label={t('code')} help={t('codeHelp')} />
      <SelectField
        {...field('categoryId')}
        label={t('category')}
        options={options}
        adding={adding}
      />
    </>
  );
}

/** The length of a course. One of two values is required; `help` says so if no heading does. */
export function CourseLength({ field, help }: { field: FieldOf<CourseInput>; help?: string }) {
  const { t } = useTranslation('courses');
  return (
    <>
      <NumberField
        {...field('totalHours')}
        label={t('totalHours')}
        {...(help !== undefined && { help })}
      />
      <NumberField {...field('totalSessions')} label={t('totalSessions')} />
    </>
  );
}
