import { useCallback, useMemo, useState } from 'react';

/** The rows of a list that are chosen, on whatever page they stand. */
export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Chooses these, or none of them. */
  setAll: (ids: readonly string[], chosen: boolean) => void;
  clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * Rows chosen of what `of` names; something else found, and nothing is chosen that cannot be seen.
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
