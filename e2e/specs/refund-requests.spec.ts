import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { drawer } from '#contract/money/drawers.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Role } from '#contract/roles.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { paidPlace } from '#e2e/paid-place.ts';
import { familyPath } from '#src/entities/order/order-path.ts';
import { placePath } from '#src/entities/enrolment/place.ts';
import { paths } from '#src/lib/paths.ts';

const REQUESTS = `${paths.pendingPayment}?view=refunds`;
const inKip = (sum: number) => sum.toLocaleString('en-US');

/** A student who paid for a class and left it before it began; the family asks for the money. */
async function askedBack(api: (role: Role) => Promise<ApiClient>) {
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const { order, student, enrolmentId } = await paidPlace(admin, clerk);
  await clerk.post(
    `/enrolments/${enrolmentId}/change`,
    {
      change: 'withdraw',
      version: 1,
      reason: 'Moves away',
      lastDay: dayInLaos(),
      settlement: 'refund',
    },
    z.object({}),
  );
  return { order, student, sum: inKip(order.totalLAK), enrolmentId };
}

test('a refund that a family asks for is paid from the drawer, and the desk hears of it', async ({
  page,
  openAs,
  api,
}) => {
  const { order, student, enrolmentId } = await paidPlace(await api('admin'), await api('staff'));
  const sum = inKip(order.totalLAK);
  const dialog = page.getByRole('dialog');
  await followDevice(page);
  await openAs('staff', placePath(enrolmentId));
  await page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moves away');
  await dialog.getByRole('radio', { name: 'Refund' }).check();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog).toHaveCount(0);

  const staff = await api('staff');
  await openDrawer(staff);
  const inDrawer = async () =>
    (await staff.get('/drawers', z.array(drawer)))[0]?.shift?.expected?.LAK ?? 0;
  const before = await inDrawer();
  await openAs('finance', REQUESTS);
  const row = page.getByRole('listitem').filter({ hasText: order.number });
  await expect(row).toContainText('Moves away');
  await expectAccessibleInBothThemes(page);
  await row.getByRole('button', { name: /^Pay out/ }).click();
  await expect(dialog.getByRole('combobox', { name: 'Drawer' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: `Pay out ${sum}` }).click();
  await expect(page.getByText(new RegExp(`${sum} LAK paid out, receipt VTE-R`))).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await inDrawer()).toBe(before - order.totalLAK);

  await openAs('staff', paths.newEnrollment);
  await page.getByRole('button', { name: /from finance/ }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: order.number })).toContainText(
    `Refund paid out: ${sum}`,
  );
  await page.goto(familyPath(student._id));
  await expect(page.getByRole('main')).toContainText(`−${sum}`);
});

test(
  'a refund is paid by transfer with its reference, another is kept as credit',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [sent, kept] = [await askedBack(api), await askedBack(api)];
    const dialog = page.getByRole('dialog');
    const row = (number: string) => page.getByRole('listitem').filter({ hasText: number });
    await openAs('finance', REQUESTS);
    await row(sent.order.number)
      .getByRole('button', { name: /^Pay out/ })
      .click();
    await dialog.getByRole('button', { name: 'Bank transfer' }).click();
    await dialog.getByRole('button', { name: `Pay out ${sent.sum}` }).click();
    const reference = dialog.getByRole('textbox', { name: 'Reference' });
    await expect(reference).toHaveAccessibleDescription('Enter the reference');
    await reference.fill(randomUUID().slice(0, 8));
    await dialog.getByRole('button', { name: `Pay out ${sent.sum}` }).click();
    await expect(page.getByText(new RegExp(`${sent.sum} LAK paid out`))).toBeVisible();
    await expect(row(sent.order.number)).toHaveCount(0);

    await row(kept.order.number)
      .getByRole('button', { name: /^Keep as credit/ })
      .click();
    await dialog.getByRole('button', { name: 'Keep as credit' }).click();
    await expect(page.getByText('Kept as credit; the desk is told')).toBeVisible();
    await expect(row(kept.order.number)).toHaveCount(0);
    await openAs('staff', paths.newEnrollment);
    await page.getByRole('button', { name: /from finance/ }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: kept.order.number })).toContainText(
      `Refund of ${kept.sum} kept as credit`,
    );
    await page.goto(familyPath(kept.student._id));
    await expect(page.getByRole('main')).toContainText(kept.sum);
  },
);
