import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { academicTermInput, academicTerms } from '#contract/courses/academic-terms.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The first term may be opened at once; every other one is opened by its own button. */
export const newTermInput = z.safeExtend(academicTermInput, {
  opens: z._default(z.boolean(), false),
});
export type NewTermInput = z.output<typeof newTermInput>;

/**
 * Lets the first term of a centre take enrolments at once. Every later one stays a draft until it
 * is opened by its own button.
 */
function TermOpens({ field }: { field: FieldOf<NewTermInput> }) {
  const { t } = useTranslation('terms');
  const { rows } = useCachedList(academicTerms, { quiet: true });
  const isFirst = rows?.length === 0;
  const { resetField } = useFormContext<NewTermInput>();
  useEffect(() => {
    if (isFirst) resetField('opens', { defaultValue: true });
  }, [isFirst, resetField]);
  return isFirst ? (
    <SwitchField {...field('opens')} label={t('opens')} help={t('opensHelp')} />
  ) : (
    <p>{t('startsAsDraft')}</p>
  );
}

type FieldsProps = {
  field: FieldOf<NewTermInput>;
  /** False for a saved term, which is opened by its own button. */
  isNew: boolean;
};

/** The required fields of a term. */
export function TermMainFields({ field, isNew }: FieldsProps) {
  const { t } = useTranslation('terms');
  return (
    <>
      <TextField {...field('name')} label={t('name')} />
      <TextField
        {...field('academicYear')}
        label={t('academicYear')}
        help={t('academicYearHelp')}
      />
      <TextField {...field('code')} label={t('code')} help={t('codeHelp')} />
      {isNew ? <TermOpens field={field} /> : <span />}
      <DateField {...field('startDate')} label={t('startDate')} help={t('dateHelp')} />
      <DateField {...field('endDate')} label={t('endDate')} />
    </>
  );
}
