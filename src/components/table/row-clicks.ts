import type { MouseEvent } from 'react';

/** Whether a click on a link is to open it here: with a key held it is the browser's. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * Whether a click on `target` opens its row: not one on something that does more, nor the end of
 * selecting a text.
 */
export const opensRow = (target: Element): boolean =>
  window.getSelection()?.toString() === '' && !target.closest('a, button, label');
