import { useTranslation } from 'react-i18next';
import styles from './form-skeleton.module.css';
import { LineSkeleton } from './skeleton.tsx';

const FIELDS = 6;

/** The place of a form that is still loading. */
export function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={styles.form}
      data-instead={t('print.late')}
    >
      {Array.from({ length: FIELDS }, (_, place) => (
        <div key={place}>
          <LineSkeleton width="30%" />
          <LineSkeleton height="var(--size-control)" />
        </div>
      ))}
    </div>
  );
}

/** The place of a panel that is still loading. */
export function PanelSkeleton({ rows = 3 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={styles.panel}
      data-instead={t('print.late')}
    >
      <LineSkeleton width="30%" height="16px" />
      {Array.from({ length: rows }, (_, row) => (
        <LineSkeleton key={row} width="70%" />
      ))}
    </div>
  );
}
