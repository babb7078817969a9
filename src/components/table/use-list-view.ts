import type { Resource, SortOf } from '#contract/resource.ts';
import { useAddress } from './use-address.ts';

const REST_MS = 300;

/** What a list is searched for and sorted by. Both stand in the address bar, so that a reload or a bookmark keeps them. */
export type ListView<Sort extends string = string> = {
  search: string;
  setSearch: (search: string) => void;
  sort: Sort | undefined;
  /** The fields that can be sorted by. */
  sortable: readonly string[];
  /** By this field; descending when it was ascending. */
  toggleSort: (field: string) => void;
  /** Whether some of the list is left out on purpose. */
  narrowed: boolean;
  /** Shows the whole list again. */
  clear: () => void;
};

/** The sort that an address asks for; a key that is not the resource's is ignored. */
export function sortOf<R extends Resource>({ sort }: R, wanted: string | null, initial?: SortOf<R>): SortOf<R> | undefined {
  return sort.includes((wanted ?? '').replace(/^-/, '')) ? (wanted as SortOf<R>) : initial;
}

/** The view of a list that is wholly on the device. */
export function useListView<R extends Resource>(resource: R, initialSort?: SortOf<R>): ListView<SortOf<R>> {
  const { params, search, setSearch, write } = useAddress(REST_MS);
  const sort = sortOf(resource, params.get('sort'), initialSort);
  return {
    search,
    setSearch,
    sort,
    sortable: resource.sort,
    toggleSort: (field) => write({ sort: sort === field ? `-${field}` : field }, { replace: true }),
    narrowed: search !== '',
    clear: () => setSearch(''),
  };
}
