import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

/**
 * A placeholder for a page that is still loading. It appears only after a moment, so that a fast
 * page does not flicker.
 */
export function Loading() {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.loading}>
      {t('loading')}
    </p>
  );
}
