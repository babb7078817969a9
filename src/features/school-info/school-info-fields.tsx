import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { languages } from '#contract/language.ts';
import { secondFactorRules } from '#contract/centre/second-factor.ts';
import type { schoolInfoInput } from '#contract/centre/school-info.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useStore } from '#src/lib/store.ts';

type Field = FieldOf<z.output<typeof schoolInfoInput>>;

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

function CentreFields({ field }: { field: Field }) {
  const { t } = useTranslation('school-info');
  return (
    <FormSection title={t('section.centre')}>
      <TextField {...field('centreNameEn')} label={t('centreNameEn')} lang="en" />
      <TextField {...field('centreNameLo')} label={t('centreNameLo')} lang="lo" />
      <PictureField {...field('logoFileId')} label={t('logoFileId')} help={t('logoHelp')} />
      <TextField {...field('taxNo')} label={t('taxNo')} />
    </FormSection>
  );
}

function ContactFields({ field }: { field: Field }) {
  const { t } = useTranslation('school-info');
  return (
    <FormSection title={t('section.contact')}>
      <PhoneField {...field('phone')} label={t('phone')} />
      <TextField {...field('email')} label={t('email')} type="email" />
      <TextField {...field('web')} label={t('web')} type="url" />
      <TextField {...field('facebook')} label={t('facebook')} />
      <TextAreaField {...field('address')} label={t('address')} />
    </FormSection>
  );
}

function ReceiptFields({ field }: { field: Field }) {
  const { t } = useTranslation('school-info');
  return (
    <FormSection title={t('section.receipts')}>
      <TextAreaField {...field('receiptNoteEn')} label={t('receiptNoteEn')} lang="en" />
      <TextAreaField {...field('receiptNoteLo')} label={t('receiptNoteLo')} lang="lo" />
      <TextAreaField {...field('refundPolicy')} label={t('refundPolicy')} />
    </FormSection>
  );
}

function SystemFields({ field }: { field: Field }) {
  const { t } = useTranslation('school-info');
  const role = useStore(({ user }) => user.role);
  const monthOptions = months.map((month) => ({ value: month, label: t(`month.${month}`) }));
  const languageOptions = languages.map((language) => ({
    value: language,
    label: t(`language.${language}`),
  }));
  return (
    <FormSection title={t('section.system')}>
      <ChoiceField
        {...field('defaultLanguage')}
        label={t('defaultLanguage')}
        help={t('defaultLanguageHelp')}
        options={languageOptions}
      />
      <SwitchField
        {...field('offlineUnlock')}
        label={t('offlineUnlock')}
        help={t('offlineUnlockHelp')}
      />
      {role === 'superadmin' && (
        <ChoiceField
          {...field('secondFactorFor')}
          label={t('secondFactorFor')}
          help={t('secondFactorForHelp')}
          options={secondFactorRules.map((rule) => ({
            value: rule,
            label: t(`secondFactorRules.${rule}`),
          }))}
        />
      )}
      {role === 'superadmin' && (
        <NumberField
          {...field('rateFreePercent')}
          label={t('rateFreePercent')}
          help={t('rateFreePercentHelp')}
        />
      )}
      <NumberField
        {...field('prospectMonths')}
        label={t('prospectMonths')}
        help={t('prospectMonthsHelp')}
      />
      {role === 'superadmin' && (
        <NumberField
          {...field('auditAddressMonths')}
          label={t('auditAddressMonths')}
          help={t('auditAddressMonthsHelp')}
        />
      )}
      {role === 'superadmin' && (
        <NumberField {...field('slipMonths')} label={t('slipMonths')} help={t('slipMonthsHelp')} />
      )}
      <SelectField
        {...field('financialYearStart')}
        label={t('financialYearStart')}
        options={monthOptions}
      />
    </FormSection>
  );
}

/** Every field of the centre's record, in the order of its sections. */
export function SchoolInfoFields({ field }: { field: Field }) {
  return (
    <>
      <CentreFields field={field} />
      <ContactFields field={field} />
      <ReceiptFields field={field} />
      <SystemFields field={field} />
    </>
  );
}
