import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasswordSheet } from '#contract/imports/moved-accounts.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { announceWork } from '#src/lib/unsaved-work.ts';
import styles from './password-sheet.module.css';

/** Strips of one page of A4. */
const ON_PAGE = 6;
const GROUP = /.{1,4}/g;

type Account = PasswordSheet['accounts'][number];

function Strip({ account }: { account: Account }) {
  const { t } = useTranslation(['moving-in', 'common']);
  const language = useLanguage();
  const { name, email, role, branchName, branchNameLo, passwordUntil, temporaryPassword } = account;
  const branch = language === 'lo' ? branchNameLo || branchName : branchName;
  return (
    <article className={styles.strip}>
      <h3>{name}</h3>
      <dl>
        <div>
          <dt>{t('accounts.name')}</dt>
          <dd>
            <bdi dir="ltr">{email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('accounts.password')}</dt>
          <dd className={styles.secret} data-temporary-password dir="ltr">
            {temporaryPassword?.match(GROUP)?.map((group, at) => (
              <span key={at}>{group}</span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t('accounts.branch')}</dt>
          <dd>{branch}</dd>
        </div>
        <div>
          <dt>{t('accounts.role')}</dt>
          <dd>{t(`common:role.${role}`)}</dd>
        </div>
        {passwordUntil !== null && (
          <div>
            <dt>{t('accounts.validUntil')}</dt>
            <dd>{formatDateTime(passwordUntil)}</dd>
          </div>
        )}
      </dl>
      <p>
        <small>{t('accounts.where', { address: window.location.host })}</small>
      </p>
    </article>
  );
}

/** Asks before somebody leaves the page with passwords on it, which nothing brings back. */
function useShownOnce(title: string, lost: string) {
  useEffect(
    () =>
      announceWork({
        title: () => title,
        isDirty: () => true,
        isUnsafe: () => true,
        keep: () => Promise.resolve(false),
        lost: () => lost,
      }),
    [title, lost],
  );
}

type SheetProps = { accounts: readonly Account[]; onDone: () => void };

/** The passwords on A4, one strip a person; they are in no store and go with this part. */
export function PasswordSheetPart({ accounts, onDone }: SheetProps) {
  const { t } = useTranslation(['moving-in', 'common']);
  const { ask, dialog } = useConfirm();
  useShownOnce(t('accounts.onlyNow'), t('accounts.doneText'));
  const close = async () => {
    const isSure = await ask({
      title: t('accounts.doneTitle'),
      text: t('accounts.doneText'),
      confirm: t('accounts.done'),
      cancel: t('common:action.cancel'),
    });
    if (isSure) onDone();
  };
  const pages = Array.from({ length: Math.ceil(accounts.length / ON_PAGE) }, (_, at) =>
    accounts.slice(at * ON_PAGE, (at + 1) * ON_PAGE),
  );
  return (
    <Stack>
      <Note tone="wait" role="status" title={t('accounts.onlyNow')}>
        <p>{t('accounts.onlyNowText')}</p>
      </Note>
      <Row>
        <PrintButton label={t('accounts.print')} />
        <Button onClick={() => void close()}>{t('accounts.done')}</Button>
      </Row>
      <PrintSheet size="a4" label={t('accounts.sheet')} isBare>
        {pages.map((some, at) => (
          <div key={at} className={styles.page}>
            {some.map((account) => (
              <Strip key={account._id} account={account} />
            ))}
          </div>
        ))}
      </PrintSheet>
      {dialog}
    </Stack>
  );
}
