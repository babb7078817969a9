import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { arrange } from '#src/lib/text/arrange.ts';
import { listQuery, type Listed } from './cached-list.ts';

/**
 * The part of a long list that a device stores, to find somebody while the server does not answer.
 */
export type Lookup<Kept extends Record<string, unknown>, Row> = {
  list: Listed;
  searchIn: readonly string[];
  /** A row of the list, with the fields that the copy has. */
  toRow: (kept: Kept) => Row;
  /** Applies the list's filters. */
  keeps: (kept: Kept, filters: Readonly<Record<string, string>>) => boolean;
};

/**
 * The copy has thousands of rows, so it is fetched when the list is opened, and not again for every
 * visit.
 */
const FETCHED_EVERY_MS = 10 * 60_000;
const nothing = { name: 'branches', path: '/branches', cache: 'all' } satisfies Listed;

type Asked = { asked: string; sort: string | undefined; filters: Readonly<Record<string, string>> };

/**
 * The matching rows of the copy on the device. The copy is refreshed once it `isWanted`, and
 * searched only while it `isShown`.
 */
export function useLookup<Kept extends Record<string, unknown>, Row>(
  lookup: Lookup<Kept, Row> | undefined,
  { asked, sort, filters }: Asked,
  { isWanted, isShown }: { isWanted: boolean; isShown: boolean },
) {
  const query = useQuery({
    ...listQuery<Kept>(lookup?.list ?? nothing, { quiet: true }),
    enabled: lookup !== undefined && (isWanted || isShown),
    staleTime: FETCHED_EVERY_MS,
    refetchOnWindowFocus: false,
  });
  const all = query.data?.rows;
  const rows = useMemo(() => {
    if (!lookup || !all || !isShown) return undefined;
    const kept = all.filter((row) => lookup.keeps(row, filters));
    return arrange(kept, { search: asked, searchIn: lookup.searchIn, sort }).map(lookup.toRow);
  }, [lookup, all, isShown, asked, sort, filters]);
  return { rows, fetchedAt: query.dataUpdatedAt };
}
