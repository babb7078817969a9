import type { Page } from '@playwright/test';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

test('the class list has tabs with counts, a day filter and a sum of seats', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.allocateClasses);
  await expect(rows(page).first()).toBeVisible();
  const all = await rows(page).count();
  const running = page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('button', { name: /^Running/ });
  const count = Number((await running.textContent())?.replace(/\D/g, ''));
  expect(count).toBeGreaterThan(0);
  await running.click();
  await expect(rows(page)).toHaveCount(count);
  const seats = await rows(page)
    .locator('td', { hasText: /^\d+\/\d+$/ })
    .allTextContents();
  const sum = (at: number) => seats.reduce((total, text) => total + Number(text.split('/')[at]), 0);
  const foot = page.getByRole('table').locator('tfoot').getByRole('row');
  await expect(foot).toHaveAccessibleName(new RegExp(`Total of ${count} classes`));
  await expect(foot).toContainText(`${sum(0)}/${sum(1)}`);

  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('button', { name: /^All/ })
    .click();
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: /^First day/ })
    .click();
  const days = page.getByRole('group', { name: 'First day' });
  await expect(days).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(days).toBeHidden();
  await expect(page.getByRole('button', { name: /^First day All/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const tomorrow = addDays(dayInLaos(), 1);
  await days.getByRole('textbox', { name: 'From' }).fill(showDay(tomorrow));
  await expect(page).toHaveURL(new RegExp(`startDateFrom=${tomorrow}`));
  await expect.poll(() => rows(page).count()).toBeLessThan(all);
  await page.reload();
  await expect(
    page.getByRole('button', { name: `Remove filter First day ≥ ${showDay(tomorrow)}` }),
  ).toBeVisible();
  await expect.poll(() => rows(page).count()).toBeLessThan(all);
  await expectAccessible(page);
});

test(
  'a row has a menu, also by keyboard, and the focus returns to it',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    const row = rows(page).nth(1);
    const menu = row.getByRole('button', { name: /^Actions: / });
    await menu.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menu').getByRole('menuitem');
    await expect(items).toHaveText([/^Call 0/, 'History', 'Archive']);
    // The menu lies over the table, so it must be opaque, and its lines must fit a finger.
    await expect(page.getByRole('menu')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    expect((await items.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
    await expect(menu).toBeFocused();
    await menu.click();
    await items.filter({ hasText: 'History' }).click();
    await page
      .getByRole('dialog', { name: /^History of / })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(menu).toBeFocused();
  },
);
