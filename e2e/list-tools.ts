import type { Page } from '@playwright/test';

/** Presses an entry of the menu of a list: Export, Import, Print or Columns. */
export async function openListTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Tools of the list' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

/** Shows a column of a list that is hidden until somebody chooses it. */
export async function showColumn(page: Page, name: string): Promise<void> {
  await openListTool(page, 'Columns');
  await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
}
