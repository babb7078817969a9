import { useQuery } from '@tanstack/react-query';
import { days, type DayRecord, type DayRow } from '#contract/money/days.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import { api } from '#src/lib/request/api.ts';

/**
 * The newest days of a branch, or those before a given one. Their key begins like that of the
 * drawers, because a change of one changes both.
 */
export const useDays = (branchId: string, before: string | null) =>
  useQuery({
    queryKey: [drawers.name, 'days', branchId, before],
    queryFn: ({ signal }) =>
      api.get<DayRow[]>(days.path, {
        query: { branchId, ...(before !== null && { before }) },
        signal,
        quiet: true,
      }),
    staleTime: 0,
  });

export const useDay = (branchId: string, day: string) =>
  useQuery({
    queryKey: [drawers.name, 'day', branchId, day],
    queryFn: ({ signal }) =>
      api.get<DayRecord>(`${days.path}/${day}`, { query: { branchId }, signal, quiet: true }),
    staleTime: 0,
  });
