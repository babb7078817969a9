import { useRef, useState } from 'react';

type Step<Values> = { before: Values; after: Values; name: string | undefined };
type Held<Values> = {
  values: Values;
  done: readonly Step<Values>[];
  undone: readonly Step<Values>[];
};

/**
 * Values that are edited outside of a form, with undo and redo. They are held in React and in a ref
 * that is ahead of it: a draft, or the question before leaving, may need them before they are
 * drawn.
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
    /** Starts again without any steps to undo. */
    reset: (values: Values) => put({ values, done: [], undone: [] }),
    /** Changes the values without adding a step. */
    amend: (values: Values) => put({ ...latest.current, values }),
    /**
     * Adds a step; further ones of the same name extend it, such as the letters typed into one
     * cell.
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
    /** Undoes the last step as a whole; returns the values before and after. */
    undo: () => {
      const { done, undone } = latest.current;
      const last = done.at(-1);
      if (!last) return undefined;
      put({ values: last.before, done: done.slice(0, -1), undone: [...undone, last] });
      return { from: last.after, to: last.before };
    },
    /** Redoes the step that was undone last. */
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
