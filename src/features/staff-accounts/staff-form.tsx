import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { roles, seesAllBranches } from '#contract/roles.ts';
import { staffAccountInput, staffAccounts, type StaffAccount, type StaffAccountInput } from '#contract/staff-accounts.ts';
import { useConfirm } from '#src/components/feedback/confirm-dialog.tsx';
import { FormSection } from '#src/components/form/form-section.tsx';
import { PhoneField } from '#src/components/form/phone-field.tsx';
import { PictureField } from '#src/components/form/picture-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { SwitchField } from '#src/components/form/switch-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { AccountAccess } from './account-access.tsx';
import { useStaffSaver, type SavedAccount } from './staff-saver.ts';

/** The branches this person may put an account into. */
function useBranches() {
  const language = useLanguage();
  const { options } = useBranchChoice();
  const own = useStore(({ branch }) => branch.branchData);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  if (isWide || !own) return options;
  return [{ value: own._id, label: (language === 'lo' && own.branchNameLo) || own.branchName }];
}

/** The roles this person may give: nobody changes their own, and only a superadmin makes another one. */
function useRoles(account: StaffAccount | undefined) {
  const { t } = useTranslation();
  const user = useStore((state) => state.user);
  const isOwn = account !== undefined && account._id === user.userData?._id;
  const allowed = roles.filter((role) => (isOwn ? role === account.role : role !== 'superadmin' || seesAllBranches(user.role)));
  return { isOwn, options: allowed.map((role) => ({ value: role, label: t(`role.${role}`) })) };
}

type StaffFormProps = {
  /** The account to change, none for a new one. */
  account: StaffAccount | undefined;
  onSaved: (account: SavedAccount) => void;
  onCancel: () => void;
};

/** Every field of an account but its password. */
export function StaffForm({ account, onSaved, onCancel }: StaffFormProps) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const saver = useStaffSaver();
  const branches = useBranches();
  const { isOwn, options } = useRoles(account);
  const { ask, dialog } = useConfirm();
  const homeBranch = useStore(({ user }) => user.userData?.branchId ?? '');
  const only = branches.length === 1 ? branches[0]?.value : undefined;
  // Whoever works in one branch has no other to choose, so a new account begins with it.
  const schema = useMemo(
    () => (only ? z.extend(staffAccountInput, { branchId: z._default(id, only) }) : staffAccountInput) as typeof staffAccountInput,
    [only],
  );
  const confirm = async (input: StaffAccountInput, row: SavedAccount | undefined) =>
    !row?.active ||
    input.active ||
    ask({ title: t('disable.title'), text: t('disable.text'), confirm: t('disable.confirm'), cancel: common('action.cancel') });
  return (
    <>
      <RecordForm
        schema={schema}
        row={account as SavedAccount | undefined}
        action={staffAccounts.write}
        failed={account ? 'staffUpdate' : 'staffCreate'}
        draft={{ form: staffAccounts.name, record: account?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={onSaved}
        onCancel={onCancel}
        aside={account && <AccountAccess account={account} />}
      >
        {(field) => (
          <>
            <FormSection title={t('section.person')}>
              <TextField {...field('firstName')} label={t('firstName')} />
              <TextField {...field('lastName')} label={t('lastName')} />
              <TextField {...field('email')} label={t('email')} help={t('emailHelp')} />
              <PhoneField {...field('phone')} label={t('phone')} />
              <PictureField {...field('profileImage')} label={t('photo')} photoOf={account?.branchId ?? homeBranch} />
            </FormSection>
            <FormSection title={t('section.rights')}>
              <SelectField {...field('role')} label={t('role')} options={options} {...(isOwn && { help: t('ownRole') })} />
              <SelectField {...field('branchId')} label={t('branch')} options={branches} />
              {!isOwn && <SwitchField {...field('active')} label={t('maySignIn')} help={t('maySignInHelp')} />}
            </FormSection>
          </>
        )}
      </RecordForm>
      {dialog}
    </>
  );
}
