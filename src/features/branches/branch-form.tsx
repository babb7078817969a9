import { useTranslation } from 'react-i18next';
import {
  branches,
  branchInput,
  MAX_BANK_ACCOUNTS,
  type Branch,
} from '#contract/centre/branches.ts';
import { provinces } from '#contract/people/provinces.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { RowListField } from '#src/components/fields/row-list-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { paths } from '#src/lib/paths.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { BankAccountFields, noBankAccount } from './bank-account-fields.tsx';
import { DeskSettings } from './desk-settings.tsx';

/** Every field of a branch; `branch` is the one to change, undefined for a new one. */
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
      failed={t(branch ? 'failed.update' : 'failed.create')}
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
              {(account) => <BankAccountFields account={account} />}
            </RowListField>
          </FormSection>
          <DeskSettings field={field} />
        </>
      )}
    </RecordForm>
  );
}
