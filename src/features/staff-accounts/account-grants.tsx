import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import {
  accountGrants,
  type AccountGrant,
  type StaffAccount,
} from '#contract/centre/staff-accounts.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { HeadLine } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText, showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { GiveToAccount, GiveToHelper } from './give-grant-dialog.tsx';

function useGrants(userId: string | undefined) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const queryKey = ['account-grants', userId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<AccountGrant[]>(accountGrants.path, { query: { userId }, signal, quiet: true }),
    meta: { persist: false },
  });
  const refresh = () => client.invalidateQueries({ queryKey });
  const take = async (grant: AccountGrant) => {
    const branch = branchNameIn(grant, language);
    const isSure = await ask({
      title: t('grants.takeTitle', { branch }),
      text: t('grants.takeText', { name: grant.name }),
      confirm: t('grants.take'),
      cancel: common('action.cancel'),
    });
    if (!isSure) return;
    const result = await saveOnce((key) =>
      api.post(
        `${accountGrants.path}/${grant._id}/take`,
        {},
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved') showToast('success', t('grants.taken'));
    else showFailure(result);
    await refresh();
  };
  return { ...query, take, refresh, dialog };
}

type GrantsPanelProps = {
  title: string;
  help: string;
  none: string;
  /** The account whose rights are shown; without one those of all that the person may give. */
  userId?: string;
  /** What tells the rights apart, and the words of the button that ends one. */
  nameOf: (grant: AccountGrant) => { name: ReactNode; take: string };
  /** The dialog that gives one. */
  giving: (done: () => void, close: () => void) => ReactNode;
};

function GrantsPanel({ title, help, none, userId, nameOf, giving }: GrantsPanelProps) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const [isGiving, setGiving] = useState(false);
  const { data: grants, error, take, refresh, dialog } = useGrants(userId);
  const close = () => setGiving(false);
  const given = () => {
    close();
    showToast('success', t('grants.given'));
    void refresh();
  };
  const facts = ({ role, until, hasEnded }: AccountGrant) => {
    const as = common(`role.${role}`);
    if (until === null) return as;
    const words = { role: as, day: formatDate(until) };
    return hasEnded ? t('grants.roleEnded', words) : t('grants.roleUntil', words);
  };
  return (
    <Panel
      title={title}
      tools={
        <Button icon={UserPlus} onClick={() => setGiving(true)}>
          {t('grants.give')}
        </Button>
      }
    >
      <PanelText isMuted>
        <p>{help}</p>
        {grants?.length === 0 && <p>{none}</p>}
      </PanelText>
      {error && (
        <Note tone="bad" role="alert">
          {readFailureText(error)}
        </Note>
      )}
      {!grants && !error && <LineSkeleton height="3rem" />}
      {grants && grants.length > 0 && (
        <PanelList label={title}>
          {grants.map((grant) => (
            <li key={grant._id}>
              <HeadLine>
                <div>
                  <b>{nameOf(grant).name}</b>
                  <p>{facts(grant)}</p>
                </div>
                <Button aria-label={nameOf(grant).take} onClick={() => void take(grant)}>
                  {t('grants.take')}
                </Button>
              </HeadLine>
            </li>
          ))}
        </PanelList>
      )}
      {/* The page of an account is a form, and a form must not be nested in a form. */}
      {isGiving && createPortal(giving(given, close), document.body)}
      {dialog}
    </Panel>
  );
}

/** The rights of an account in other branches than its own, for superadmins. */
export function AccountGrants({ account }: { account: StaffAccount }) {
  const { t } = useTranslation('staff-accounts');
  const language = useLanguage();
  const { options } = useBranchChoice();
  const home = options.find(({ value }) => value === account.branchId)?.label ?? '';
  const name = `${account.firstName} ${account.lastName}`;
  return (
    <GrantsPanel
      title={t('grants.title')}
      help={t('grants.help', { name, branch: home })}
      none={t('grants.none')}
      userId={account._id}
      nameOf={(grant) => {
        const branch = branchNameIn(grant, language);
        return { name: branch, take: t('grants.takeOf', { branch }) };
      }}
      giving={(done, close) => <GiveToAccount account={account} onSaved={done} onClose={close} />}
    />
  );
}

/** The people of other branches who work in an admin's branch. */
export function BranchHelpers() {
  const { t } = useTranslation('staff-accounts');
  return (
    <GrantsPanel
      title={t('helpers.title')}
      help={t('helpers.help')}
      none={t('helpers.none')}
      nameOf={({ name, email }) => ({
        name: [name, email].join(DOT),
        take: t('helpers.take', { name }),
      })}
      giving={(done, close) => <GiveToHelper onSaved={done} onClose={close} />}
    />
  );
}
