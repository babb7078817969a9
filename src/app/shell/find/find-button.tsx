import { Search } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLock } from '#src/lib/session/lock.ts';
import controls from '#src/theme/controls.module.css';
import { isFindKey, takeAsked } from './early-key.ts';

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const typesText = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

type Open = 'find' | 'keys' | undefined;

/** Listens for the two keys that every page has; another dialog in front is left alone. */
function usePageKeys(open: (which: Open) => void) {
  const isLocked = useLock(({ state }) => state !== 'open');
  // Before the magnifier is seen: whoever sees it may press its keys.
  useLayoutEffect(() => {
    if (isLocked) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event;
      if (altKey || document.querySelector('dialog:modal')) return;
      const isFind = isFindKey(event);
      const isHelp = key === '?' && !ctrlKey && !metaKey && !typesText(event.target);
      if (!isFind && !isHelp) return;
      event.preventDefault();
      open(isFind ? 'find' : 'keys');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open, isLocked]);
}

/** The magnifier that finds anything, and the keys that do. */
export function FindButton() {
  const { t } = useTranslation('find');
  const [open, setOpen] = useState<Open>(() => (takeAsked() ? 'find' : undefined));
  usePageKeys(setOpen);
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" className={controls.icon} aria-label={t('open')} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen('find')}>
        <Search size={20} strokeWidth={1.75} aria-hidden />
      </button>
      <Suspense>
        {open === 'find' && <FindDialog onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}
