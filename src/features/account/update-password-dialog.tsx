import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#src/lib/account.ts';
import { say } from '#src/lib/i18n.ts';
import { Writing } from '#src/lib/settle-write.ts';
import { showAlert } from '#src/lib/store.ts';
import { useModal } from '#src/lib/use-modal.ts';
import controls from '#src/theme/controls.module.css';
import { PasswordField } from '#src/theme/plain-field.tsx';
import styles from '#src/theme/plain-dialog.module.css';

const empty = { oldPassword: '', newPassword: '' };

/** Where a signed-in person changes their own password; the three outcomes are the specification's, section 8. */
export function UpdatePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const id = useId();
  const dialog = useModal(true);
  const [passwords, setPasswords] = useState(empty);
  const [fields, setFields] = useState<Record<string, string>>({});
  // A lost answer is asked for: "failed" is said only when the password is still the old one.
  const [writing] = useState(() => new Writing<typeof empty, { done: true }>());

  const save = async () => {
    const attempt = { input: passwords, row: undefined, values: passwords };
    const result = await writing.save({ send: changePassword }, attempt);
    if (result.outcome === 'dropped') return;
    if (result.outcome === 'saved') {
      onClose();
      showAlert('success', say('passwordUpdated'));
    } else if (result.outcome === 'unknown') showAlert('warning', say('passwordUnknown'));
    else {
      if (result.outcome === 'invalid') setFields(result.fields);
      showAlert('error', say('passwordFailed'));
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passwords.oldPassword === '' || passwords.newPassword === '') {
      showAlert('warning', say('fillBoth'));
      return;
    }
    setFields({});
    void save();
  };

  const field = (name: keyof typeof empty) => ({
    name,
    value: passwords[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) => setPasswords({ ...passwords, [name]: event.target.value }),
  });
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onClose}>
      <form onSubmit={submit} noValidate>
        <h2 id={id}>{t('profile.updatePassword')}</h2>
        <div className={styles.fields}>
          <PasswordField label={t('password.old')} {...field('oldPassword')} autoComplete="current-password" />
          <PasswordField label={t('password.new')} {...field('newPassword')} autoComplete="new-password" />
        </div>
        <div className={styles.actions}>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('common:action.cancel')}
          </button>
          <button type="submit" className={`${controls.button} ${controls.solid}`}>
            {t('common:action.save')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
