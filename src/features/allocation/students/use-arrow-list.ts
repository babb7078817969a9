import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

type Options = {
  ids: readonly string[];
  onChoose: (ids: readonly string[]) => void;
};

/**
 * Makes a long list of checkboxes a single Tab stop: arrows, Home and End move through it, with
 * Shift they select on the way, and Ctrl+A selects all.
 */
export function useArrowList({ ids, onChoose }: Options) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = current !== undefined && ids.includes(current) ? current : ids[0];
  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    setCurrent(id);
    list.current?.querySelector<HTMLInputElement>(`input[value="${id}"]`)?.focus();
  };
  // The focused row and its index.
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (
      focused.current === undefined ||
      (document.activeElement && document.activeElement !== document.body)
    )
      return;
    // Another desk has given that student a class, so the next row has taken the index.
    goTo(ids[Math.min(focused.current, ids.length - 1)]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const at = ids.indexOf(stop ?? '');
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && ids.length > 0) {
      event.preventDefault();
      return onChoose(ids);
    }
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = ids[Math.min(Math.max(to, 0), ids.length - 1)];
    if (event.shiftKey && next !== undefined && stop !== undefined) onChoose([stop, next]);
    goTo(next);
  };
  return {
    list,
    onKeyDown,
    /** The props for the checkbox of a row. */
    box: (id: string) => ({
      value: id,
      tabIndex: id === stop ? 0 : -1,
      onFocus: () => {
        setCurrent(id);
        focused.current = ids.indexOf(id);
      },
      onBlur: () => {
        focused.current = undefined;
      },
    }),
    /** Puts the focus back where the person was in the list. */
    focus: () => goTo(stop),
  };
}
