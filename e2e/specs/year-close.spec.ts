import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { paths } from '#src/lib/paths.ts';

test('an admin sets the students without a place inactive after their names, and undoes it', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 400, height: 850 });
  await openAs('admin', `${paths.terms}?view=year`);
  await expect(page.getByRole('heading', { name: /^Close of the year \d{4}$/ })).toBeVisible();
  const list = page.getByRole('region', { name: /^What is left to do/ });
  // On a phone a row is a card.
  const line = list.locator('tr', { hasText: 'students without a place for 12 months' });
  await expect(line.getByText('To do', { exact: true })).toBeVisible();
  const named = (await line.innerText()).match(/ST-\d+-\d+/g) ?? [];
  // Other pages of this role stay shut: an admin opens neither the days nor a student.
  await expect(list.getByRole('link', { name: 'Close days' })).toHaveCount(0);
  await expect(line.getByRole('link')).toHaveCount(0);

  await line.getByRole('button', { name: /^Set \d+ students? inactive…$/ }).click();
  const dialog = page.getByRole('dialog', { name: `Change status, students: ${named.length}` });
  await expect(dialog.getByRole('listitem')).toHaveText(
    named.map((code) => new RegExp(`^${code} `)),
  );
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveValue('inactive');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(line.getByText('Nobody.')).toBeVisible();
  await expect(line.getByText('Done', { exact: true })).toBeVisible();
  await expect(list.getByRole('heading', { name: /^What is left to do/ })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line.getByText('To do', { exact: true })).toBeVisible();
  for (const code of named) await expect(line.getByText(code)).toBeVisible();
  // The toast is gone, and the focus is where it was before its button.
  await expect(list.getByRole('heading', { name: /^What is left to do/ })).toBeFocused();
  await expectAccessible(page);
});

test('a superadmin goes from the close of a year to where each line is put right', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.terms);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Close of the year' }).click();
  const list = page.getByRole('region', { name: /^What is left to do/ });
  for (const [name, heading] of [
    ['Close days', 'Days'],
    ['Check the books', 'Books'],
    ['Export everything', 'Export everything'],
  ] as const) {
    await list.getByRole('link', { name }).first().click();
    await expect(page.locator('main h1')).toHaveText(new RegExp(heading));
    await page.goBack();
  }
  const numbers = page.getByRole('region', { name: /^Last numbers: VTE/ });
  await expect(numbers.locator('tr', { hasText: 'Receipts' })).toContainText('begins at 1');
});
