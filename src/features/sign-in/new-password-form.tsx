import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { chooseFirstPassword, type HeldSignIn } from '#src/lib/session/account.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { useServerForm } from './use-server-form.ts';

/** The second step of a sign-in with a temporary password: choose one that nobody else knows. */
export function NewPasswordForm({
  held,
  onBack,
  onChosen,
}: {
  held: HeldSignIn;
  onBack: () => void;
  /** Called with the rest of the sign-in, if there is one. */
  onChosen: (next?: HeldSignIn) => void;
}) {
  const { t } = useTranslation('auth');
  const [newPassword, setNewPassword] = useState('');
  // The same password sent again after a lost answer must be the same write, so that the server
  // repeats its first answer.
  const sent = useRef<{ password: string; key: string }>(undefined);
  const { form, fields, message, wait, submit } = useServerForm({ newPassword }, async () => {
    if (sent.current?.password !== newPassword)
      sent.current = { password: newPassword, key: newIdempotencyKey() };
    onChosen(await chooseFirstPassword(held, newPassword, sent.current.key));
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <h1 className={styles.title}>{t('newPassword.title')}</h1>
        <p className={styles.centre}>{t('newPassword.hint', { email: held.answer.user.email })}</p>
      </div>
      {/* A password manager reads the account of the new password here. */}
      <input type="email" autoComplete="username" value={held.answer.user.email} readOnly hidden />
      <PasswordField
        name="newPassword"
        label={t('newPassword.label')}
        help={t('setup.passwordHelp')}
        value={newPassword}
        error={fields['newPassword'] ?? fields['oldPassword']}
        onChange={(event) => setNewPassword(event.target.value)}
        autoComplete="new-password"
        autoFocus
      />
      <FormMessage text={message} wait={wait} />
      <Button look="solid" className={styles.submit} type="submit" disabled={wait > 0}>
        {t('newPassword.save')}
      </Button>
      <Button className={styles.submit} onClick={onBack}>
        {t('newPassword.back')}
      </Button>
    </form>
  );
}
