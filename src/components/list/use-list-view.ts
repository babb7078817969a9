import { useMemo } from 'react';
import type { ListOf, SortOf } from '#contract/list-of.ts';
import { validFilters, type Filter } from './filters.ts';
import { useAddress } from './use-address.ts';

/** Every pause sends a search, so the pause is short. An outdated answer is never shown. */
const REST_MS = 150;
/** A change of search, order or filter returns to the first page. */
const FIRST_PAGE = { page: '' };
const NO_FILTERS: readonly Filter[] = [];

/** The search, order, filters and page of a list, all of them in the address bar. */
export type ListView<Sort extends string = string> = {
  /** The text in the search box; a list on the device follows it at once. */
  search: string;
  setSearch: (search: string) => void;
  /** The search sent to the server; it follows `search` after a pause. */
  asked: string;
  sort: Sort | undefined;
  /** The sortable fields. */
  sortable: readonly string[];
  /** Sorts by this field, or reverses the order if it is already sorted by it. */
  toggleSort: (field: string) => void;
  page: number;
  setPage: (page: number) => void;
  /** The filters in force, by their query names. */
  filters: Readonly<Record<string, string>>;
  /** An empty value removes the filter. A value that is still being typed adds no step for Back. */
  setFilter: (name: string, value: string, how?: { typed: boolean }) => void;
  /** Sets several filters at once; an empty value removes one. */
  setFilters: (values: Readonly<Record<string, string>>) => void;
  /** True if the search, a filter or the page leaves out part of the list. */
  narrowed: boolean;
  /** Shows the whole list again. */
  clear: () => void;
};

/** The order in an address; a field that the resource cannot sort by is ignored. */
function sortOf<R extends ListOf>(
  { sort }: R,
  wanted: string | null,
  initial?: SortOf<R>,
): SortOf<R> | undefined {
  return sort.includes((wanted ?? '').replace(/^-/, '')) ? (wanted as SortOf<R>) : initial;
}

type ViewOptions<R extends ListOf> = {
  /** The order until somebody chooses another. */
  sort?: SortOf<R>;
  /** The filters of the list; memoise them. */
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
      search,
      setSearch,
      asked,
      sort,
      page,
      filters,
      sortable: resource.sort,
      toggleSort: (field) =>
        write({ sort: sort === field ? `-${field}` : field, ...FIRST_PAGE }, { replace: false }),
      setPage: (next) => write({ page: next > 1 ? String(next) : '' }, { replace: false }),
      setFilter: (name, value, how) =>
        write({ [name]: value, ...FIRST_PAGE }, { replace: how?.typed ?? false }),
      setFilters: (values) => write({ ...values, ...FIRST_PAGE }, { replace: false }),
      narrowed: page > 1 || search !== '' || Object.keys(filters).length > 0,
      clear: () => {
        const unset = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
        write({ ...unset, ...FIRST_PAGE, search: '' }, { replace: false });
      },
    }),
    [search, setSearch, asked, sort, resource, page, filters, write],
  );
}
