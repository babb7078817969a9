import { CloudOff, Lock, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError, OfflineError } from '#src/lib/request/api.ts';
import { say } from '#src/lib/text/i18n.ts';
import controls from '#src/theme/controls.module.css';
import { PageState } from './page-state.tsx';

type LoadFailedProps = { error: Error; failed: string; onRetry: () => void };

/**
 * Replaces a page whose data failed to load, with a text, the reason and "Try again"; or tells that
 * it is not for this person.
 */
export function LoadFailed({ error, failed, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 403)
    return <PageState icon={Lock} title={t('list.noPermission')} />;
  // The red line already reports the missing network; the news here is that there is no copy.
  const reason =
    error instanceof OfflineError
      ? t('list.noCopy')
      : error instanceof ApiError
        ? error.message
        : say('somethingWrong');
  return (
    <PageState icon={CloudOff} title={failed} text={reason} failed>
      <button type="button" className={controls.button} onClick={onRetry}>
        <RefreshCw aria-hidden size={16} />
        {t('action.retry')}
      </button>
    </PageState>
  );
}
