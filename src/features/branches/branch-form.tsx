import { useTranslation } from 'react-i18next';
import {
  bankAccountCurrencies,
  branches,
  branchInput,
  cashSteps,
  MAX_BANK_ACCOUNTS,
  type BankAccount,
  type Branch,
} from '#contract/branches.ts';
import { provinces } from '#contract/provinces.ts';
import { FormSection } from '#src/components/form/form-section.tsx';
import { NumberField } from '#src/components/form/number-field.tsx';
import { PhoneField } from '#src/components/form/phone-field.tsx';
import { PictureField } from '#src/components/form/picture-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { RowListField } from '#src/components/form/row-list-field.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { SwitchField } from '#src/components/form/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/form/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { formatNumber } from '#src/lib/format.ts';
import { paths } from '#src/lib/paths.ts';
import { useSaver } from '#src/lib/resource.ts';
import { useLanguage } from '#src/lib/use-language.ts';

const noBankAccount: BankAccount = { bank: '', currency: 'LAK', accountName: '', accountNo: '', qrFileId: null };

/** Every field of a branch; `branch` is the one to change, none for a new one. */
export function BranchForm({ branch }: { branch: Branch | undefined }) {
  const { t } = useTranslation('branches');
  const language = useLanguage();
  const saver = useSaver(branches);
  const { saved, cancel } = useBackToList(paths.schoolBranch);
  return (
    <RecordForm
      schema={branchInput}
      row={branch}
      action={branches.write}
      failed={branch ? 'branchUpdate' : 'branchCreate'}
      draft={{ form: branches.name, record: branch?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
    >
      {(field) => (
        <>
          <FormSection title={t('section.branch')}>
            <TextField {...field('branchName')} label={t('branchName')} />
            <TextField {...field('branchNameLo')} label={t('branchNameLo')} lang="lo" />
            <TextField {...field('code')} label={t('code')} help={t('codeHelp')} />
            <TextField {...field('manager')} label={t('manager')} />
            <SwitchField {...field('active')} label={t('inUse')} />
          </FormSection>
          <FormSection title={t('section.address')}>
            <TextField {...field('village')} label={t('village')} />
            <TextField {...field('district')} label={t('district')} />
            <SelectField
              {...field('provinceCode')}
              label={t('province')}
              options={provinces.map(({ code, [language]: label }) => ({ value: code, label }))}
            />
          </FormSection>
          <FormSection title={t('section.contact')}>
            <PhoneField {...field('phone')} label={t('phone')} />
            <TextField {...field('openHours')} label={t('openHours')} help={t('openHoursHelp')} />
          </FormSection>
          <FormSection title={t('section.receipts')}>
            <PictureField {...field('logoFileId')} label={t('logo')} help={t('logoHelp')} />
            <TextAreaField {...field('receiptFooter')} label={t('receiptFooter')} />
          </FormSection>
          <FormSection title={t('section.bankAccounts')} hint={t('bankAccountsHint')}>
            <RowListField
              {...field('bankAccounts')}
              label={t('section.bankAccounts')}
              addLabel={t('addBankAccount')}
              itemLabel={t('bankAccount')}
              nameOf={({ bank, accountNo }) => `${bank} ${accountNo}`.trim()}
              blank={noBankAccount}
              max={MAX_BANK_ACCOUNTS}
            >
              {(account) => (
                <>
                  <TextField {...account('bank')} label={t('bank')} />
                  <SelectField
                    {...account('currency')}
                    label={t('currency')}
                    options={bankAccountCurrencies.map((code) => ({ value: code, label: code }))}
                  />
                  <TextField {...account('accountName')} label={t('accountName')} />
                  <TextField {...account('accountNo')} label={t('accountNo')} />
                  <PictureField {...account('qrFileId')} label={t('qr')} help={t('qrHelp')} />
                </>
              )}
            </RowListField>
          </FormSection>
          <FormSection title={t('section.desk')}>
            <NumberField {...field('holdHours')} label={t('holdHours')} help={t('holdHoursHelp')} />
            <SelectField
              {...field('cashStep')}
              label={t('cashStep')}
              help={t('cashStepHelp')}
              options={cashSteps.map((step) => ({ value: step, label: `${formatNumber(step)} LAK` }))}
            />
            <SwitchField {...field('allowNegativeStock')} label={t('allowNegativeStock')} />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
