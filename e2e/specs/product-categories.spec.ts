import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { paths } from '#src/lib/paths.ts';

test('an admin adds a product category; one with products stays in use', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/400 \(Bad Request\)/);
  await openAs('admin', paths.productCategories);
  const rows = page.getByRole('table').getByRole('row');
  await expect(
    rows.filter({ hasText: 'WORK' }).getByRole('link', { name: /^\d+ products of WORK$/ }),
  ).toHaveAttribute('href', /product-list\?categoryId=/);
  await page.getByRole('link', { name: 'Add product category' }).click();
  await field(page, 'Name (English)').fill('Games');
  await field(page, 'Code').fill('game');
  await save(page).click();
  await expect(field(page, 'Name (Lao)')).toHaveAccessibleDescription('Required');
  await field(page, 'Name (Lao)').fill('ເກມ');
  await expectAccessible(page);
  await save(page).click();
  await expect(rows.filter({ hasText: 'GAME' })).toContainText('ເກມ');

  await rows.getByRole('link', { name: /^Uniforms/ }).click();
  const inUse = page.getByRole('switch', { name: 'This category is in use' });
  await inUse.click();
  await save(page).click();
  await expect(inUse).toHaveAccessibleDescription(
    /^Products in use: \d+. Take them out of use first$/,
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'a clerk reads product categories in Lao and cannot change them',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('staff', paths.productCategories, { language: 'lo' });
      const card = page.getByRole('listitem').filter({ hasText: 'BOOK' });
      await expect(card.getByRole('link', { name: /ລາຍການໃນ BOOK$/ })).toBeVisible();
      await expect(page.getByRole('link', { name: 'ເພີ່ມໝວດສິນຄ້າ' })).toHaveCount(0);
      await expectAccessible(page);
      await card.getByRole('link', { name: /^ປຶ້ມຮຽນ/ }).click();
      await expect(save(page)).toHaveCount(0);
    },
  );
});
