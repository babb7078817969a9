import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { paths } from '#src/lib/paths.ts';

const fillName = async (page: Page, first: string) => {
  await field(page, 'Given name').fill(first);
  await field(page, 'Surname').fill('ແສງສຸລິຍາ');
  await page.getByRole('radio', { name: 'Female' }).check();
  await field(page, 'Phone').fill('020 5555 8123');
};

test('a clerk adds a teacher of the own branch, with times that do not overlap, and finds them again', async ({ page, signInAs, complaints }) => {
  complaints.expect(/400 \(Bad Request\)/);
  await signInAs('staff');
  await page.goto(paths.teachers);
  await page.getByRole('link', { name: 'Add teacher profile' }).click();
  await fillName(page, 'ກິ່ງແກ້ວ');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'Sisattanak' })).toBeChecked();
  await page.getByRole('radio', { name: 'USD' }).check();
  await field(page, 'Hourly rate').fill('12.5');
  for (const [from, to] of [['8:00', '11:30'], ['11.00', '12:00']] as const) {
    await page.getByRole('button', { name: 'Add a time' }).click();
    const row = page.getByRole('group', { name: /^Time \d$/ }).last();
    await row.getByRole('textbox', { name: /^From/ }).fill(from);
    await row.getByRole('textbox', { name: /^To/ }).fill(to);
  }
  await save(page).click();
  const second = page.getByRole('group', { name: 'Time 2' }).getByRole('textbox', { name: /^From/ });
  await expect(second).toHaveAccessibleDescription(/overlaps/);
  await expect(second).toBeFocused();
  await second.fill('11:30');
  await save(page).click();

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('ກິງແກ້ວ ແສງ');
  await page.getByRole('table').getByRole('link', { name: 'ກິ່ງແກ້ວ ແສງສຸລິຍາ' }).click();
  await expect(field(page, 'Hourly rate')).toHaveValue('12.50');
  await expect(page.getByRole('group', { name: 'Time 1' }).getByRole('textbox', { name: /^From/ })).toHaveValue('08:00');
});

test('finance is bounced from the teachers with the explanation', async ({ page, signInAs }) => {
  await signInAs('finance');
  await page.goto(paths.teachers);
  await expect(page.getByText(/You may not open “Teacher Profiles”|You may not open "Teacher Profiles"/)).toBeVisible();
});
