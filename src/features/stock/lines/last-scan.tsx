import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '#src/lib/text/format.ts';
import controls from '#src/theme/controls.module.css';
import styles from './last-scan.module.css';

type LastScanProps = { name: string; count: number; at: string; onUndo: () => void };

/**
 * The last scanned product with its count, announced to screen readers; one beep too many is undone
 * here.
 */
export function LastScan({ name, count, at, onUndo }: LastScanProps) {
  const { t } = useTranslation('stock');
  return (
    <div className={styles.last}>
      <div role="status">
        <small>{t('lines.lastScan', { time: formatTime(at) })}</small>
        <b>{name}</b>
        <span className={styles.lastCount}>{formatNumber(count)}</span>
      </div>
      <button type="button" className={controls.button} onClick={onUndo}>
        <Undo2 aria-hidden data-flip size={16} strokeWidth={1.75} />
        {t('lines.undoOne')}
      </button>
    </div>
  );
}
