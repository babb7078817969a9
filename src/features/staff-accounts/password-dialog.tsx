import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import styles from './staff-accounts.module.css';

const GROUP = /.{1,4}/g;

type PasswordDialogProps = {
  /** The owner of the password. */
  name: string;
  /** `null` if the server's answer was lost, because a password is sent only once. */
  password: string | null;
  onClose: () => void;
};

/** Shows a temporary password, the only time it can be read. */
export function PasswordDialog({ name, password, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('staff-accounts');
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password ?? '');
      setOutcome(t('password.copied'));
    } catch {
      // Over plain HTTP the browser has no clipboard.
      setOutcome(t('password.notCopied'));
    }
  };
  return (
    <Dialog
      title={t('password.title', { name })}
      description={t(password === null ? 'password.lost' : 'password.hint', { name })}
      onClose={onClose}
      footer={
        <>
          {password !== null && (
            <Button icon={Copy} onClick={() => void copy()}>
              {t('password.copy')}
            </Button>
          )}
          <Button look="solid" onClick={onClose}>
            {t('password.done')}
          </Button>
        </>
      }
    >
      {password !== null && (
        <code className={styles.password} data-temporary-password dir="ltr">
          {/* Shown in groups of four, but selected and copied as one word. */}
          {password.match(GROUP)?.map((group, index) => (
            <span key={index}>{group}</span>
          ))}
        </code>
      )}
      <div role="status" className={styles.outcome}>
        <HelpText>{outcome}</HelpText>
      </div>
    </Dialog>
  );
}
