import { useLayoutEffect } from 'react';

/**
 * Says on the page's body that a bar sticks to its bottom, so that what floats there makes room. Not found by a selector:
 * the browser would look for the bar again at every change of the page.
 */
export function useSaveBarMark(): void {
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-has-save-bar', true);
    return () => void document.body.toggleAttribute('data-has-save-bar', false);
  }, []);
}
