import { flushSync } from 'react-dom';
import { toggleSidebar } from '#src/lib/appearance.ts';

/**
 * The header's button, which brings the sidebar back, and the sidebar's own, which puts it away.
 */
export const MENU_TOGGLE_ID = 'menu-toggle';
export const MENU_CLOSE_ID = 'menu-close';

/**
 * Flips the sidebar and keeps the focus on the button that flips it back: the one pressed may be
 * gone.
 */
export function flipSidebar(): void {
  flushSync(toggleSidebar);
  (document.getElementById(MENU_CLOSE_ID) ?? document.getElementById(MENU_TOGGLE_ID))?.focus();
}
