import { useTranslation } from 'react-i18next';
import {
  discountRuleInput,
  discountRules,
  type DiscountRuleRow,
} from '#contract/desk/discount-rules.ts';
import { discountKinds, discountedLines } from '#contract/desk/discounts.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { useRecord, useSaver } from '#src/lib/request/resource.ts';
import { discountsPath } from './fee-tabs.tsx';

function DiscountForm({ rule }: { rule: DiscountRuleRow | undefined }) {
  const { t } = useTranslation('courses');
  const saver = useSaver(discountRules);
  const { saved, cancel } = useBackToList(discountsPath);
  return (
    <RecordForm
      schema={discountRuleInput}
      row={rule}
      action={discountRules.write}
      failed={t(rule ? 'discount.failed.update' : 'discount.failed.create')}
      draft={{ form: discountRules.name, record: rule?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
    >
      {(field) => (
        <FormSection title={t('discount.section')}>
          <TextField {...field('nameEn')} label={t('nameEn')} lang="en" />
          <TextField {...field('nameLo')} label={t('nameLo')} lang="lo" />
          <SelectField
            {...field('kind')}
            label={t('discount.kind')}
            options={discountKinds.map((value) => ({ value, label: t(`discount.kinds.${value}`) }))}
          />
          <ChoiceField
            {...field('on')}
            label={t('discount.on')}
            options={discountedLines.map((value) => ({
              value,
              label: t(`discount.onLines.${value}`),
            }))}
          />
          <NumberField {...field('percent')} label={t('discount.percent')} />
          <MoneyField
            {...field('amountLAK')}
            label={t('discount.sum')}
            currency="LAK"
            help={t('discount.sumHelp')}
          />
          <DateField {...field('until')} label={t('discount.until')} help={t('dateHelp')} />
          <SwitchField {...field('addsUp')} label={t('discount.addsUp')} />
          <SwitchField {...field('active')} label={t('discount.inUse')} />
        </FormSection>
      )}
    </RecordForm>
  );
}

/** Adds a discount rule, or changes the one with this id. */
export function DiscountRecord({ id }: { id: string | null }) {
  const { t } = useTranslation('courses');
  const record = useRecord(discountRules, id);
  const title = useRecordTitle(t(id === null ? 'discount.add' : 'discount.edit'), record);
  return (
    <>
      <PageHeader title={title} back={discountsPath} />
      <RecordStates record={record} failed={t('discount.failed.one')} back={discountsPath}>
        {(rule) => <DiscountForm key={rule?._id} rule={rule} />}
      </RecordStates>
    </>
  );
}
