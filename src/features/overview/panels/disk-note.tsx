import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DiskSpace } from '#contract/reports/overview.ts';
import { useOverviewPart } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';
import { formatSize } from '#src/lib/text/format.ts';

/** Warns that the disk of the server is nearly full, before the desk can save nothing any more. */
export function DiskNote() {
  const { t } = useTranslation('overview');
  const { answer } = useOverviewPart<DiskSpace>('disk');
  // The region is there from the beginning, so that a warning that comes later is read out.
  return (
    <div role="status">
      {answer?.isLow && answer.freeBytes !== null && (
        <p className={styles.warning}>
          <TriangleAlert aria-hidden size={20} />
          {t('diskLow', { free: formatSize(answer.freeBytes) })}
        </p>
      )}
    </div>
  );
}
