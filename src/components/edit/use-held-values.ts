import { useRef, useState } from 'react';

type Step<Values> = { before: Values; after: Values; name: string | undefined };
type Held<Values> = {
  values: Values;
  done: readonly Step<Values>[];
  undone: readonly Step<Values>[];
};

/**
 * Values that are edited outside of a form, and every step that can be taken back. They are held in
 * React, and in a reference ahead of it: a draft, or the question before leaving, may need them
 * before they are drawn.
 */
export function useHeldValues<Values>(initial: Values) {
  const [held, setHeld] = useState<Held<Values>>({ values: initial, done: [], undone: [] });
  const latest = useRef(held);
  const put = (next: Held<Values>) => {
    latest.current = next;
    setHeld(next);
  };
  return {
    values: held.values,
    canUndo: held.done.length > 0,
    read: () => latest.current.values,
    /** Starts again; there is nothing to take back any more. */
    reset: (values: Values) => put({ values, done: [], undone: [] }),
    /** Changes what stands there without a step. */
    amend: (values: Values) => put({ ...latest.current, values }),
    /**
     * Does one step; further ones of the same name are part of it, such as the letters typed into
     * one cell.
     */
    change: (after: Values, name?: string) => {
      const { values, done } = latest.current;
      const last = done.at(-1);
      const isSameStep = last !== undefined && name !== undefined && last.name === name;
      const before = isSameStep ? last.before : values;
      put({
        values: after,
        done: [...(isSameStep ? done.slice(0, -1) : done), { before, after, name }],
        undone: [],
      });
    },
    /** Takes the last step back as a whole; answers what stood there and what stands there now. */
    undo: () => {
      const { done, undone } = latest.current;
      const last = done.at(-1);
      if (!last) return undefined;
      put({ values: last.before, done: done.slice(0, -1), undone: [...undone, last] });
      return { from: last.after, to: last.before };
    },
    /** Does again what was taken back last. */
    redo: () => {
      const { done, undone } = latest.current;
      const last = undone.at(-1);
      if (!last) return undefined;
      put({ values: last.after, done: [...done, last], undone: undone.slice(0, -1) });
      return { from: last.before, to: last.after };
    },
  };
}

export type HeldValues<Values> = ReturnType<typeof useHeldValues<Values>>;
