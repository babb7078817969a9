import { useTranslation } from 'react-i18next';
import { feeBases, type CourseFeeInput } from '#contract/courses/course-fees.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField, useAmountsOf } from '#src/components/fields/money-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';

/** A price's amount, currency and unit, and the smallest payment that secures a seat. */
export function FeePrice({ field }: { field: FieldOf<CourseFeeInput> }) {
  const { t } = useTranslation('courses');
  const { currency, chooseCurrency, asksFor } = useAmountsOf('currency', ['amount', 'minDeposit']);
  return (
    <>
      <ChoiceField
        {...field('currency')}
        label={t('currency')}
        options={priceCurrencies.map((value) => ({ value, label: value }))}
        onChoose={chooseCurrency}
      />
      <MoneyField
        {...field('amount')}
        label={t('amount')}
        currency={currency}
        asks={asksFor('amount')}
      />
      <SelectField
        {...field('basis')}
        label={t('basis')}
        options={feeBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
      />
      <MoneyField
        {...field('minDeposit')}
        label={t('minDeposit')}
        currency={currency}
        asks={asksFor('minDeposit')}
      />
    </>
  );
}
