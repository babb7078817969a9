import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { paths } from '#src/lib/paths.ts';
import { expectAccessibleIn } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { word } from '#e2e/words.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const barOf = (page: Page, language: Language = 'en') =>
  page.getByRole('navigation', { name: word(language, 'shell', 'bar.label') });

test('the bar leads a superadmin to a place, to the rest of the menu, and to the main action', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  const bar = barOf(page);
  const { heading } = new Shell(page);
  await expect(bar.getByRole('link')).toHaveText(['Today', 'Students', 'Week', 'New visit']);
  await expect(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');

  // It answers the press before it goes anywhere.
  const students = bar.getByRole('link', { name: 'Students' });
  await students.hover();
  await page.mouse.down();
  await expect(students).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.mouse.up();
  await expect(page).toHaveURL(paths.students);
  await expect(heading).toBeFocused();
  await expect(bar.getByRole('link', { name: 'Students' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link').last()).toHaveText('Add student profile');
  // The page's last line ends above the bar.
  const top = (await bar.boundingBox())?.y ?? 0;
  await expect
    .poll(async () => {
      // More rows come while the page is scrolled.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const box = await new Shell(page).footer.boundingBox();
      return box === null ? undefined : Math.round(box.y + box.height) <= top;
    })
    .toBe(true);

  // A record has its main act there, and no second one in its head.
  await page.locator(`main a[href^="${paths.editStudent}"]`).first().click();
  await expect(bar.getByRole('link', { name: 'Take a payment' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Take a payment' })).toHaveCount(1);
  // The call stands beside it; the places give way, and the way back stands in the head.
  await expect(bar.getByRole('link')).toHaveText(['Call', 'Take a payment']);
  const inHead = page.locator('[data-page-head]').getByRole('link');
  await expect(inHead).toHaveAccessibleName('Back');
  await inHead.click();
  await expect(bar.getByRole('link').last()).toHaveText('Add student profile');

  const more = bar.getByRole('button', { name: 'More' });
  await more.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expect(sheet.getByRole('link', { name: 'Academic Terms' })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Student Profiles' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await sheet.getByRole('link', { name: 'Academic Terms' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(paths.terms);
  await expect(heading).toBeFocused();
  await expect(more).toHaveAttribute('aria-current', 'true');
});

test('the bar gives way to the bar of a form, of the desk, and of chosen rows', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.students);
  const bar = barOf(page);
  await bar.getByRole('link', { name: 'Add student profile' }).click();
  await expect(page).toHaveURL(paths.addStudent);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(bar).toBeHidden();
  await page.goBack();
  await bar.getByRole('link', { name: 'Desk' }).click();
  await expect(page).toHaveURL(paths.newEnrollment);
  await expect(bar).toBeHidden();
});

test('an admin is told in the sheet which pages are for others, and finance has its places in Lao', async ({
  page,
  openAs,
  otherPage,
}) => {
  await openAs('admin', paths.announcements);
  await barOf(page).getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expect(sheet.getByRole('link').last()).toHaveAccessibleName(
    'Admin & Staff Account Only for: superadmin',
  );
  await expect(sheet.getByRole('link', { name: 'Announcements' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessibleIn(page, 'light', 'the rest of the menu');

  const lao = await otherPage();
  await lao.setViewportSize({ width: 390, height: 844 });
  await openAs('finance', paths.exchangeRate, { page: lao, language: 'lo' });
  const places = barOf(lao, 'lo');
  await expect(places.getByRole('link')).toHaveText([
    ...['slips', 'payments', 'rates'].map((key) => word('lo', 'shell', `bar.${key}`)),
    word('lo', 'shell', 'page.addRate'),
  ]);
  // No word is cut or broken.
  const cut = await places.evaluate((nav) =>
    [...nav.querySelectorAll<HTMLElement>('a, button')]
      .filter((place) => place.scrollWidth > place.clientWidth)
      .map((place) => place.textContent),
  );
  expect(cut).toEqual([]);
  expect(await lao.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
