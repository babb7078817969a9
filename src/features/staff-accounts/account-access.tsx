import type { TFunction } from 'i18next';
import { KeyRound, LogOut, ShieldOff, UserRoundX } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type { IssuedAccount, StaffAccount } from '#contract/centre/staff-accounts.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { personalDataPath } from '#src/entities/person/personal-data-path.ts';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useStore } from '#src/lib/store.ts';
import { showToast } from '#src/lib/toast.ts';
import { PasswordDialog } from './password-dialog.tsx';

function useAccess({ _id, firstName, lastName }: StaffAccount) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const { ask, dialog } = useConfirm();
  const [password, setPassword] = useState<string | null>();
  const name = `${firstName} ${lastName}`;
  const path = `${staffAccountsList.path}/${_id}`;
  const sure = (title: string, text: string, confirm: string) =>
    ask({ title, text, confirm, cancel: common('action.cancel') });
  return {
    name,
    dialog,
    password,
    forget: () => setPassword(undefined),
    giveNew: async () => {
      if (!(await sure(t('renew.title', { name }), t('renew.text'), t('renew.confirm')))) return;
      const result = await saveOnce((key) =>
        api.post<IssuedAccount>(
          `${path}/temporary-password`,
          {},
          { ...withIdempotency(key), quiet: true },
        ),
      );
      if (result.outcome === 'saved') setPassword(result.row.temporaryPassword);
      else showFailure(result);
    },
    takeFactorOff: async () => {
      const { title, text, confirm } = {
        title: t('factor.title', { name }),
        text: t('factor.text'),
        confirm: t('factor.confirm'),
      };
      if (!(await sure(title, text, confirm))) return;
      const result = await saveOnce((key) =>
        api.post(`${path}/remove-second-factor`, {}, { ...withIdempotency(key), quiet: true }),
      );
      if (result.outcome === 'saved') showToast('success', t('factor.done'));
      else showFailure(result);
    },
    signOut: async () => {
      if (!(await sure(t('signOut.title', { name }), t('signOut.text'), t('signOut.confirm'))))
        return;
      const result = await saveOnce((key) =>
        api.post(`${path}/sign-out`, {}, { ...withIdempotency(key), quiet: true }),
      );
      if (result.outcome === 'saved') showToast('success', t('signOut.done'));
      else showFailure(result);
    },
  };
}

/** The state of a temporary password, for the person who gave it. */
function temporaryText(
  { temporaryUntil, temporaryUsedAt }: StaffAccount,
  t: TFunction<'staff-accounts'>,
): string {
  if (temporaryUsedAt !== null)
    return t('temporary.used', { when: formatDateTime(temporaryUsedAt) });
  if (temporaryUntil !== null && new Date(temporaryUntil) <= new Date())
    return t('temporary.ended', { when: formatDateTime(temporaryUntil) });
  return temporaryUntil === null
    ? t('mustChangePassword')
    : t('temporary.until', { when: formatDateTime(temporaryUntil) });
}

/**
 * The panel beside an account's form: its last use, a new password, and the end of its sessions.
 */
export function AccountAccess({ account }: { account: StaffAccount }) {
  const { t } = useTranslation(['staff-accounts', 'shell']);
  const id = useId();
  const access = useAccess(account);
  const isOwn = useStore(({ user }) => user.userData?._id === account._id);
  const isSuperadmin = useStore(({ user }) => user.role === 'superadmin');
  const { lastSignInAt, mustChangePassword } = account;
  return (
    <Panel id={id} title={t('section.access')}>
      <PanelText>
        <p>
          {t('lastSignInAt', {
            when: lastSignInAt === null ? t('never') : formatDateTime(lastSignInAt),
          })}
        </p>
        {mustChangePassword && <p>{temporaryText(account, t)}</p>}
        <Toolbar>
          {!isOwn && (
            <Button icon={KeyRound} onClick={() => void access.giveNew()}>
              {t('renew.action')}
            </Button>
          )}
          {!isOwn && isSuperadmin && (
            <Button icon={ShieldOff} onClick={() => void access.takeFactorOff()}>
              {t('factor.action')}
            </Button>
          )}
          <Button icon={LogOut} onClick={() => void access.signOut()}>
            {t('signOut.action')}
          </Button>
          <LinkButton icon={UserRoundX} to={personalDataPath({ kind: 'account', id: account._id })}>
            {t('shell:page.personalData')}
          </LinkButton>
        </Toolbar>
      </PanelText>
      {access.dialog}
      {access.password !== undefined && (
        <PasswordDialog name={access.name} password={access.password} onClose={access.forget} />
      )}
    </Panel>
  );
}
