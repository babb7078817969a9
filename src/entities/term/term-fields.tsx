import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { academicTermInput, academicTerms } from '#contract/courses/academic-terms.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';

/** A new term may be opened at once; a saved one is opened by its own button. */
export const newTermInput = z.safeExtend(academicTermInput, {
  opens: z._default(z.boolean(), false),
});
export type NewTermInput = z.output<typeof newTermInput>;

/** Lets a new term take enrolments at once, as the current one if the person may decide that. */
function TermOpens({ field }: { field: FieldOf<NewTermInput> }) {
  const { t } = useTranslation('terms');
  // The centre has one current term, so people of a single branch cannot choose theirs.
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const mayPoint = useCan('academic-terms:point') && isWide;
  // If no term is current yet, this one most likely will be.
  const { rows } = useCachedList(academicTerms, { quiet: true });
  const isFirst = rows !== undefined && !rows.some(({ isCurrent }) => isCurrent);
  const { resetField } = useFormContext<NewTermInput>();
  useEffect(() => {
    if (isFirst) resetField('opens', { defaultValue: true });
  }, [isFirst, resetField]);
  return (
    <SwitchField
      {...field('opens')}
      label={t(mayPoint ? 'opensAsCurrent' : 'opens')}
      help={t('opensHelp')}
    />
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
