import { useTranslation } from 'react-i18next';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import controls from '#src/theme/controls.module.css';
import styles from './report.module.css';

type ReportLoadingProps = {
  run: { isLoading: boolean; refetch: () => void; cancel: () => void };
  /** How far it is, in words; before anything is known, that it is being made. */
  progress: string | undefined;
};

/**
 * Stands for a report that is being made: how far it is, and a button that ends that; after which
 * another begins it anew.
 */
export function ReportLoading({ run, progress }: ReportLoadingProps) {
  const { t } = useTranslation(['reports', 'common']);
  return (
    <>
      <p className={styles.note} role="status">
        {run.isLoading ? (progress ?? t('working')) : t('cancelled')}{' '}
        <button
          type="button"
          className={controls.button}
          onClick={run.isLoading ? run.cancel : run.refetch}
        >
          {t(run.isLoading ? 'common:action.cancel' : 'again')}
        </button>
      </p>
      {run.isLoading && <TableSkeleton columns={4} />}
    </>
  );
}
