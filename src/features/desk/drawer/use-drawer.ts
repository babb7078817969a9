import { useState } from 'react';
import type { Drawer } from '#contract/drawers.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { DRAWER_KEY } from '#src/lib/browser/storage-keys.ts';
import { useDrawers } from '#src/features/desk/desk-queries.ts';
import { isOfAnotherDay } from './drawer-path.ts';

/** The drawer of this device: the one it used last, else one that is open, else the first of the branch. */
export function useDrawer(branchId: string) {
  const query = useDrawers(branchId);
  const [remembered, remember] = useState(() => forgivingStorage.getItem(DRAWER_KEY));
  const usable = (query.data ?? []).filter(({ active }) => active);
  const drawer: Drawer | undefined = usable.find(({ _id }) => _id === remembered) ?? usable.find(({ shift }) => shift !== null) ?? usable[0];
  const shift = drawer?.shift ?? null;
  const isOvernight = shift !== null && isOfAnotherDay(shift);
  return {
    drawer,
    usable,
    /** Open since another day: it is counted before it takes money again. */
    isOvernight,
    /** The shift that takes money now. */
    shiftId: isOvernight ? null : (shift?._id ?? null),
    choose: (id: string) => {
      forgivingStorage.setItem(DRAWER_KEY, id);
      remember(id);
    },
  };
}
