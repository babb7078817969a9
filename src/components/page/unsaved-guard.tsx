import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '#src/components/feedback/confirm-dialog.tsx';
import { token } from '#src/lib/session.ts';

type UnsavedGuardProps = {
  isDirty: () => boolean;
  /** Whether something would be lost that is not kept on the device. */
  isUnsafe: () => boolean;
  /** The person leaves in spite of it. */
  onLeave: () => void;
};

/**
 * Asks before a page with unsaved input is left: by a link, by Back; by closing the tab only what is not kept on the
 * device. Both are asked at that moment. A session that has ended is not held up; its page is gone anyway.
 */
export function UnsavedGuard({ isDirty, isUnsafe, onLeave }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leaves = currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search;
    return leaves && token() !== null && isDirty();
  });
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isUnsafe()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isUnsafe]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('form.unsaved')}
      confirm={t('form.leave')}
      cancel={t('form.stay')}
      onAnswer={(leaves) => {
        if (!leaves) return blocker.reset();
        onLeave();
        blocker.proceed();
      }}
    />
  );
}
