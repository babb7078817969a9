import { useMemo, useState } from 'react';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { HIDDEN_COLUMNS_KEY } from '#src/lib/browser/storage-keys.ts';
import { useStore } from '#src/lib/store.ts';
import type { ListColumn } from '#src/components/table/columns.ts';

/** The chosen columns, by account id and name of the list. */
type Chosen = Record<string, Record<string, readonly string[]>>;

function chosenSoFar(): Chosen {
  try {
    return JSON.parse(forgivingStorage.getItem(HIDDEN_COLUMNS_KEY) ?? '{}') as Chosen;
  } catch {
    return {};
  }
}

/** The columns of a list that a person has chosen, stored on the device for that person. */
export type ColumnChoice<C> = {
  shown: readonly C[];
  isShown: (field: string) => boolean;
  toggle: (field: string) => void;
};

/**
 * `list` is the list's name. `optional` columns are hidden until chosen; the first column is always
 * shown.
 */
export function useColumnChoice<C extends Pick<ListColumn<never>, 'field' | 'optional'>>(
  list: string,
  columns: readonly C[],
): ColumnChoice<C> {
  const person = useStore(({ user }) => user.userData?._id ?? '');
  const [hidden, setHidden] = useState(
    () =>
      chosenSoFar()[person]?.[list] ??
      columns.filter(({ optional }) => optional).map(({ field }) => field),
  );
  const shown = useMemo(
    () => columns.filter(({ field }, at) => at === 0 || !hidden.includes(field)),
    [columns, hidden],
  );
  return useMemo(
    () => ({
      shown,
      isShown: (field: string) => shown.some((column) => column.field === field),
      toggle: (field: string) => {
        const next = hidden.includes(field)
          ? hidden.filter((other) => other !== field)
          : [...hidden, field];
        setHidden(next);
        const chosen = chosenSoFar();
        forgivingStorage.setItem(
          HIDDEN_COLUMNS_KEY,
          JSON.stringify({ ...chosen, [person]: { ...chosen[person], [list]: next } }),
        );
      },
    }),
    [shown, hidden, person, list],
  );
}
