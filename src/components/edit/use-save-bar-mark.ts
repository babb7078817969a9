import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tells the page the height of its save bar, so that focused elements scroll clear of it and
 * floating ones make room. The mark is on the body, because a selector for the bar itself would be
 * matched again at every change of the page.
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
