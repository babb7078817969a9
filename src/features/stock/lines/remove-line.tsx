import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import styles from './lines.module.css';

/** Removes a line from its paper. */
export function RemoveLine({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon={X}
      className={styles.remove}
      label={t('form.removeItem', { item: name })}
      onClick={onRemove}
    />
  );
}
