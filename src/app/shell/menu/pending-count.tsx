import { usePendingCounts } from '#src/entities/pending/use-pending-counts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './menu-link.module.css';

/** The sum over all tabs of Pending Enrollment; nothing while it is unknown or 0. */
export function PendingCount() {
  const counts = usePendingCounts();
  const sum = Object.values(counts ?? {}).reduce((total, count) => total + count, 0);
  return sum > 0 && <span className={styles.waits}>{formatNumber(sum)}</span>;
}
