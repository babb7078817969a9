import { CloudOff, Lock, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ApiError, OfflineError } from '#src/lib/request/api.ts';
import { say } from '#src/lib/text/i18n.ts';

type LoadFailedProps = { error: Error; failed: string; onRetry: () => void };

/**
 * Replaces a page whose data failed to load, with a text, the reason and "Try again"; or tells that
 * it is not for this person.
 */
export function LoadFailed({ error, failed, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 403)
    return <EmptyState icon={Lock} title={t('list.noPermission')} />;
  // The red line already reports the missing network; the news here is that there is no copy.
  const reason =
    error instanceof OfflineError
      ? t('list.noCopy')
      : error instanceof ApiError
        ? error.message
        : say('somethingWrong');
  return (
    <EmptyState icon={CloudOff} title={failed} text={reason} failed>
      <Button icon={RefreshCw} onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </EmptyState>
  );
}
