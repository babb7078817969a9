import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { printed } from '#e2e/pdf.ts';
import { word } from '#e2e/words.ts';
import { dayInLaos } from '#contract/dates.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import { drawer, shift as shiftRow } from '#contract/money/drawers.ts';
import * as z from 'zod/mini';
import { formatDate } from '#src/lib/text/format.ts';
import { paths } from '#src/lib/paths.ts';

const t = (key: string, values: Record<string, string> = {}) => word('en', 'days', key, values);
const today = formatDate(dayInLaos());

// The narrower of the two devices on which days are closed.
test.use({ viewport: { width: 800, height: 1280 } });

test('finance accepts a difference and closes the day; its paper and reprint say so', async ({
  page,
  openAs,
  api,
}) => {
  test.slow();
  const [staff, owner] = [await api('staff'), await api('superadmin')];
  await followDevice(page);
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] =
        document.querySelector('[aria-label="Day closing"]')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await openDrawer(staff);
  const open = (await staff.get(drawers.path, z.array(drawer))).flatMap(({ shift }) => shift ?? []);
  for (const shift of open.slice(1))
    await staff.post(
      `/shifts/${shift._id}/close`,
      { counted: shift.expected, left: shift.expected },
      shiftRow,
    );
  const [shift] = open;
  if (!shift?.expected) throw new Error('No open drawer');
  const counted = { ...shift.expected, LAK: shift.expected.LAK - 40_000 };
  await staff.post(
    `/shifts/${shift._id}/close`,
    { counted, left: counted, reason: 'a note too many' },
    shiftRow,
  );

  await openAs('finance', `${paths.paymentHistory}?view=days`);
  await page.getByRole('link', { name: today, exact: true }).click();
  await expect(
    page.getByRole('button', { name: t('closeDay', { day: today }), exact: true }),
  ).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await page
    .getByRole('link', { name: t('stillToAccept', { name: shift.drawerName, day: today }) })
    .click();
  await page
    .getByRole('button', { name: word('en', 'drawer', 'acceptDifference'), exact: true })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('en', 'drawer', 'acceptDifference'), exact: true })
    .click();
  await expect(page.getByText('Difference accepted by')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.goto(`${paths.paymentHistory}?view=days&id=${dayInLaos()}`);
  await page.getByRole('button', { name: t('closeDay', { day: today }), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('closeDay', { day: today }), exact: true })
    .click();
  await expect(page.getByRole('heading', { name: t('dayOf', { day: today }) })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: t('print') }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-printed',
    /Day closing.*Difference.*−40,000/,
  );
  await expect(page.locator('html')).not.toHaveAttribute('data-printed', /COPY/);
  await page.getByRole('button', { name: t('print') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', /COPY 2/);

  // A closed day accepts no count of the safe, and the page says so before anything is typed.
  await page.goto(`${paths.paymentHistory}?view=safe`);
  await expect(page.getByText(t('safeShut'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('safeActs.count') })).toBeDisabled();
  // The safe is printed in the frame of every list, with its number on each sheet.
  await expect(page.locator('[data-print-frame]')).toContainText(t('safeTitle'));
  expect((await printed(page)).text).toMatch(/Page1of\d/);
  await owner.post(
    `/days/${dayInLaos()}/reopen`,
    { branchId: shift.branchId, reason: 'the next test' },
    z.object({}),
  );
  await page.reload();
  await page.getByRole('button', { name: t('safeActs.count') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
