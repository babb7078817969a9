import { useMemo } from 'react';
import type { ListOf, SortOf } from '#contract/list-of.ts';
import { validFilters, type Filter } from './filters.ts';
import { useAddress } from './use-address.ts';

/**
 * Every pause sends a search, so the pause is short. An answer that is no longer wanted is never
 * shown.
 */
const REST_MS = 150;
/** Another search, order or filter begins on its first page. */
const FIRST_PAGE = { page: '' };
const NO_FILTERS: readonly Filter[] = [];

/** What a list shows: search, order, filters and page. All of it stands in the address bar. */
export type ListView<Sort extends string = string> = {
  /** What stands in the search box; a list that is on the device follows it at once. */
  search: string;
  setSearch: (search: string) => void;
  /** What the server is asked for; it follows `search` after a pause. */
  asked: string;
  sort: Sort | undefined;
  /** The fields that can be sorted by. */
  sortable: readonly string[];
  /** Sorts by this field; descending if it was ascending. */
  toggleSort: (field: string) => void;
  page: number;
  setPage: (page: number) => void;
  /** The filters that are set, by their names in the query. */
  filters: Readonly<Record<string, string>>;
  /** An empty value removes the filter. A value that is being typed adds no step for Back. */
  setFilter: (name: string, value: string, how?: { typed: boolean }) => void;
  /** Whether part of the list is left out on purpose. */
  narrowed: boolean;
  /** Shows the whole list again. */
  clear: () => void;
};

/** The sort that an address asks for; a key that is not the resource's is ignored. */
function sortOf<R extends ListOf>(
  { sort }: R,
  wanted: string | null,
  initial?: SortOf<R>,
): SortOf<R> | undefined {
  return sort.includes((wanted ?? '').replace(/^-/, '')) ? (wanted as SortOf<R>) : initial;
}

type ViewOptions<R extends ListOf> = {
  /** The order of the list until somebody chooses another. */
  sort?: SortOf<R>;
  /** What the list can be narrowed by; memoise it. */
  filters?: readonly Filter[];
};

/** The view of a list, read from the address and written to it. */
export function useListView<R extends ListOf>(
  resource: R,
  { sort: initialSort, filters: known = NO_FILTERS }: ViewOptions<R>,
): ListView<SortOf<R>> {
  const { params, asked, search, setSearch, write } = useAddress(REST_MS, FIRST_PAGE);
  const filters = useMemo(() => validFilters(known, params), [known, params]);
  const sort = sortOf(resource, params.get('sort'), initialSort);
  const wantedPage = Number(params.get('page'));
  const page = Number.isInteger(wantedPage) && wantedPage > 1 ? wantedPage : 1;
  return useMemo(
    () => ({
      ...{ search, setSearch, asked, sort, page, filters },
      sortable: resource.sort,
      toggleSort: (field) =>
        write({ sort: sort === field ? `-${field}` : field, ...FIRST_PAGE }, { replace: false }),
      setPage: (next) => write({ page: next > 1 ? String(next) : '' }, { replace: false }),
      setFilter: (name, value, how) =>
        write({ [name]: value, ...FIRST_PAGE }, { replace: how?.typed ?? false }),
      narrowed: page > 1 || search !== '' || Object.keys(filters).length > 0,
      clear: () => {
        const unset = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
        write({ ...unset, ...FIRST_PAGE, search: '' }, { replace: false });
      },
    }),
    [search, setSearch, asked, sort, resource, page, filters, write],
  );
}
