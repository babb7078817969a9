import { useTranslation } from 'react-i18next';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import styles from './record.module.css';
import editor from './record-editor.module.css';

/** The place of a record that is still loading: its figures, a section and the timeline. */
export function RecordSkeleton({ figures = 4 }: { figures?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={styles.strip}>
        {Array.from({ length: figures }, (_, at) => (
          <div key={at} className={styles.figure}>
            <LineSkeleton width="50%" />
            <LineSkeleton width="70%" height="24px" />
          </div>
        ))}
      </div>
      <div className={editor.columns} data-aside>
        <PanelSkeleton />
        <PanelSkeleton rows={5} />
      </div>
    </div>
  );
}
