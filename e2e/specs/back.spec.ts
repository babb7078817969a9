import type { Page } from '@playwright/test';
import { paths } from '#src/lib/paths.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const back = (page: Page) => page.evaluate(() => window.history.back());

test('Back closes what lies over a page before it leaves it', async ({ page, openAs }) => {
  await openAs('staff', paths.teachers);
  const bar = page.getByRole('navigation', { name: 'Bottom bar' });
  await bar.getByRole('link', { name: 'Students' }).click();
  await expect(page).toHaveURL(paths.students);
  const more = bar.getByRole('button', { name: 'More' });
  const sheet = page.getByRole('dialog', { name: 'More' });
  const row = page.locator(`main a[href^="${paths.editStudent}"]`).first();
  await expect(row).toBeVisible();
  for (const round of [1, 2]) {
    await more.click();
    await expect(sheet, `round ${round}`).toBeVisible();
    await back(page);
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(paths.students);
    await expect(more).toBeFocused();
  }

  // The filters are no dialog, but lie over the page as well.
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.click();
  const panel = page.getByRole('region', { name: 'Filters' });
  await expect(panel).toBeVisible();
  await back(page);
  await expect(panel).toBeHidden();
  await expect(filters).toBeFocused();

  // A sheet that a link has closed is nothing to close any more.
  await row.click();
  await expect(page).toHaveURL(new RegExp(paths.editStudent));
  const acts = page.getByRole('navigation', { name: 'Bottom bar' });
  await acts.getByRole('link', { name: 'Take a payment' }).waitFor();
  await back(page);
  await expect(page).toHaveURL(paths.students);
  await more.click();
  await sheet.getByRole('link', { name: 'Teacher Profiles' }).click();
  await expect(page).toHaveURL(paths.teachers);
  await back(page);
  await expect(page).toHaveURL(paths.students);
  await expect(sheet).toBeHidden();

  // A Back that only closed something is over: the next link asks nothing.
  await more.click();
  await back(page);
  await expect(sheet).toBeHidden();
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('dialog:modal')) document.body.dataset['asked'] = 'yes';
    });
    seen.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await row.click();
  await expect(page).toHaveURL(new RegExp(paths.editStudent));
  await acts.getByRole('link', { name: 'Take a payment' }).waitFor();
  expect(await page.evaluate(() => document.body.dataset['asked'])).toBeUndefined();
});

test('Back closes a panel over a form that is not saved, then asks before it leaves', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.students);
  await page.getByRole('link', { name: 'Add student profile' }).click();
  const name = page.getByRole('textbox', { name: 'First name' }).first();
  await name.fill('Noy');
  const { drawer } = new Shell(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(drawer).toBeVisible();
  await back(page);
  await expect(drawer).toBeHidden();
  const question = page.getByRole('dialog', { name: /unsaved changes/ });
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(paths.addStudent);

  await back(page);
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(paths.addStudent);
  await back(page);
  await expect(page).toHaveURL(paths.addStudent);
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Noy');
  await back(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(paths.students);
});

test('a link to a part of the page has an entry that the router counts', async ({
  page,
  openAs,
}) => {
  await openAs('admin', paths.enrollmentReport);
  const place = () => page.evaluate(() => (history.state as { idx: number }).idx);
  await page.locator('main a[href="#drops"]').click();
  await expect(page).toHaveURL(/#drops$/);
  await expect(page.locator('#drops')).toBeInViewport();
  expect(await place()).toBe(1);
  await back(page);
  await expect(page).not.toHaveURL(/#/);
  expect(await place()).toBe(0);
});
