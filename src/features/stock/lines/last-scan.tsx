import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { formatNumber, formatTime } from '#src/lib/text/format.ts';
import styles from './lines.module.css';

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
      <Button icon={Undo2} isFlipped onClick={onUndo}>
        {t('lines.undoOne')}
      </Button>
    </div>
  );
}
