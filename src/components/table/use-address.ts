import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { rememberList } from '#src/lib/list-address.ts';

/** What the address bar is to say of a list; an empty value takes its name away. */
export type AddressChanges = Record<string, string>;

/**
 * What a list shows, in the address bar, so that a reload, a bookmark and Back keep it. Typing stays quick: the address,
 * and with it the whole page, follows the search box when the fingers have rested for `followsAfterMs`.
 */
export function useAddress(followsAfterMs: number, onTyped: AddressChanges = {}) {
  const [params, setParams] = useSearchParams();
  const { key, pathname, search: query } = useLocation();
  const navigation = useNavigationType();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => rememberList(pathname, query), [pathname, query]);

  const asked = params.get('search') ?? '';
  const [search, setSearch] = useState(asked);
  const [seen, setSeen] = useState(key);
  if (key !== seen) {
    setSeen(key);
    // Our own writes replace the address; whatever else changes it is to be followed.
    if (navigation !== NavigationType.Replace) setSearch(asked);
  }

  const write = (changes: AddressChanges, { replace }: { replace: boolean }) => {
    clearTimeout(timer.current);
    const typed = waiting.current === undefined ? {} : { search: waiting.current };
    waiting.current = undefined;
    // What the address says now: a write that waited would bring back what it said when the waiting began.
    const now = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries({ ...typed, ...changes })) {
      if (value === '') now.delete(name);
      else now.set(name, value);
    }
    setParams(now, { replace, preventScrollReset: true });
  };
  const type = (next: string) => {
    setSearch(next);
    waiting.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write(onTyped, { replace: true }), followsAfterMs);
  };
  return { params, asked, search, setSearch: type, write };
}
