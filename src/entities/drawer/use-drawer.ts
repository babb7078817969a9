import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drawers } from '#contract/money/drawer-paths.ts';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import { dayInLaos } from '#contract/dates.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { DRAWER_KEY } from '#src/lib/browser/storage-keys.ts';
import { api } from '#src/lib/request/api.ts';

export const drawersKey = (branchId: string) => [drawers.name, branchId] as const;

export const useDrawers = (branchId: string) =>
  useQuery({
    queryKey: drawersKey(branchId),
    queryFn: ({ signal }) =>
      api.get<Drawer[]>(drawers.path, { query: { branchId }, signal, quiet: true }),
    enabled: branchId !== '',
  });

/** True if a drawer was left open overnight; it takes no money until it is counted. */
export const isOfAnotherDay = ({ day }: Pick<Shift, 'day'>) => day !== dayInLaos();

export type DeviceDrawer = ReturnType<typeof useDrawer>;

/** The drawer of this device: the one used last, else an open one, else the first of the branch. */
export function useDrawer(branchId: string) {
  const query = useDrawers(branchId);
  const [remembered, remember] = useState(() => forgivingStorage.getItem(DRAWER_KEY));
  const usable = (query.data ?? []).filter(({ active }) => active);
  const drawer: Drawer | undefined =
    usable.find(({ _id }) => _id === remembered) ??
    usable.find(({ shift }) => shift !== null) ??
    usable[0];
  const shift = drawer?.shift ?? null;
  const isOvernight = shift !== null && isOfAnotherDay(shift);
  return {
    /** True once the branch's drawers are known. */
    isKnown: query.data !== undefined,
    drawer,
    usable,
    /** Open since another day; it must be counted before it takes money again. */
    isOvernight,
    /** The shift that takes money now. */
    shiftId: isOvernight ? null : (shift?._id ?? null),
    choose: (id: string) => {
      forgivingStorage.setItem(DRAWER_KEY, id);
      remember(id);
    },
  };
}
