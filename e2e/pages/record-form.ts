import type { Page } from '@playwright/test';

/**
 * A text field of a form by its label, without the star or the word "optional" behind the label.
 */
export function field(page: Page, label: string) {
  const exactly = label.replace(/[()]/g, '\\$&');
  return page.getByRole('textbox', { name: new RegExp(`^${exactly}( \\*| optional)?$`) });
}

/** The button that saves an English form. */
export function save(page: Page) {
  return page.getByRole('button', { name: 'Save', exact: true });
}
