import { UserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useStore } from '#src/lib/store.ts';
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
      <Button
        icon={UserRound}
        isShort
        disabled={isAway}
        aria-label={t('person.at', { name })}
        onClick={() => setChanging(true)}
      >
        {name}
      </Button>
      {isChanging && (
        <Suspense fallback={null}>
          <ChangePersonDialog name={name} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
