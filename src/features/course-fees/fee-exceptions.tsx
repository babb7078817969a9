import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { branchesList } from '#contract/centre/branches-list.ts';
import type { CourseFeeInput } from '#contract/courses/course-fees.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The branch, the term and the students of a price that is not for everybody. */
export function FeeExceptions({ field }: { field: FieldOf<CourseFeeInput> }) {
  const { t } = useTranslation('courses');
  const { rows } = useCachedList(academicTermsList, { sort: '-startDate', quiet: true });
  const isLao = useLanguage() === 'lo';
  const { rows: branchRows } = useCachedList(branchesList, { sort: 'branchName', quiet: true });
  const places = useMemo(
    () =>
      (branchRows ?? []).map((row) => ({
        value: row._id,
        label: (isLao && row.branchNameLo) || row.branchName,
      })),
    [branchRows, isLao],
  );
  const terms = useMemo(
    () =>
      (rows ?? []).map(({ _id, name, academicYear }) => ({
        value: _id,
        label: `${name} ${academicYear}`,
      })),
    [rows],
  );
  return (
    <>
      <SelectField
        {...field('branchId')}
        label={t('branch')}
        help={t('branchHelp')}
        options={places}
      />
      <SelectField {...field('termId')} label={t('term')} help={t('termHelp')} options={terms} />
      <TextField
        {...field('priceCategory')}
        label={t('priceCategory')}
        help={t('priceCategoryHelp')}
      />
    </>
  );
}
