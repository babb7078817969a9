import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './sign-in.module.css';

/**
 * The error of the whole form, read out when it appears; counts down while the server asks to wait.
 */
export function FormMessage({ text, wait }: { text: string; wait: number }) {
  const { t } = useTranslation('auth');
  if (!text) return null;
  return (
    <div role="alert">
      <p className={styles.message}>
        <CircleAlert size={16} aria-hidden />
        <span>{text}</span>
      </p>
      {wait > 0 && (
        <p className={styles.wait} aria-live="off">
          {t('tryAgainIn', { seconds: wait })}
        </p>
      )}
    </div>
  );
}
