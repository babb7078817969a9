import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { managedRoles, roles, seesAllBranches } from '#contract/roles.ts';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import {
  staffAccountInput,
  type StaffAccount,
  type StaffAccountInput,
} from '#contract/centre/staff-accounts.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { grantOf } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { OwnPasswordDialog, useOwnPassword } from './own-password-dialog.tsx';
import { AccountAccess } from './account-access.tsx';
import { useStaffSaver, type SavedAccount } from './staff-saver.ts';

// Loaded lazily: only superadmins see it.
const AccountGrants = lazy(async () => ({
  default: (await import('./account-grants.tsx')).AccountGrants,
}));

/** The branches that this person may give to an account. */
function useBranches() {
  const language = useLanguage();
  const { options } = useBranchChoice();
  const own = useStore(({ branch }) => branch.branchData);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  if (isWide || !own) return options;
  return [{ value: own._id, label: branchNameIn(own, language) }];
}

/** The roles this person may give. Nobody changes their own. */
function useRoles(account: StaffAccount | undefined) {
  const { t } = useTranslation();
  const user = useStore((state) => state.user);
  const isOwn = account !== undefined && account._id === user.userData?._id;
  const allowed = roles.filter((role) =>
    isOwn ? role === account.role : managedRoles(grantOf(user)).includes(role),
  );
  return { isOwn, options: allowed.map((role) => ({ value: role, label: t(`role.${role}`) })) };
}

/** What is beside the form of an account: its sign-in, and its rights in other branches. */
function AccountAside({ account }: { account: StaffAccount }) {
  const user = useStore((state) => state.user);
  const mayGive = seesAllBranches(user.role) && account._id !== user.userData?._id;
  return (
    <>
      <AccountAccess account={account} />
      {mayGive && !seesAllBranches(account.role) && (
        <Suspense>
          <AccountGrants account={account} />
        </Suspense>
      )}
    </>
  );
}

type StaffFormProps = {
  /** The account to change, undefined for a new one. */
  account: StaffAccount | undefined;
  onSaved: (account: SavedAccount) => void;
  onCancel: () => void;
};

/** Every field of an account but its password. */
export function StaffForm({ account, onSaved, onCancel }: StaffFormProps) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const own = useOwnPassword();
  const signing = useSigning();
  const saver = useStaffSaver(own.typed, signing.signIfAsked);
  const branches = useBranches();
  const { isOwn, options } = useRoles(account);
  const { ask, dialog } = useConfirm();
  const branchId = useNewRecordBranchId();
  const schema = useMemo(
    () =>
      z.extend(staffAccountInput, {
        branchId: z._default(id, branchId),
      }) as unknown as typeof staffAccountInput,
    [branchId],
  );
  const confirm = async (input: StaffAccountInput, row: SavedAccount | undefined) => {
    if (isOwn && input.email !== row?.email) return own.ask();
    return (
      !row?.active ||
      input.active ||
      ask({
        title: t('disable.title'),
        text: t('disable.text'),
        confirm: t('disable.confirm'),
        cancel: common('action.cancel'),
      })
    );
  };
  return (
    <>
      <RecordForm
        schema={schema}
        row={account as SavedAccount | undefined}
        action={staffAccountsList.write}
        failed={t(account ? 'failed.update' : 'failed.create')}
        draft={{ form: staffAccountsList.name, record: account?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={onSaved}
        onCancel={onCancel}
        aside={account && <AccountAside account={account} />}
      >
        {(field) => (
          <>
            <FormSection title={t('section.person')}>
              <TextField {...field('firstName')} label={t('firstName')} />
              <TextField {...field('lastName')} label={t('lastName')} />
              <TextField {...field('email')} label={t('email')} help={t('emailHelp')} />
              <PhoneField {...field('phone')} label={t('phone')} />
              <PictureField
                {...field('profileImage')}
                label={t('photo')}
                photoOf={account?.branchId ?? branchId}
              />
            </FormSection>
            <FormSection title={t('section.rights')}>
              <SelectField
                {...field('role')}
                label={t('role')}
                options={options}
                {...(isOwn && { help: t('ownRole') })}
              />
              <SelectField {...field('branchId')} label={t('branch')} options={branches} />
              {!isOwn && (
                <SwitchField
                  {...field('active')}
                  label={t('maySignIn')}
                  help={t('maySignInHelp')}
                />
              )}
            </FormSection>
          </>
        )}
      </RecordForm>
      {dialog}
      {signing.dialog}
      {own.answer && <OwnPasswordDialog onAnswer={own.answer} />}
    </>
  );
}
