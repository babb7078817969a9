import { useCallback, useEffect, useMemo, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { rememberList } from '#src/lib/list-address.ts';

/** Changes to the address; an empty value removes the name. */
export type AddressChanges = Readonly<Record<string, string>>;

const NOTHING: AddressChanges = {};

function withChanges(query: string, changes: AddressChanges): string {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params.size > 0 ? `?${params.toString()}` : '';
}

/**
 * The state of a list in the address bar, so that a reload, a bookmark and Back keep it. The search
 * box reacts to every key at once; the address follows after a pause of `restMs`, together with the
 * changes of `onTyped`, which must be the same object at every call.
 */
export function useAddress(restMs = 0, onTyped: AddressChanges = NOTHING) {
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const { key, pathname, search: query } = useLocation();
  const params = useMemo(() => new URLSearchParams(query), [query]);
  const asked = params.get('search') ?? '';
  const [typed, setTyped] = useState<string>();
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    // A link or Back replaces the text in the box. Our own write does not, because somebody may
    // have typed on.
    if (navigation !== NavigationType.Replace || typed === asked) setTyped(undefined);
  }
  useEffect(() => rememberList(pathname, query), [pathname, query]);

  const write = useCallback(
    (changes: AddressChanges, { replace }: { replace: boolean }) => {
      const all = { ...(typed !== undefined && { search: typed }), ...changes };
      // The box follows at once: a pending timer must not write the earlier text.
      if ('search' in all) setTyped(all.search);
      void navigate(
        { search: withChanges(window.location.search, all) },
        { replace, preventScrollReset: true },
      );
    },
    [navigate, typed],
  );
  useEffect(() => {
    if (typed === undefined || typed === asked) return undefined;
    const timer = setTimeout(() => write(onTyped, { replace: true }), restMs);
    return () => clearTimeout(timer);
  }, [typed, asked, write, onTyped, restMs]);
  return { params, asked, search: typed ?? asked, setSearch: setTyped, write };
}
