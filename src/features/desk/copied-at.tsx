import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import styles from '#src/features/desk/desk.module.css';
import { formatDateTime, formatTime } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';

/** The time of a copy on this device, shown beside its data while the server is out of reach. */
export function CopiedAt({ at }: { at: number }) {
  const { t } = useTranslation(['desk', 'common']);
  const timestamp = new Date(at).toISOString();
  return (
    <time dateTime={timestamp} className={styles.asOf}>
      <HardDrive aria-hidden size={14} />
      {t('away.fromDevice')}
      {DOT}
      {t('common:list.asOf', {
        time: today(at) === today() ? formatTime(timestamp) : formatDateTime(timestamp),
      })}
    </time>
  );
}
