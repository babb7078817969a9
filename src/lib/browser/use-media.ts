import { useCallback, useSyncExternalStore } from 'react';

const asked = new Map<string, MediaQueryList>();

/** Cached, because asking the browser again costs a slow tablet a millisecond each time. */
function listFor(query: string): MediaQueryList {
  const list = asked.get(query) ?? window.matchMedia(query);
  asked.set(query, list);
  return list;
}

/** From this width on the sidebar is beside the page; below it is a drawer. */
export const WIDE = '(min-width: 1024px)';

/** Under this width the desk is one step at a time, and the language is in the person's menu. */
export const DESK_PHONE = '(max-width: 767px)';

/** Under this width a list shows cards instead of rows. */
export const PHONE = '(max-width: 599px)';

/** True while a media query matches; follows its changes. */
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
