import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { rememberList } from '#src/lib/list-address.ts';

/** What the address bar is to say of a list; an empty value takes its name away. */
export type AddressChanges = Readonly<Record<string, string>>;

type AddressOptions = {
  /** What else a typed search changes; keep it. */
  onTyped?: AddressChanges;
  /** How long a typed search waits for the address at most, in milliseconds: where the server finds the rows, `follow` is called first. */
  routerWaitsMs?: number;
};

const NOTHING: AddressChanges = {};

function changed(query: string, changes: AddressChanges): string {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params.size > 0 ? `?${params.toString()}` : '';
}

/**
 * The query of the address and a way to change it. A step for Back is one at once. What replaces the address is seen at
 * once, and the router follows when `follow` is called, or something is clicked, which may lead elsewhere: a navigation
 * takes a slow tablet as long as drawing the rows that somebody waits for.
 */
function useAddressQuery(routerWaitsMs: number) {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const navigation = useNavigationType();
  const [ahead, setAhead] = useState<string>();
  const [seen, setSeen] = useState(key);
  const unwritten = useRef<string>(undefined);
  const written = useRef<string>(undefined);
  // Our own writes are known already; whatever else changes the address is to be followed.
  const isFollowed = key !== seen && navigation !== NavigationType.Replace && ahead !== search;
  if (key !== seen) {
    setSeen(key);
    if (isFollowed || ahead === search) setAhead(undefined);
  }
  const go = useCallback(
    (query: string, replace: boolean) => {
      unwritten.current = undefined;
      written.current = query;
      void navigate({ search: query }, { replace, preventScrollReset: true });
    },
    [navigate],
  );
  const follow = useCallback(() => {
    // Whoever has left already, for a page that is still on its way, takes nothing of this along.
    if (unwritten.current !== undefined && window.location.pathname === pathname) go(unwritten.current, true);
  }, [go, pathname]);
  // Back, or a link to this list, takes the place of what was not written yet; our own write that arrives does not.
  useEffect(() => {
    if (search === written.current) written.current = undefined;
    else unwritten.current = undefined;
  }, [key, search]);
  useEffect(() => {
    if (ahead === undefined) return undefined;
    const timer = setTimeout(follow, routerWaitsMs);
    window.addEventListener('click', follow, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('click', follow, { capture: true });
    };
  }, [ahead, follow, routerWaitsMs]);
  const change = useCallback(
    (changes: AddressChanges, replace: boolean) => {
      // What the address says now: a write that waited would bring back what it said when the waiting began.
      const query = changed(unwritten.current ?? window.location.search, changes);
      // In parts, between frames: it draws as much as a navigation does.
      startTransition(() => setAhead(query));
      if (replace) unwritten.current = query;
      else go(query, false);
    },
    [go],
  );
  return { pathname, query: isFollowed ? search : (ahead ?? search), isFollowed, change, follow };
}

/**
 * What a list shows, in the address bar, so that a reload, a bookmark and Back keep it. Typing stays quick: the list, and
 * the address behind it, follows the search box when the fingers have rested for `restMs`.
 */
export function useAddress(restMs: number, { onTyped = NOTHING, routerWaitsMs = 0 }: AddressOptions = {}) {
  const { pathname, query, isFollowed, change, follow } = useAddressQuery(routerWaitsMs);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => rememberList(pathname, query), [pathname, query]);

  const params = useMemo(() => new URLSearchParams(query), [query]);
  const asked = params.get('search') ?? '';
  const [search, setText] = useState(asked);
  if (isFollowed) setText(asked);

  const write = useCallback(
    (changes: AddressChanges, { replace }: { replace: boolean }) => {
      clearTimeout(timer.current);
      const typed = waiting.current === undefined ? NOTHING : { search: waiting.current };
      waiting.current = undefined;
      change({ ...typed, ...changes }, replace);
    },
    [change],
  );
  const setSearch = useCallback(
    (next: string) => {
      setText(next);
      waiting.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(onTyped, { replace: true }), restMs);
    },
    [write, onTyped, restMs],
  );
  return { params, asked, search, setSearch, write, follow };
}
