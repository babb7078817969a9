import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MovedAccount, PasswordSheet } from '#contract/imports/moved-accounts.ts';
import { isMoveBusy, type Move } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import type { CentreMoveActs } from './centre-move-queries.ts';
import { PasswordSheetPart } from './password-sheet.tsx';

const accountsKey = (id: string) => ['moves', 'record', id, 'accounts'] as const;

/** Read anew whenever rows of accounts come in or go. */
const useMovedAccounts = ({ _id, state }: Move, rows: number) =>
  useQuery({
    queryKey: [...accountsKey(_id), state, rows],
    queryFn: ({ signal }) =>
      api.get<MovedAccount[]>(`/moves/${_id}/accounts`, { signal, quiet: true }),
    placeholderData: (before) => before,
    meta: { persist: false },
  });

function AccountLine({ account }: { account: MovedAccount }) {
  const { t } = useTranslation(['moving-in', 'common']);
  const { name, email, role, branchCode, isWaiting, passwordUntil } = account;
  const word = () => {
    if (!isWaiting) return <Mark tone="on" label={t('accounts.in')} />;
    if (passwordUntil === null) return <Mark tone="new" label={t('accounts.none')} />;
    return (
      <Mark tone="wait" label={t('accounts.until', { when: formatDateTime(passwordUntil) })} />
    );
  };
  return (
    <li>
      <strong>
        <WholeWords text={name} />
      </strong>{' '}
      {word()}
      <small>
        <bdi dir="ltr">{email}</bdi>
        {DOT}
        {t(`common:role.${role}`)}
        {DOT}
        {branchCode}
      </small>
    </li>
  );
}

/** The accounts that a move has made, who has come, and the one sheet of their passwords. */
export function AccountsPanel({ move, acts }: { move: Move; acts: CentreMoveActs }) {
  const { t } = useTranslation(['moving-in', 'common']);
  const client = useQueryClient();
  const isOnline = useOnline();
  const { ask, dialog } = useConfirm();
  // Only here: nothing keeps a password, so it goes with the page.
  const [sheet, setSheet] = useState<PasswordSheet>();
  const rows = move.sheets
    .filter(({ kind }) => kind === 'accounts')
    .reduce((sum, { counts }) => sum + counts.in, 0);
  const { data: accounts = [] } = useMovedAccounts(move, rows);
  if (accounts.length === 0) return null;
  const waiting = accounts.filter(({ isWaiting }) => isWaiting);
  const make = async () => {
    const isAgain = waiting.some(({ passwordUntil }) => passwordUntil !== null);
    const isSure =
      !isAgain ||
      (await ask({
        title: t('accounts.again'),
        text: t('accounts.againText'),
        confirm: t('accounts.make'),
        cancel: t('common:action.cancel'),
      }));
    if (!isSure) return;
    setSheet(await acts.makePasswords(move));
    void client.invalidateQueries({ queryKey: accountsKey(move._id) });
  };
  const made = sheet?.accounts.filter((one) => one.temporaryPassword !== null) ?? [];
  return (
    <Panel title={t('accounts.title')} count={accounts.length}>
      <PanelText>
        <Stack>
          <p>{t('accounts.text')}</p>
          <p role="status">
            {waiting.length === 0
              ? t('accounts.allIn')
              : t('accounts.waiting', { count: waiting.length })}
          </p>
          {made.length > 0 && (
            <PasswordSheetPart accounts={made} onDone={() => setSheet(undefined)} />
          )}
          {sheet && made.length === 0 && (
            <Note tone="wait" role="alert">
              {t(sheet.accounts.length > 0 ? 'accounts.lost' : 'accounts.nobody')}
            </Note>
          )}
          {waiting.length > 0 && made.length === 0 && !isMoveBusy(move.state) && (
            <Row>
              <Button
                icon={KeyRound}
                look="solid"
                busy={acts.isBusy}
                disabled={!isOnline}
                onClick={() => void make()}
              >
                {t('accounts.make')}
              </Button>
            </Row>
          )}
          <ErrorText role="alert">{sheet ? '' : acts.problem}</ErrorText>
          {dialog}
        </Stack>
      </PanelText>
      <PanelList label={t('accounts.title')}>
        {accounts.map((account) => (
          <AccountLine key={account._id} account={account} />
        ))}
      </PanelList>
    </Panel>
  );
}
