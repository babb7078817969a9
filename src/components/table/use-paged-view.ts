import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Resource, SortOf } from '#contract/resource.ts';
import { useAddress } from './use-address.ts';
import { sortOf, type ListView } from './use-list-view.ts';

/** Every pause sends a search, so it is short; an answer that is no longer wanted is never shown. */
const REST_MS = 150;
/** Where no answer comes. */
const ROUTER_WAITS_MS = 1000;

/** Another search, order or filter begins on its first page. */
const FIRST_PAGE = { page: '' };

/** The view of a list that the server pages. All of it stands in the address bar. */
export type PagedView<Sort extends string = string> = ListView<Sort> & {
  /** What is searched for by now; it follows `search`, which is what stands in the box. */
  asked: string;
  page: number;
  setPage: (page: number) => void;
  /** What the list is narrowed to, by the names of the query; only what is set. */
  filters: Readonly<Record<string, string>>;
  /** An empty value takes the filter away. `typed` ones do not each become a step for Back. */
  setFilter: (name: string, value: string, how?: { typed: boolean }) => void;
  /** Says that the rows of all this are on the screen; until then the address waits. */
  onShown: () => void;
};

/** The filters a query knows beside what every list has, as far as the address says something valid of them. */
function filtersOf(resource: Resource, query: z.ZodMiniObject, params: URLSearchParams): Record<string, string> {
  const names = Object.keys(query.shape).filter((name) => !(name in resource.query.shape));
  const set = names.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(
    set.filter(([name, value]) => value !== '' && z.safeParse(query.shape[name] as z.ZodMiniType, value).success),
  );
}

/** The view of a long list; `query` is the contract's, with the list's filters. */
export function usePagedView<R extends Resource>(
  resource: R,
  query: z.ZodMiniObject,
  initialSort?: SortOf<R>,
): PagedView<SortOf<R>> {
  const { params, asked, search, setSearch, write, follow } = useAddress(REST_MS, { onTyped: FIRST_PAGE, routerWaitsMs: ROUTER_WAITS_MS });
  const filters = useMemo(() => filtersOf(resource, query, params), [resource, query, params]);
  const sort = sortOf(resource, params.get('sort'), initialSort);
  const wantedPage = Number(params.get('page'));
  const page = Number.isInteger(wantedPage) && wantedPage > 1 ? wantedPage : 1;
  // The same one as long as it says the same, so that what shows it is not drawn again for nothing.
  return useMemo(
    () => ({
      search,
      setSearch,
      asked,
      sort,
      sortable: resource.sort,
      toggleSort: (field) => write({ sort: sort === field ? `-${field}` : field, ...FIRST_PAGE }, { replace: false }),
      page,
      setPage: (next) => write({ page: next > 1 ? String(next) : '' }, { replace: false }),
      filters,
      setFilter: (name, value, how) => write({ [name]: value, ...FIRST_PAGE }, { replace: how?.typed ?? false }),
      narrowed: page > 1 || asked !== '' || Object.keys(filters).length > 0,
      clear: () => {
        const nothing = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
        setSearch('');
        write({ ...nothing, ...FIRST_PAGE }, { replace: false });
      },
      onShown: follow,
    }),
    [search, setSearch, asked, sort, resource, page, filters, write, follow],
  );
}
