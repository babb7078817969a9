import { useCallback, useSyncExternalStore } from 'react';

/** From here on the sidebar stands beside the page; below it is a drawer. */
export const WIDE = '(min-width: 1024px)';

/** Whether a media query holds, now and after every change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
