import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetupState } from '#contract/centre/auth.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PasswordField, PlainField } from '#src/components/kit/plain-field.tsx';
import { signIn, type HeldSignIn } from '#src/lib/session/account.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useCentreName } from '#src/lib/session/centre.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { useServerForm } from './use-server-form.ts';

const PasskeySignIn = lazy(async () => {
  const [{ PasskeySignIn: Way }] = await Promise.all([
    import('./passkey-sign-in.tsx'),
    loadWords('second-factor'),
  ]);
  return { default: Way };
});

type Props = {
  demoAccounts: SetupState['demoAccounts'];
  passkeyHost: SetupState['passkeyHost'];
  onTyping: () => void;
  /** The password was right, but something else is missing. */
  onHeld: (held: HeldSignIn) => void;
  onRescue: () => void;
};

/** E-mail and password; after the sign-in the route guard opens the right page. */
export function SignInForm({ demoAccounts, passkeyHost, onTyping, onHeld, onRescue }: Props) {
  const { t } = useTranslation('auth');
  const centre = useCentreName();
  const [values, setValues] = useState({ email: '', password: '' });
  const { form, fields, message, wait, submit } = useServerForm(values, async () => {
    const held = await signIn(values);
    if (held) onHeld(held);
  });
  const field = (name: keyof typeof values) => ({
    name,
    label: t(name),
    value: values[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) => {
      onTyping();
      setValues({ ...values, [name]: event.target.value });
    },
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <h1 className={styles.title}>{t('signIn')}</h1>
        <p className={styles.centre}>{centre}</p>
      </div>
      <PlainField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
      />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <FormMessage text={message} wait={wait} />
      <Button look="solid" className={styles.submit} type="submit" disabled={wait > 0}>
        {t('signIn')}
      </Button>
      {(passkeyHost !== null || !window.isSecureContext) && (
        <Suspense>
          <PasskeySignIn host={passkeyHost} onHeld={onHeld} />
        </Suspense>
      )}
      <p className={styles.hint}>
        {t('forgot')}
        <button type="button" className={styles.link} onClick={onRescue}>
          {t('rescue.use')}
        </button>
      </p>
      <DemoAccounts
        accounts={demoAccounts}
        onChoose={({ email, password }) => {
          onTyping();
          setValues({ email, password });
        }}
      />
    </form>
  );
}
