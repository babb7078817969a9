import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';
import styles from './lines.module.css';

/** Removes a line from its paper. */
export function RemoveLine({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`${controls.icon} ${styles.remove}`}
      aria-label={t('form.removeItem', { item: name })}
      onClick={onRemove}
    >
      <X aria-hidden size={18} strokeWidth={1.75} />
    </button>
  );
}
