import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { arrange } from '#src/lib/text/arrange.ts';
import { listQuery, type Listed } from './cached-list.ts';

/**
 * The part of a long list that a device keeps, to look somebody up while the server does not
 * answer.
 */
export type Lookup<Kept extends Record<string, unknown>, Row> = {
  list: Listed;
  searchIn: readonly string[];
  /** A row of the list, as far as the copy holds it. */
  toRow: (kept: Kept) => Row;
  /** The list's filters. */
  keeps: (kept: Kept, filters: Readonly<Record<string, string>>) => boolean;
};

/**
 * It is thousands of rows: fetched when the list is opened, and not again for every look at the
 * page.
 */
const FETCHED_EVERY_MS = 10 * 60_000;
const nothing = { name: 'branches', path: '/branches', cache: 'all' } satisfies Listed;

type Asked = { asked: string; sort: string | undefined; filters: Readonly<Record<string, string>> };

/**
 * The rows that the copy on the device finds. The copy is renewed as soon as it `isWanted`, and
 * searched only when it `isShown`.
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
