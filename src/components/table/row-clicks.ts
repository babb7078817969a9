import type { MouseEvent } from 'react';

/** True if a click on a link opens it here; with a modifier key, the browser handles it. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * True if a click on `target` opens its row: not on a control of its own, and not at the end of
 * selecting text.
 */
export const opensRow = (target: Element): boolean =>
  window.getSelection()?.toString() === '' && !target.closest('a, button, label');
