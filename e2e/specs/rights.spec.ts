import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

test('a superadmin reads why, makes a set and gives it; the clerk reads what it takes away', async ({
  page,
  openAs,
  otherPage,
}) => {
  await openAs('superadmin', paths.staff);
  await page.getByRole('link', { name: 'Rights' }).click();
  const orders = page.getByRole('row', { name: /^Void an order without money/ });
  await orders.getByRole('button', { name: 'staff: Own, same day. Why?' }).click();
  const sheet = page.getByRole('dialog', { name: 'Void an order without money' });
  await expect(sheet).toContainText('Only their own, on the same day');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Permission sets' }).click();
  await page.getByRole('button', { name: 'Add a set' }).click();
  await page.getByRole('menuitem', { name: 'For staff' }).click();
  const form = page.getByRole('dialog', { name: 'New set for staff' });
  await form.getByRole('textbox', { name: 'Name' }).fill('New clerk');
  await form
    .getByRole('group', { name: 'Takes away' })
    .getByRole('checkbox', { name: 'Add, change and import students' })
    .check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Change New clerk' })).toBeVisible();

  await page.getByRole('button', { name: 'One account' }).click();
  const account = page.getByRole('combobox', { name: 'Account', exact: true });
  const email = demoEmail('staff');
  const option = account.getByRole('option').filter({ hasText: email });
  await account.selectOption((await option.textContent()) ?? '');
  const carried = page.getByRole('combobox', { name: /^Permission set in / });
  await carried.selectOption('New clerk');
  const students = page.getByRole('row', { name: /^Add, change and import students/ });
  await students.getByRole('button', { name: /: No\. Why\?$/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Taken away by the set “New clerk”');
  await page.keyboard.press('Escape');

  const theirs = await otherPage();
  const signIn = new SignInPage(theirs);
  await signIn.open();
  await signIn.signIn(email, DEMO_PASSWORD);
  await expect(theirs).not.toHaveURL(new RegExp(paths.signIn));
  await theirs.goto(paths.addStudent);
  await expect(theirs.getByText('the set “New clerk” takes this right away')).toBeVisible();

  await carried.selectOption('No set');
  await expect(carried).toHaveValue('');
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Permission sets' }).click();
  await page.getByRole('button', { name: 'Change New clerk' }).click();
  await page.getByRole('button', { name: 'Remove the set' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Remove the set' }).click();
  await expect(page.getByText('No sets yet')).toBeVisible();
});

test('on a phone the areas begin closed, and a search opens those that have its words', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs('superadmin', `${paths.staff}?view=rights`);
  const area = page.getByRole('button', { name: /^The centre/ });
  await expect(area).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('row')).toHaveCount(0);
  const search = page.getByRole('searchbox', { name: 'Search rights' });
  await search.fill('announcements');
  const row = page.getByRole('rowheader', { name: 'Write announcements' });
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: /branches/ })).toHaveCount(0);
  await expectAccessible(page);
  // The longest word stays whole.
  const isCut = await row.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 2;
  });
  expect(isCut).toBe(false);
  await search.fill('no such words');
  await expect(page.getByText('No right has these words.')).toBeVisible();
  await search.fill('');
  await area.click();
  await expect(page.getByRole('row', { name: /^Read branches/ })).toBeVisible();
});
