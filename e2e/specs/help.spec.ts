import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => sheet(page).getByRole('heading', { level: 2 });

test('the help of a screen leads into the manual and back', async ({ page, openAs }) => {
  await openAs('staff', paths.students);
  const button = page.getByRole('button', { name: 'Help', exact: true });
  await button.click();
  await expect(title(page)).toHaveText('Student Profiles');
  await expect(sheet(page).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'At the desk' }).click();
  await expect(title(page)).not.toHaveText('Student Profiles');
  await sheet(page).getByRole('listitem').getByRole('button').first().click();
  await expect(sheet(page).getByRole('heading', { name: 'Steps' })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Back to the previous page' }).click();
  await sheet(page).getByRole('button', { name: 'Back to the previous page' }).click();
  await expect(title(page)).toHaveText('Student Profiles');
  await sheet(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(sheet(page)).toContainText('Save the form');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a phone has the help in the menu of the person and under More, in Lao', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs('admin', paths.overview, { language: 'lo' });
  const shell = new Shell(page, 'lo');
  await expect(shell.heading).toBeVisible();
  await shell.profileMenu.click();
  await page.getByRole('menuitem', { name: 'ຊ່ວຍເຫຼືອ' }).click();
  await expect(sheet(page).getByRole('heading', { name: 'ຂັ້ນຕອນ' })).toBeVisible();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'ປິດ', exact: true }).click();
  await page.getByRole('button', { name: 'ເພີ່ມເຕີມ' }).click();
  await sheet(page).getByRole('button', { name: 'ຊ່ວຍເຫຼືອ' }).click();
  await expect(sheet(page).getByRole('heading', { name: 'ຂັ້ນຕອນ' })).toBeVisible();
});

test('everyday words lead to a text, also with a wrong letter', async ({ page, openAs }) => {
  await openAs('staff', paths.students);
  await page.getByRole('button', { name: 'Find anything' }).click();
  const box = page.getByRole('combobox', { name: 'What are you looking for?' });
  await box.fill('give mony back');
  const options = page.getByRole('group', { name: 'Help' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  const found = (await options.first().textContent()) ?? '';
  await options.first().click();
  await expect(title(page)).toHaveText(found);
});

test('the help opens without a network', { tag: '@worker' }, async ({ page, openAs, context }) => {
  await openAs('staff', paths.newEnrollment);
  await workerReady(page);
  await context.setOffline(true);
  // The desk's first field has the focus, where the key would type.
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(sheet(page).getByRole('heading', { name: 'Steps' })).toBeVisible();
});
