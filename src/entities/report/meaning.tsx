import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './report.module.css';

/** Explains a figure, behind one tap. */
export function Meaning({ of, text }: { of: string; text: string }) {
  const { t } = useTranslation('report');
  return (
    <details className={styles.explain}>
      <summary aria-label={t('meaning', { of })} title={t('meaning', { of })}>
        <Info aria-hidden size={16} strokeWidth={1.75} />
      </summary>
      <span>{text}</span>
    </details>
  );
}
