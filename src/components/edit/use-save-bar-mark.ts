import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tells the page how high the bar at its bottom is, so that what is focused or jumped to is
 * scrolled clear of it and what floats there makes room. The mark is on the page's body, because a
 * selector for the bar itself would be looked up again at every change of the page.
 */
export function useSaveBarMark(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { body } = document;
    body.toggleAttribute('data-has-save-bar', true);
    const watch = new ResizeObserver(() =>
      body.style.setProperty('--save-bar', `${bar.current?.offsetHeight ?? 0}px`),
    );
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      body.style.removeProperty('--save-bar');
      body.toggleAttribute('data-has-save-bar', false);
    };
  }, []);
  return bar;
}
