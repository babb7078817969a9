import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  accountGrants,
  grantedRoles,
  grantInput,
  type AccountGrant,
  type GrantInput,
  type StaffAccount,
} from '#contract/centre/staff-accounts.ts';
import { DOT } from '#contract/words/dot.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useStore } from '#src/lib/store.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { signedRight } from './staff-saver.ts';

type Giving = { onSaved: () => void; onClose: () => void };

const give = (input: GrantInput, key: string, approvalToken: string | null) =>
  api.post<AccountGrant>(
    accountGrants.path,
    { ...input, approvalToken },
    { ...withIdempotency(key), quiet: true },
  );

const ofAccount = z.pick(grantInput, { branchId: true, role: true, until: true });
const ofHelper = z.pick(grantInput, { email: true, until: true });

/** Gives one account a right in a branch that is not its own. */
export function GiveToAccount({ account, ...giving }: Giving & { account: StaffAccount }) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const { options } = useBranchChoice();
  const { signIfAsked, dialog } = useSigning();
  const { email, branchId: own } = account;
  return (
    <>
      <DialogForm
        {...giving}
        title={t('grants.giveTitle')}
        schema={ofAccount}
        values={{ branchId: '', role: 'staff', until: null }}
        submit={t('grants.save')}
        send={(input, key) =>
          signedRight(
            signIfAsked,
            { ...input, email },
            (token) => give({ ...input, email }, key, token),
            `${email}${DOT}${common(`role.${input.role}`)}:`,
          )
        }
      >
        {(field) => (
          <>
            <SelectField
              {...field('branchId')}
              label={t('grants.branch')}
              options={options.filter(({ value }) => value !== own)}
            />
            <SelectField
              {...field('role')}
              label={t('grants.role')}
              options={grantedRoles.map((role) => ({ value: role, label: common(`role.${role}`) }))}
            />
            <DateField {...field('until')} label={t('grants.until')} help={t('grants.untilHelp')} />
          </>
        )}
      </DialogForm>
      {dialog}
    </>
  );
}

/** Lets a person of another branch work in the admin's own as staff. */
export function GiveToHelper(giving: Giving) {
  const { t } = useTranslation('staff-accounts');
  const branchId = useStore(({ user }) => user.userData?.branchId ?? '');
  return (
    <DialogForm
      {...giving}
      title={t('helpers.title')}
      schema={ofHelper}
      values={{ email: '', until: null }}
      submit={t('grants.save')}
      send={(input, key) => give({ ...input, branchId, role: 'staff' }, key, null)}
    >
      {(field) => (
        <>
          <TextField {...field('email')} label={t('helpers.email')} />
          <DateField {...field('until')} label={t('grants.until')} help={t('grants.untilHelp')} />
        </>
      )}
    </DialogForm>
  );
}
