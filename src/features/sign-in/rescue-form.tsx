import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { PasswordField, PlainField } from '#src/components/kit/plain-field.tsx';
import { rescueIn, type HeldSignIn } from '#src/lib/session/account.ts';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { useServerForm } from './use-server-form.ts';

type RescueFormProps = { onBack: () => void; onHeld: (held: HeldSignIn) => void };

/** A person who is locked out types the code that `npm run recover` printed, and a new password. */
export function RescueForm({ onBack, onHeld }: RescueFormProps) {
  const { t } = useTranslation('auth');
  const [values, setValues] = useState({ code: '', newPassword: '' });
  const { form, fields, message, wait, submit } = useServerForm(values, async () => {
    const held = await rescueIn(values);
    if (held) onHeld(held);
  });
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <h1 className={styles.title}>{t('rescue.title')}</h1>
        <p className={styles.centre}>{t('rescue.hint')}</p>
      </div>
      <PlainField
        {...field('code')}
        label={t('rescue.code')}
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus
      />
      <PasswordField
        {...field('newPassword')}
        label={t('newPassword.label')}
        help={t('setup.passwordHelp')}
        autoComplete="new-password"
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
