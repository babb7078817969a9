import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { Resource, SortOf } from '#contract/resource.ts';

// Typing stays quick: the address bar, and with it the whole page, follows when the fingers rest.
const ADDRESS_FOLLOWS_AFTER_MS = 300;

/** What a list is searched for and sorted by. Both stand in the address bar, so that a reload or a bookmark keeps them. */
export type ListView<Sort extends string = string> = {
  search: string;
  setSearch: (search: string) => void;
  sort: Sort | undefined;
  /** The fields that can be sorted by. */
  sortable: readonly string[];
  /** By this field; descending when it was ascending. */
  toggleSort: (field: string) => void;
};

/** The view of a resource's list; a sort key in the address that is not the resource's is ignored. */
export function useListView<R extends Resource>({ sort: sortable }: R, initialSort?: SortOf<R>): ListView<SortOf<R>> {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const inAddress = params.get('search') ?? '';
  const [search, setSearch] = useState(inAddress);
  const [seen, setSeen] = useState(key);
  if (key !== seen) {
    setSeen(key);
    // Our own writes replace the address; whatever else changes it is to be followed.
    if (navigation !== NavigationType.Replace) setSearch(inAddress);
  }

  const write = (name: string, value: string) => {
    // What the address says now: a write that waited would bring back what it said when the waiting began.
    const now = new URLSearchParams(window.location.search);
    if (value === '') now.delete(name);
    else now.set(name, value);
    setParams(now, { replace: true, preventScrollReset: true });
  };
  const wanted = params.get('sort') ?? '';
  const sort = sortable.includes(wanted.replace(/^-/, '')) ? (wanted as SortOf<R>) : initialSort;
  return {
    search,
    setSearch: (next) => {
      setSearch(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write('search', next), ADDRESS_FOLLOWS_AFTER_MS);
    },
    sort,
    sortable,
    toggleSort: (field) => write('sort', sort === field ? `-${field}` : field),
  };
}
