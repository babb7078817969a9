import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { courseFeeInput, courseFees, feeBases, prorations, type CourseFee, type CourseFeeInput } from '#contract/course-fees.ts';
import { priceCurrencies } from '#contract/currencies.ts';
import { date, id } from '#contract/fields.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import { DateField } from '#src/components/form/date-field.tsx';
import type { FieldOf } from '#src/components/form/form-context.ts';
import { FormSection } from '#src/components/form/form-section.tsx';
import { MoneyField } from '#src/components/form/money-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { SwitchField } from '#src/components/form/switch-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useSaver } from '#src/lib/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { today } from '#src/lib/today.ts';
import { FeeHistory } from './fee-history.tsx';
import { OverlapNote, VersionNote } from './fee-notes.tsx';
import { ProRataSum } from './pro-rata-sum.tsx';
import { useFeeNames } from './use-fee-names.ts';

type Field = FieldOf<CourseFeeInput>;
type Names = ReturnType<typeof useFeeNames>;

function Price({ field, names }: { field: Field; names: Names }) {
  const { t } = useTranslation('courses');
  const currency = String(useWatch<CourseFeeInput, 'currency'>({ name: 'currency' }));
  return (
    <FormSection title={t('section.fee')}>
      <SelectField {...field('courseId')} label={t('course')} options={names.options.courses} />
      <TextField {...field('name')} label={t('feeName')} help={t('feeNameHelp')} />
      <ChoiceField {...field('currency')} label={t('currency')} options={priceCurrencies.map((value) => ({ value, label: value }))} />
      <MoneyField {...field('amount')} label={t('amount')} currency={currency} />
      <SelectField {...field('basis')} label={t('basis')} options={feeBases.map((value) => ({ value, label: t(`bases.${value}`) }))} />
      <MoneyField {...field('minDeposit')} label={t('minDeposit')} currency={currency} />
      <ChoiceField {...field('prorate')} label={t('prorate')} options={prorations.map((value) => ({ value, label: t(`prorations.${value}`) }))} />
      <ProRataSum courses={names.courses} />
    </FormSection>
  );
}

/** The defaults of a new price: its course, from today on, and the own branch for somebody who writes for that one only. */
function useSchema(courseId: string | undefined, ownBranch: string | null) {
  return useMemo(() => {
    const { shape } = courseFeeInput;
    const dated = z.safeExtend(courseFeeInput, { validFrom: z._default(shape.validFrom, z.parse(date, today())), branchId: z._default(z.nullable(id), ownBranch) });
    const known = courseId === undefined ? dated : z.safeExtend(dated, { courseId: z._default(shape.courseId, courseId) });
    return known as unknown as typeof courseFeeInput;
  }, [courseId, ownBranch]);
}

type FeeFormProps = { fee: CourseFee | undefined; courseId: string | undefined; list: string };

/** Every field of a price; `fee` is the one to change, none for a new one of the course. */
export function FeeForm({ fee, courseId, list }: FeeFormProps) {
  const { t } = useTranslation('courses');
  const saver = useSaver(courseFees);
  const names = useFeeNames();
  const { saved, cancel } = useBackToList(list);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const own = useStore(({ user }) => user.userData?.branchId ?? null);
  const schema = useSchema(courseId, isWide ? null : own);
  const isReplaced = fee !== undefined && fee.replacedById !== null;
  const isForeign = fee !== undefined && !isWide && fee.branchId !== own;
  return (
    <RecordForm
      schema={schema}
      row={fee}
      action={courseFees.write}
      locked={isReplaced ? t('feeReplaced') : isForeign ? t('feeAdmins') : undefined}
      failed={fee ? 'feeUpdate' : 'feeCreate'}
      draft={{ form: courseFees.name, record: fee?._id ?? `new-${courseId ?? ''}` }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
      aside={fee && <FeeHistory fee={fee} />}
    >
      {(field) => (
        <>
          <Price field={field} names={names} />
          <FormSection title={t('section.validity')}>
            <SelectField {...field('branchId')} label={t('branch')} {...(isWide && { help: t('branchHelp') })} options={names.options.branches} />
            <SelectField {...field('termId')} label={t('term')} help={t('termHelp')} options={names.options.terms} />
            <TextField {...field('priceCategory')} label={t('priceCategory')} help={t('priceCategoryHelp')} />
            <SwitchField {...field('active')} label={t('feeInUse')} />
            <DateField {...field('validFrom')} label={t('validFrom')} help={t('dateHelp')} />
            <DateField {...field('validTo')} label={t('validTo')} help={t('validToHelp')} />
            {!isReplaced && <OverlapNote fee={fee} />}
            {fee && <VersionNote fee={fee} />}
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
