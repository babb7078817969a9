import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { orderPage } from '#contract/orders/order-page.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Role } from '#contract/roles.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit, payLater } from '#e2e/visit-data.ts';
import { familyPath, orderPath } from '#src/entities/order/order-path.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { paths } from '#src/lib/paths.ts';

/** The price of the book. */
const PRICE = 145_000;

/** Sells books to a new adult, who pays so much of them; paid books are handed over. */
async function sold(
  api: (role: Role) => Promise<ApiClient>,
  firstName: string,
  { quantity = 1, paid = PRICE }: { quantity?: number; paid?: number } = {},
) {
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const { _id: productId } = await bookInStock(admin);
  const { _id: studentKey } = await createStudent(clerk, {
    firstName,
    lastName: 'Moneydialog',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7711',
  });
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    products: [
      { key: randomUUID(), productId, quantity, studentKey, giveNow: paid === quantity * PRICE },
    ],
    tenders: paid > 0 ? [cash(paid)] : [],
    hold: paid === 0,
  });
  return { order, studentKey, clerk };
}

test('a returned book becomes credit, which finance pays out by transfer', async ({
  page,
  openAs,
  api,
}) => {
  const { order, studentKey, clerk } = await sold(api, 'Returner', { quantity: 2, paid: 290_000 });
  const dialog = page.getByRole('dialog');
  await openAs('staff', orderPath(order._id, 'exchange'), { language: 'en' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought twice');
  await expect(dialog).toContainText('Becomes credit of the family, not paid out: 145,000 LAK');
  await dialog.getByRole('button', { name: 'Return or exchange' }).click();
  const saved = `${order.number}: return or exchange saved. 145,000 LAK became credit`;
  await expect(page.getByText(saved)).toBeVisible();
  const left = await clerk.get(`/orders/${order._id}`, z.extend(orderPage, {}));
  expect([left.totalLAK, left.paidLAK]).toEqual([PRICE, PRICE]);

  await openAs('finance', familyPath(studentKey), { language: 'en' });
  await page.getByRole('button', { name: 'Refund credit' }).click();
  await dialog.getByRole('radio', { name: 'Bank transfer' }).check();
  await dialog.getByRole('textbox', { name: 'Bank reference' }).fill(randomUUID().slice(0, 8));
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked back');
  await dialog.getByRole('button', { name: 'Pay out' }).click();
  await expect(page.getByText(/145,000 LAK paid out/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund credit' })).toHaveCount(0);
});

test('an order that nobody paid is voided, and finance voids the receipt of a later payment', async ({
  page,
  openAs,
  api,
}) => {
  const held = await sold(api, 'Nobody', { paid: 0 });
  const dialog = page.getByRole('dialog');
  await openAs('staff', orderPath(held.order._id, 'void'), { language: 'en' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came by mistake');
  await dialog.getByRole('button', { name: 'Void order' }).click();
  await expect(page.getByText(`${held.order.number} voided`)).toBeVisible();

  const { order, clerk } = await sold(api, 'Later', { paid: 45_000 });
  const { receipt } = await payLater(clerk, order._id, 100_000, 100_000);
  const number = receipt?.number ?? '';
  await openAs('finance', historyPath(), { language: 'en' });
  await page.getByRole('searchbox').fill(number);
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').first().click();
  await page.getByRole('button', { name: /^Void/ }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Taken twice');
  await dialog.getByRole('radio', { name: 'The payer has it back' }).check();
  await dialog.getByRole('button', { name: 'Void receipt' }).click();
  await expect(page.getByText(`${number} voided`)).toBeVisible();
  const after = await clerk.get(`/orders/${order._id}`, z.extend(orderPage, {}));
  expect(after.paidLAK).toBe(45_000);
});

test('a statement with unknown headings is loaded, and finance finds who sent a sum', async ({
  page,
  openAs,
  api,
}) => {
  const { order } = await sold(api, 'Sender', { paid: 45_000 });
  const reference = randomUUID().slice(0, 8).toUpperCase();
  const day = dayInLaos().split('-').toReversed().join('/');
  await openAs('finance', `${paths.pendingPayment}?view=verify`, { language: 'en' });
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await main.getByRole('link', { name: 'Bank statement' }).click();
  await expect(main.getByRole('button', { name: 'Load file' })).toBeEnabled();
  await main.getByLabel('Load file').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Wann,Was,Wieviel\n${day} 10:35,${reference},100000`),
  });
  for (const [heading, field] of [
    ['Wann', 'Day'],
    ['Was', 'Reference'],
    ['Wieviel', 'Money in, or every sum'],
  ] as const)
    await dialog.getByRole('combobox', { name: heading, exact: true }).selectOption(field);
  await dialog.getByRole('button', { name: 'Load file' }).click();
  const row = main.getByRole('listitem').filter({ hasText: reference });
  await row.getByRole('button', { name: /^Find the family/ }).click();
  await dialog.getByRole('textbox', { name: 'Name, phone or order number' }).fill(order.number);
  await dialog.getByRole('radio', { name: new RegExp(order.number) }).check();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText('Recorded; another person has to confirm it')).toBeVisible();
});
