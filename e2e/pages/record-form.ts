import type { Page } from '@playwright/test';

/**
 * A line of text in a form, by its label; the star and the word "optional" behind the label do not
 * count.
 */
export function field(page: Page, label: string) {
  const exactly = label.replace(/[()]/g, '\\$&');
  return page.getByRole('textbox', { name: new RegExp(`^${exactly}( \\*| optional)?$`) });
}

/** The button that saves an English form. */
export function save(page: Page) {
  return page.getByRole('button', { name: 'Save', exact: true });
}
