import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { drawer, shift } from '#contract/money/drawers.ts';
import { orderPage } from '#contract/orders/order-page.ts';
import type { Role } from '#contract/roles.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { paymentPath } from '#src/features/payment-history/history-path.ts';
import { paths } from '#src/lib/paths.ts';

/** The price of a book of `bookInStock`. */
const PRICE = 145_000;
/** More than a dollar at any rate, because change in dollars gives the rest of one in kip. */
const FLOAT = 30_000;
/** Ten thousand dollars, for which a book gives back some 216 million kip. */
const DOLLARS = '10000';

const short = (sum: string) => word('en', 'payment', 'drawerShort', { sum: `${sum}\u00A0LAK` });
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

/** Leaves so many kip in the drawer; the rest goes into the safe. */
async function leaveInDrawer(clerk: ApiClient, kip: number): Promise<void> {
  await openDrawer(clerk);
  const [first] = await clerk.get('/drawers', z.array(drawer));
  const open = first?.shift;
  const amount = (open?.expected?.LAK ?? 0) - kip;
  if (amount <= 0) return;
  await clerk.post(
    `/shifts/${open?._id}/movements`,
    {
      kind: 'paidOut',
      paidOutKind: 'safe',
      currency: 'LAK',
      amount,
      reason: 'Full drawer',
      receivedBy: 'Khamla',
    },
    shift,
  );
}

/** A student's order of two books, one of which is paid in cash. */
async function halfPaid(api: (role: Role) => Promise<ApiClient>) {
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const { _id: productId } = await bookInStock(admin);
  const { _id: studentKey } = await createStudent(clerk, {
    firstName: 'Change',
    lastName: 'Shortdrawer',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7712',
  });
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    products: [{ key: randomUUID(), productId, quantity: 2, studentKey, giveNow: false }],
    tenders: [cash(PRICE)],
  });
  const { payments } = await clerk.get(`/orders/${order._id}`, z.extend(orderPage, {}));
  return { order, paymentId: payments[0]?._id ?? '' };
}

/** Tenders far more dollars than the change in kip allows. */
async function tenderDollars(within: Page | Locator): Promise<void> {
  await button(within, 'Cash').click();
  await within
    .getByRole('group', { name: word('en', 'payment', 'currency') })
    .getByRole('button', { name: 'USD' })
    .click();
  await within.getByRole('textbox', { name: word('en', 'payment', 'tendered') }).fill(DOLLARS);
}

test('change that the drawer does not hold is said before the visit or the payment is sent', async ({
  page,
  openAs,
  api,
}) => {
  const clerk = await api('staff');
  const { order } = await halfPaid(api);
  const { sku } = await bookInStock(await api('admin'));
  await leaveInDrawer(clerk, FLOAT);
  await followDevice(page);
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('searchbox', { name: word('en', 'desk', 'what.find') }).fill(sku);
  await button(page, new RegExp(sku)).click();
  await page.getByRole('textbox', { name: word('en', 'desk', 'who.walkInName') }).fill('Somsy');
  await tenderDollars(page);
  await expect(page.getByText(short('30,000'))).toBeVisible();
  await expect(button(page, 'Confirm')).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  // The change in dollars is there, because the tender itself brings them.
  const inDollars = page
    .getByRole('group', { name: word('en', 'payment', 'changeIn') })
    .getByRole('button', { name: 'USD' });
  await inDollars.click();
  await expect(page.getByText(short('30,000'))).toHaveCount(0);

  const dialog = page.getByRole('dialog');
  await page.goto(orderPath(order._id, 'pay'));
  await tenderDollars(dialog);
  await expect(dialog.getByRole('alert').filter({ hasText: short('30,000') })).toBeVisible();
  await expect(button(dialog, word('en', 'orders', 'pay.confirm'))).toBeDisabled();
  await expectAccessibleInBothThemes(page);
});

test('a refund beyond what the drawer holds is refused beside the drawer, and keeps what was typed', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  const { paymentId } = await halfPaid(api);
  await leaveInDrawer(await api('staff'), FLOAT);
  const t = (key: string) => word('en', 'payment-history', key);
  const dialog = page.getByRole('dialog');
  await followDevice(page);
  await openAs('finance', paymentPath(paymentId));
  await button(page, t('act.refund')).click();
  const [reason, from] = [
    dialog.getByRole('textbox', { name: t('way.reason') }),
    dialog.getByRole('combobox', { name: t('way.drawer') }),
  ];
  await reason.fill('Asked back');
  await button(dialog, t('payback.submit')).click();
  await expect(from).toHaveAccessibleDescription(/The drawer holds 30,000 kip/);
  await expect(from).toBeFocused();
  await expect(reason).toHaveValue('Asked back');
  await expectAccessibleInBothThemes(page);
});
