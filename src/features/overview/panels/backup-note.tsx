import { DatabaseBackup } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BackupNote as Note } from '#contract/centre/backups.ts';
import { useOverviewPart } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime } from '#src/lib/text/format.ts';

/** The age of the last good backup. Amber after two days, red after seven. */
export function BackupNote() {
  const { t } = useTranslation('overview');
  const { answer } = useOverviewPart<Note>('backup');
  return (
    <div role="status">
      {answer && answer.lastGoodAt !== null && (
        <p className={answer.age === 'fresh' ? styles.quiet : styles.warning} data-age={answer.age}>
          <DatabaseBackup aria-hidden size={20} />
          <Link to={`${paths.schoolInfo}#backups`}>
            {t(answer.age === 'fresh' ? 'backupFresh' : 'backupOld', {
              at: formatDateTime(answer.lastGoodAt),
            })}
          </Link>
        </p>
      )}
    </div>
  );
}
