import { Search } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { useLock } from '#src/lib/session/lock.ts';
import { askedBy, takeEarly, type PageKey } from './page-keys.ts';

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** Listens for the two keys that work on every page. */
function usePageKeys(open: (which: PageKey) => void) {
  const isLocked = useLock(({ state }) => state !== 'open');
  // Before the magnifier is painted, because whoever sees it may press its keys.
  useLayoutEffect(() => {
    if (isLocked) return undefined;
    const early = takeEarly();
    if (early) open(early);
    const onKey = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (!asked) return;
      event.preventDefault();
      open(asked);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open, isLocked]);
}

/** The magnifier that opens the finder, and the keys that do so. */
export function FindButton() {
  const { t } = useTranslation('find');
  const [open, setOpen] = useState<PageKey>();
  usePageKeys(setOpen);
  const close = () => setOpen(undefined);
  return (
    <>
      <IconButton
        icon={Search}
        label={t('open')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('find')}
      />
      <Suspense>
        {open === 'find' && <FindDialog onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}
