import { useCallback, useSyncExternalStore } from 'react';

const asked = new Map<string, MediaQueryList>();

/** Asking the browser anew costs a slow tablet a millisecond each time. */
function listFor(query: string): MediaQueryList {
  const list = asked.get(query) ?? window.matchMedia(query);
  asked.set(query, list);
  return list;
}

/** From here on the sidebar stands beside the page; below it is a drawer. */
export const WIDE = '(min-width: 1024px)';

/** Whether a media query holds, now and after every change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listFor(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => listFor(query).matches);
}
