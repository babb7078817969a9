import { flushSync } from 'react-dom';
import { toggleSidebar } from '#src/lib/appearance.ts';

/** The header's button, which shows the sidebar, and the sidebar's own, which hides it. */
export const MENU_TOGGLE_ID = 'menu-toggle';
export const MENU_CLOSE_ID = 'menu-close';

/** Moves the menu with `move`, and focuses the button that reverses it. */
export function moveMenu(move: () => void): void {
  flushSync(move);
  (document.getElementById(MENU_CLOSE_ID) ?? document.getElementById(MENU_TOGGLE_ID))?.focus();
}

/**
 * Shows or hides the sidebar and focuses the button that reverses it, because the pressed one may
 * be gone.
 */
export const flipSidebar = (): void => moveMenu(toggleSidebar);
