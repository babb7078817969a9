import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { word } from '#e2e/words.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';

const en = (key: string, values?: Record<string, string>) => word('en', 'reports', key, values);
const lo = (key: string, values?: Record<string, string>) => word('lo', 'reports', key, values);

test('an admin opens the rows of an enrolment figure, regroups it, and goes back', async ({
  page,
  openAs,
}) => {
  await followDevice(page);
  await openAs('admin', paths.enrollmentReport);
  const active = page.getByRole('region', { name: en('title.active'), exact: true });
  const total = active.getByRole('row').last();
  await expect(total).toContainText(/\d/);
  await expectAccessibleInBothThemes(page);

  // The way back, and the figures near the top of a small tablet.
  const crumbs = page.getByRole('navigation', { name: word('en', 'shell', 'crumbs.label') });
  await expect(crumbs.getByRole('link')).toHaveAttribute('href', paths.overview);
  await page.setViewportSize({ width: 1024, height: 768 });
  const figures = page.getByRole('main').locator('dl').first();
  await expect(figures.locator('dt')).toHaveCount(5);
  expect((await figures.boundingBox())?.y).toBeLessThan(260);
  await figures.getByRole('link', { name: en('title.drops') }).click();
  await expect(page.getByRole('region', { name: en('title.drops') })).toBeInViewport();
  await page.goBack();

  const students = total.getByRole('button').first();
  const sum = await students.innerText();
  await students.click();
  const rows = page.getByRole('region', {
    name: en('rowsOf', { of: `${en('title.active')}, ${en('value.students')}` }),
  });
  await expect(rows.getByRole('heading')).toContainText(sum);
  await expect(page).toHaveURL(/figure=active/);
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await expect(rows.getByRole('heading')).toContainText(sum);

  await active.getByRole('combobox').selectOption('teacher');
  await expect(page).toHaveURL(/by\.active=teacher/);
  await expect(rows).toHaveCount(0);
  await expect(total).toContainText(sum);
  await page.getByRole('combobox', { name: en('compare.label') }).selectOption('previous');
  await expect(active.getByRole('columnheader').nth(-2)).toHaveText(en('compare.column'));
  await expect(active.getByRole('columnheader').last()).toHaveText(en('compare.change'));
  await active.locator('summary').click();
  await expect(active.getByText(en('meaning.active'))).toBeVisible();

  await page
    .getByRole('navigation', { name: en('tabs') })
    .getByRole('link', { name: en('part.classes') })
    .click();
  await expect(page.getByRole('region', { name: en('title.seats'), exact: true })).toBeVisible();
  await page.goBack();
  await expect(active).toBeVisible();
});

test('staff read attendance and whom to call on a phone in Lao', async ({ page, openAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await followDevice(page);
  // On the first day of a month nothing was taught in it yet.
  const today = dayInLaos();
  const range = `from=${addDays(today, -31)}&to=${today}`;
  await openAs('staff', `${paths.attendanceReports}?${range}`, { language: 'lo' });
  const marks = page.getByRole('region', { name: lo('title.marks'), exact: true });
  await expect(marks.getByRole('row').last()).toContainText(/\d/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const goesSideways = await page
    .getByRole('table')
    .locator('..')
    .evaluateAll((frames) =>
      frames
        .filter((frame) => frame.scrollWidth > frame.clientWidth)
        .map((frame) => frame.ariaLabel),
    );
  expect(goesSideways).toEqual([]);
  await expect(marks.getByRole('heading')).toBeInViewport();
  const filters = page.getByRole('button', { name: word('lo', 'common', 'list.filters') });
  const compare = page.getByRole('combobox', { name: lo('compare.label') });
  await expect(compare).toBeHidden();
  await filters.press('Enter');
  await compare.selectOption('previous');
  await expect(filters).toHaveAccessibleName(new RegExp(lo('compare.previous')));
  await expectAccessibleInBothThemes(page);
  await filters.press('Enter');
  await expect(compare).toBeHidden();
  await marks.getByRole('row').last().getByRole('button').first().click();
  await expect(page.locator('[data-rows]').getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('region', { name: lo('paySheet.title') })).toHaveCount(0);
});

test('an admin reads money by drawer and course, and the pay sheet', async ({ page, openAs }) => {
  await followDevice(page);
  const year = dayInLaos().slice(0, 4);
  await openAs(
    'admin',
    `${paths.financialReports}?figure=received&from=${year}-01-01&to=${year}-12-31`,
  );
  await expect(page.locator('[data-rows]')).toBeVisible();
  await expect(page.getByRole('region', { name: en('title.stock'), exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // Another tab shows the same days.
  const tabs = page.getByRole('navigation', { name: word('en', 'money-reports', 'report.tabs') });
  await tabs.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`from=${year}-01-01&to=${year}-12-31`));

  await page.goto(`${paths.attendanceReports}?from=${year}-01-01&to=${year}-12-31`);
  await page
    .getByRole('navigation', { name: en('tabs') })
    .getByRole('link', { name: en('paySheet.title') })
    .click();
  await expect(page).toHaveURL(new RegExp(`from=${year}-01-01`));
  const pay = page.getByRole('region', { name: en('paySheet.title') });
  await expect(pay.getByRole('row').last()).toContainText(en('total'));
  const amounts = (await pay.locator('tbody td:last-child').allTextContents()).filter((text) =>
    text.endsWith(' LAK'),
  );
  const kip = amounts.reduce((sum, text) => sum + Number(text.replaceAll(/\D/g, '')), 0);
  expect(kip).toBeGreaterThan(0);
  await expect(pay.locator('tfoot td:last-child')).toContainText(
    `${kip.toLocaleString('en-US')} LAK`,
  );
});
