import { useQuery, useQueryClient } from '@tanstack/react-query';
import { drawers, shifts } from '#contract/money/drawer-paths.ts';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { api } from '#src/lib/request/api.ts';

/** A shift with its movements, fetched at every visit. */
export const useShift = (_id: string | undefined) =>
  useQuery({
    queryKey: [drawers.name, 'shift', _id],
    queryFn: ({ signal }) => api.get<ShiftRecord>(`${shifts.path}/${_id}`, { signal, quiet: true }),
    enabled: _id !== undefined,
    staleTime: 0,
  });

/** After a write, refetches all drawers on screen. */
export function useDrawersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [drawers.name] });
}
