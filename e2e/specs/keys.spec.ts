import type { Page } from '@playwright/test';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { paths } from '#src/lib/paths.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Presses a control by a key, as somebody who has no pointer. */
async function pressByKey(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

test('the focus stays at the end of a way, and passes on when its control goes', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.courseCategories);
  await pressByKey(page, 'Move ENG down');
  await expect(page.getByRole('row').nth(2)).toContainText('ENG');
  await expect(button(page, 'Move ENG down')).toBeFocused();
  // At the end of its way the button keeps the focus, and the next key passes it by.
  await pressByKey(page, 'Move ENG up');
  await expect(button(page, 'Move ENG up')).toBeDisabled();
  await expect(button(page, 'Move ENG up')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Move ENG down')).toBeFocused();

  await new Shell(page).visit(paths.students);
  const rows = page.getByRole('table').locator('tbody').getByRole('checkbox');
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toHaveText('1 selected');
  await pressByKey(page, 'Clear selection');
  // The bar goes with its button; the pages stand before it.
  await expect(button(page, 'Next page')).toBeFocused();
});

test('a sale by keys loses the focus neither in a line nor at the printer', async ({
  page,
  openAs,
  api,
}) => {
  const { nameEn } = await bookInStock(await api('admin'));
  await openDrawer(await api('staff'));
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('searchbox', { name: 'Class, book or barcode' }).focus();
  await page.keyboard.type(nameEn, likeAPerson);
  await expect(page.getByRole('button', { name: new RegExp(`^${nameEn}`) })).toBeVisible();
  await page.keyboard.press('Enter');
  // The line opens where its heading says what it is, and gives the focus back to the bill.
  await pressByKey(page, nameEn);
  const line = page.getByRole('region', { name: nameEn, exact: true });
  await expect(line.getByRole('heading')).toBeFocused();
  await line.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Enter');
  await expect(button(page, nameEn)).toBeFocused();

  await pressByKey(page, 'Cash');
  await expect(page.getByRole('textbox', { name: 'Received' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
  await pressByKey(page, 'Print');
  await expect(button(page, 'Reprint')).toBeFocused();
});
