import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { edit, field, save } from '#e2e/pages/record-form.ts';
import { word } from '#e2e/words.ts';
import { paths } from '#src/lib/paths.ts';

test('an admin adds a category and a course whose next course may not lead back', async ({
  page,
  openAs,
  complaints,
}) => {
  complaints.expect(/400 \(Bad Request\)/);
  await openAs('admin', paths.courseCategories);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'English' })).toBeVisible();
  // Other journeys add categories to the same centre.
  const others = (await rows.count()) - 1;
  await page.getByRole('link', { name: 'Add course category' }).click();
  await field(page, 'Name (English)').fill('Music');
  await field(page, 'Name (Lao)').fill('ດົນຕີ');
  await field(page, 'Code').fill('mus');
  await expect(field(page, 'Position in the list')).toHaveValue(String(others));
  // Comes after all others, whatever their positions are.
  await field(page, 'Position in the list').fill('20');
  await page.getByRole('radio', { name: 'Gold' }).check();
  await expectAccessible(page);
  await save(page).click();
  await expect(rows.last()).toContainText('Music');
  await expect(page.getByRole('button', { name: 'Move MUS down' })).toBeDisabled();
  await page.getByRole('button', { name: 'Move MUS up' }).click();
  await expect(rows.nth(others)).toContainText('Music');

  await page.goto(paths.courses);
  await page.getByRole('link', { name: 'Add course', exact: true }).click();
  await field(page, 'Name (English)').fill('Piano 1');
  await field(page, 'Code').fill('pia-1');
  await page.getByRole('combobox', { name: /^Category/ }).selectOption('Music');
  await page.getByRole('combobox', { name: /^Next course/ }).selectOption('KID-1 · Kids 1');
  await field(page, 'Minimum age').fill('12');
  await field(page, 'Maximum age').fill('9');
  await save(page).click();
  await expect(field(page, 'Maximum age')).toHaveAccessibleDescription(
    'Must not be below the minimum age',
  );
  await field(page, 'Maximum age').fill('15');
  await save(page).click();
  await expect(field(page, 'Total hours')).toHaveAccessibleDescription(
    'Fill in at least one of the two',
  );
  await field(page, 'Number of sessions').fill('20');
  await expectAccessible(page);
  await save(page).click();
  const course = page.getByRole('table').getByRole('row', { name: /Piano 1/ });
  await expect(course).toContainText(/PIA-1.*Music.*12–15.*20 sessions.*KID-1/);

  await page.goto(`${paths.courses}?search=KID-1`);
  await page
    .getByRole('table')
    .getByRole('link', { name: /Kids 1/ })
    .click();
  await edit(page, 'Course');
  await page.getByRole('combobox', { name: /^Next course/ }).selectOption('PIA-1 · Piano 1');
  const inUse = page.getByRole('switch', { name: 'This course is in use' });
  await inUse.click();
  await save(page).click();
  await expect(page.getByRole('combobox', { name: /^Next course/ })).toHaveAccessibleDescription(
    /lead back to the same course/,
  );
  await page.getByRole('combobox', { name: /^Next course/ }).selectOption('KID-2 · Kids 2');
  await save(page).click();
  await expect(inUse).toHaveAccessibleDescription(/Classes not finished: \d+/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'a clerk finds a course and its price in Lao and cannot change it',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('staff', paths.courses, { language: 'lo' });
      const card = page.getByRole('listitem').filter({ hasText: 'ENG-A2' });
      await page.getByRole('button', { name: /^ຕົວກອງ/ }).click();
      const category = page.getByRole('combobox', { name: 'ໝວດຫຼັກສູດ' });
      await category.selectOption({ index: 2 });
      await expect(
        page
          .getByRole('listitem')
          .filter({ hasText: /(CHN|KID|MAT)/ })
          .first(),
      ).toBeVisible();
      await expect(card).toHaveCount(0);
      await page.reload();
      await expect(card).toHaveCount(0);
      await page.getByRole('button', { name: /^ຕົວກອງ/ }).click();
      await category.selectOption({ index: 1 });
      await page.getByRole('searchbox').fill('ອັງກິດ a2');
      await expect(card).toContainText('1,600,000 LAK');
      await expectAccessible(page);
      await card.getByRole('link').click();
      await expect(page.getByRole('definition').filter({ hasText: 'ENG-A2' })).toBeVisible();
      const change = new RegExp(`^${word('lo', 'record', 'edit')}`);
      await expect(page.getByRole('button', { name: change })).toHaveCount(0);
    },
  );
});
