import { useCallback, useMemo, useState } from 'react';

/** The selected rows of a list, including those on other pages. */
export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all of these, or none of them. */
  setAll: (ids: readonly string[], chosen: boolean) => void;
  clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * Selected rows of the list named by `of`. A change of the list clears the selection, so that no
 * invisible row stays selected.
 */
export function useSelection(of: string): Selection {
  const [chosen, setChosen] = useState({ of, ids: none });
  if (chosen.of !== of) setChosen({ of, ids: none });
  const change = useCallback(
    (how: (ids: Set<string>) => void) =>
      setChosen((now) => {
        const ids = new Set(now.ids);
        how(ids);
        return { ...now, ids };
      }),
    [],
  );
  const toggle = useCallback(
    (id: string) => change((ids) => void (ids.delete(id) || ids.add(id))),
    [change],
  );
  const { ids } = chosen;
  return useMemo(
    () => ({
      ids,
      toggle,
      setAll: (all, on) =>
        change((now) => {
          for (const id of all)
            if (on) now.add(id);
            else now.delete(id);
        }),
      clear: () => setChosen((now) => ({ ...now, ids: none })),
    }),
    [ids, toggle, change],
  );
}
