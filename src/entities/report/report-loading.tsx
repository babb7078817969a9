import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';

type ReportLoadingProps = {
  run: { isLoading: boolean; refetch: () => void; cancel: () => void };
  /** The progress in words; while it is unknown, "in progress". */
  progress: string | undefined;
};

/**
 * Replaces a report while it is being made: shows its progress and a button to cancel, and then one
 * to start again.
 */
export function ReportLoading({ run, progress }: ReportLoadingProps) {
  const { t } = useTranslation(['reports', 'common']);
  return (
    <div data-instead={t('common:print.late')}>
      <Note role="status">
        <p>{run.isLoading ? (progress ?? t('working')) : t('cancelled')}</p>
        <Button onClick={run.isLoading ? run.cancel : run.refetch}>
          {t(run.isLoading ? 'common:action.cancel' : 'again')}
        </Button>
      </Note>
      {run.isLoading && <TableSkeleton columns={4} />}
    </div>
  );
}
