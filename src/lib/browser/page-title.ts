import { useEffect } from 'react';
import { useCentreName } from '#src/lib/session/centre.ts';
import { useLock } from '#src/lib/session/lock.ts';
import { setTheme } from '#src/lib/store.ts';

/** The neutral title of a tab while its screen is locked, as before anything is loaded. */
const NEUTRAL_TITLE = 'BranchDesk';

/**
 * Sets the page's title: `{page title} | {centre name}` in the browser, the title alone in the
 * store.
 */
export function usePageTitle(title: string): void {
  const centre = useCentreName();
  const isLocked = useLock(({ state }) => state !== 'open');
  useEffect(() => {
    document.title = isLocked ? NEUTRAL_TITLE : `${title} | ${centre}`;
  }, [title, centre, isLocked]);
  useEffect(() => setTheme({ pageTitle: title }), [title]);
}
