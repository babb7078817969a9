import type { Page } from '@playwright/test';
import { createBranch } from '#e2e/branch-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { paths } from '#src/lib/paths.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
const names = (page: Page) => page.getByRole('table').getByRole('link').allTextContents();

test('a superadmin adds a branch, finds it focused in the list, and reopens it', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.schoolBranch);
  await page.getByRole('link', { name: 'Add branch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add branch' })).toBeFocused();

  await save(page).click();
  await expect(field(page, 'Branch name')).toBeFocused();
  await expect(field(page, 'Branch name')).toHaveAccessibleDescription(/Required/);
  await expect(page.getByText('4 fields need attention')).toBeVisible();

  await field(page, 'Branch name').fill('Savannakhet');
  await field(page, 'Branch name (Lao)').fill('ສາຂາສະຫວັນນະເຂດ');
  await field(page, 'Code').fill('svk');
  await page.getByRole('combobox', { name: /^Province/ }).selectOption({ label: 'Savannakhet' });
  await field(page, 'Phone').fill('020 5555 0404');
  await page.getByRole('button', { name: 'Add bank account' }).click();
  await expect(field(page, 'Bank')).toBeFocused();
  await field(page, 'Bank').fill('BCEL');
  await field(page, 'Account name').fill('CHAMPA SVK');
  await field(page, 'Account number').fill('0404');
  await field(page, 'Largest discount by hand (%)').fill('15');
  await page
    .getByRole('switch', { name: /^Count without seeing/ })
    .locator('..')
    .click();
  await save(page).click();

  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Savannakhet/ })).toBeFocused();
  await expect(rowOf(page, 'Savannakhet')).toContainText('SVK');
  await expect(rowOf(page, 'Savannakhet')).toContainText('020 5555 0404');
  await page.reload();
  await page.getByRole('link', { name: /Savannakhet/ }).click();
  await expect(field(page, 'Account name')).toHaveValue('CHAMPA SVK');
  await expect(field(page, 'Largest discount by hand (%)')).toHaveValue('15');
  await expect(page.getByRole('switch', { name: /^Count without seeing/ })).toBeChecked();

  await page.getByRole('button', { name: 'Remove BCEL 0404' }).click();
  await expect(page.getByRole('button', { name: 'Add bank account' })).toBeFocused();
});

test('a superadmin searches and sorts the branches, and the address keeps both', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.schoolBranch);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();

  for (const wanted of ['pakse', 'ປາກເຊ', '0303', '020 5555 0303', 'PKS']) {
    await search.fill(wanted);
    await expect.poll(() => names(page)).toEqual([expect.stringMatching(/^Pakse/)]);
  }
  await search.fill('ຫລວງພະບາງ');
  await expect.poll(() => names(page)).toEqual([expect.stringMatching(/^Luang Prabang/)]);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === 'ຫລວງພະບາງ');
  await page.reload();
  await expect(search).toHaveValue('ຫລວງພະບາງ');
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);

  await search.fill('nowhere');
  await expect(page.getByRole('heading', { name: 'Nothing found for “nowhere”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('link', { name: /^Pakse/ })).toBeVisible();

  const head = page.getByRole('columnheader', { name: 'Code' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-code/);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const codes = await page.getByRole('row').locator('td:nth-child(2)').allTextContents();
  expect(codes).toEqual(codes.toSorted().toReversed());
  await expect(page.getByRole('columnheader', { name: 'Manager' }).getByRole('button')).toHaveCount(
    0,
  );
});

test('a superadmin edits a branch by keyboard only and saves with Ctrl+S', async ({
  page,
  openAs,
  api,
}) => {
  const made = await createBranch(await api('superadmin'), 'KEY', { branchName: 'AAA keyboard' });
  await openAs('superadmin', paths.schoolBranch);
  await page.getByRole('link', { name: made.branchName }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: made.branchName })).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('link', { name: made.branchName })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Manager')).toBeVisible();
  await field(page, 'Manager').focus();
  await page.keyboard.type('Souliya', likeAPerson);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('link', { name: made.branchName })).toBeFocused();
  await expect(rowOf(page, made.branchName)).toContainText('Souliya');
});

test(
  'Back and Cancel lead from a record to the list as it was left',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('superadmin', paths.schoolBranch);
    await page.getByRole('searchbox', { name: 'Search' }).fill('pakse');
    await expect(page).toHaveURL(/search=pakse/);
    for (const way of [
      page.getByRole('link', { name: 'Back' }),
      page.getByRole('button', { name: 'Cancel' }),
    ]) {
      await page.getByRole('link', { name: /^Pakse/ }).click();
      await way.click();
      await expect(page).toHaveURL(/search=pakse/);
      await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('pakse');
    }
  },
);

test.describe('on a phone, in Lao', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('branches are cards that open, and errors are in Lao', async ({ page, openAs }) => {
    await openAs('superadmin', paths.schoolBranch, { language: 'lo' });
    const card = page.getByRole('listitem').filter({ hasText: 'ປາກເຊ' });
    await expect(card).toContainText('020 5555 0303');
    await expect(page.getByRole('table')).toHaveCount(0);
    await card.tap({ position: { x: 300, y: 40 } });
    await page.getByRole('textbox', { name: /^ເບີໂທ/ }).fill('12');
    await page.getByRole('button', { name: 'ບັນທຶກ' }).tap();
    await expect(page.getByRole('textbox', { name: /^ເບີໂທ/ })).toHaveAccessibleDescription(
      /ເບີໂທບໍ່ຖືກຕ້ອງ/,
    );
    await expect(page.getByText('ຕ້ອງແກ້ໄຂ 1 ຊ່ອງ')).toBeVisible();
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
});
