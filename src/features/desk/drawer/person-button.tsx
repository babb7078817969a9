import { UserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#src/lib/store.ts';
import controls from '#src/theme/controls.module.css';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const ChangePersonDialog = lazy(async () => ({
  default: (await import('./change-person-dialog.tsx')).ChangePersonDialog,
}));

/**
 * The person at this drawer, and the button for somebody else to take over. It is off while the
 * server cannot check a password.
 */
export function PersonButton() {
  const { t } = useTranslation('desk');
  const name = useStore(({ user }) => user.userData?.firstName ?? '');
  const isAway = useServerUnreachable();
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${controls.short}`}
        disabled={isAway}
        aria-label={t('person.at', { name })}
        onClick={() => setChanging(true)}
      >
        <UserRound aria-hidden size={16} />
        <span className={controls.word}>{name}</span>
      </button>
      {isChanging && (
        <Suspense fallback={null}>
          <ChangePersonDialog name={name} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
