import { useTranslation } from 'react-i18next';
import { branchPapers, cashSteps, type BranchInput } from '#contract/centre/branches.ts';
import { minimumRules } from '#contract/desk/visit-prices.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { formatNumber } from '#src/lib/text/format.ts';

/** The settings of a branch for selling, taking money and printing. */
export function DeskSettings({ field }: { field: FieldOf<BranchInput> }) {
  const { t } = useTranslation('branches');
  return (
    <FormSection title={t('section.desk')}>
      <NumberField {...field('holdHours')} label={t('holdHours')} help={t('holdHoursHelp')} />
      <SelectField
        {...field('minimumRule')}
        label={t('minimumRule')}
        help={t('minimumRuleHelp')}
        options={minimumRules.map((rule) => ({ value: rule, label: t(`minimum.${rule}`) }))}
      />
      <NumberField {...field('dueDays')} label={t('dueDays')} help={t('dueDaysHelp')} />
      <NumberField
        {...field('discountLimitPercent')}
        label={t('discountLimit')}
        help={t('discountLimitHelp')}
      />
      <SelectField
        {...field('cashStep')}
        label={t('cashStep')}
        help={t('cashStepHelp')}
        options={cashSteps.map((step) => ({ value: step, label: `${formatNumber(step)} LAK` }))}
      />
      <MoneyField
        {...field('differenceLimitLAK')}
        label={t('differenceLimit')}
        help={t('differenceLimitHelp')}
        currency="LAK"
      />
      <SelectField
        {...field('paper')}
        label={t('paper')}
        help={t('paperHelp')}
        options={branchPapers.map((paper) => ({ value: paper, label: t(`papers.${paper}`) }))}
      />
      <SwitchField {...field('directMoves')} label={t('directMoves')} help={t('directMovesHelp')} />
      <SwitchField {...field('pinTakeOver')} label={t('pinTakeOver')} help={t('pinTakeOverHelp')} />
      <SwitchField {...field('allowNegativeStock')} label={t('allowNegativeStock')} />
      <SwitchField {...field('blindCount')} label={t('blindCount')} help={t('blindCountHelp')} />
    </FormSection>
  );
}
