import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '#src/components/feedback/confirm-dialog.tsx';
import { token } from '#src/lib/session.ts';

/**
 * Asks before a page with unsaved input is left: by a link, by Back, by closing the tab. `isDirty` is asked at that
 * moment. A session that has ended is not held up; its page is gone anyway.
 */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leaves = currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search;
    return leaves && token() !== null && isDirty();
  });
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('form.unsaved')}
      confirm={t('form.leave')}
      cancel={t('form.stay')}
      onAnswer={(leave) => (leave ? blocker.proceed() : blocker.reset())}
    />
  );
}
