import { useTranslation } from 'react-i18next';
import type { SetupState } from '#contract/centre/auth.ts';
import { Button } from '#src/components/kit/button.tsx';
import styles from './sign-in.module.css';

type Account = SetupState['demoAccounts'][number];
type Props = { accounts: readonly Account[]; onChoose: (account: Account) => void };

/** Breaks a long address only before the @. */
function Address({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <span>
      {name}
      <wbr />
      {`@${domain}`}
    </span>
  );
}

/** The accounts of a demo centre, which fill the form when pressed; a real centre has none. */
export function DemoAccounts({ accounts, onChoose }: Props) {
  const { t } = useTranslation('auth');
  const { t: common } = useTranslation();
  const [first] = accounts;
  if (!first) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('demo.title')}</h2>
      <p>{t('demo.hint')}</p>
      <p>{t('demo.password', { password: first.password })}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <Button onClick={() => onChoose(account)}>
              <b>{common(`role.${account.role}`)}</b>
              <Address email={account.email} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
