import { useTranslation } from 'react-i18next';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import styles from './record.module.css';
import editor from './record-editor.module.css';

type RecordSkeletonProps = { figures?: number; hasTabs?: boolean };

/** The place of a record that is still loading: its figures, tabs, a section and the timeline. */
export function RecordSkeleton({ figures = 4, hasTabs = true }: RecordSkeletonProps) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} data-instead={t('print.late')}>
      <div className={styles.strip}>
        {Array.from({ length: figures }, (_, at) => (
          <div key={at} className={styles.figure}>
            <LineSkeleton width="50%" />
            <LineSkeleton width="70%" height="24px" />
          </div>
        ))}
      </div>
      {hasTabs && (
        <div className={styles.tabs}>
          <LineSkeleton width="320px" height="20px" />
        </div>
      )}
      <div className={editor.columns} data-aside>
        <PanelSkeleton />
        <PanelSkeleton rows={5} />
      </div>
    </div>
  );
}
