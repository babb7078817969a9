import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { orderPage } from '#contract/orders/order-page.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { paths } from '#src/lib/paths.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo, \d+ s$/ });

/** An adult who has paid 45,000 of 145,000 kip. */
async function owing(admin: ApiClient, clerk: ApiClient) {
  const { _id: productId } = await bookInStock(admin);
  const lastName = `Owing ${randomUUID().slice(0, 6)}`;
  const { _id: studentKey } = await createStudent(clerk, {
    firstName: 'Balance',
    lastName,
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7788',
  });
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    products: [{ key: randomUUID(), productId, quantity: 1, studentKey, giveNow: false }],
    tenders: [cash(45_000)],
  });
  return { order, lastName };
}

test('a clerk undoes a sale, which asks and answers with the cash to hand back', async ({
  page,
  openAs,
  api,
}) => {
  const { sku } = await bookInStock(await api('admin'));
  await openDrawer(await api('staff'));
  await followDevice(page);
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
  await page.getByRole('button', { name: new RegExp(sku) }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Somsy Undo');
  await button(page, 'Cash').click();
  const received = page.getByRole('textbox', { name: 'Received' });
  await received.fill('150000');
  // The sum is grouped and the notes of the change are named before anything is saved.
  await expect(received).toHaveValue('150,000');
  await expect(page.locator('[data-row]')).toContainText('1 × 5,000');
  await button(page, 'Confirm').click();
  const heading = page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ });
  await expect(heading).toBeFocused();
  const number = /VTE-\d\d-\d{6}/.exec(await heading.innerText())?.[0] ?? '';
  await expect(page.getByText('145,000 LAK paid in cash', { exact: true })).toBeVisible();

  await undoButton(page).click();
  const question = page.getByRole('dialog', { name: `Undo ${number}?` });
  await expect(question).toContainText('Hand back145,000 LAK');
  await expect(question).toContainText('Received150,000 LAK');
  await expect(question.getByRole('listitem').first()).toHaveText('Take 1 piece back');
  // Without a reason the button leads to the reasons.
  await question.getByRole('button', { name: 'Choose the reason' }).click();
  await expect(question.getByRole('button', { name: 'Wrong amount' })).toBeFocused();
  await question.getByRole('button', { name: 'Wrong class or book' }).click();
  await question.getByRole('button', { name: 'Undo, hand back 145,000 LAK' }).click();
  const note = page.getByRole('alert').filter({ hasText: `${number} undone` });
  await expect(note).toContainText(`${number} undone. Hand back 145,000 LAK`);
  // Everything that was typed is here again, but no row of money.
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Somsy Undo');
  await expect(page.getByRole('region', { name: 'Total and confirm' })).toContainText('145,000');
  await expect(page.getByRole('textbox', { name: 'Received' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Total and confirm' })).not.toContainText('taken');
  await expectAccessibleInBothThemes(page);
  await button(page, 'Close').click();
  await expect(note).toBeHidden();

  // The second time the cash stays for the right bill: it is there as one row, less the change.
  await button(page, 'Cash').click();
  await received.fill('150000');
  await button(page, 'Confirm').click();
  await undoButton(page).click();
  await page.getByRole('checkbox', { name: /^I hand the money back now/ }).click();
  const keeping = page.getByRole('dialog', { name: /^Undo / });
  await expect(keeping).toContainText('Kept for the right bill145,000 LAK');
  await expect(keeping).not.toContainText('Hand back');
  await button(page, 'Wrong amount').click();
  await button(page, word('en', 'payment', 'undo.confirm')).click();
  await expect(page.getByRole('alert').filter({ hasText: 'undone' })).toContainText(
    'Kept for the right bill: 145,000 LAK',
  );
  await expect(button(page, 'Confirm')).toBeVisible();
  // A row that is taken off asks for the sum again.
  await button(page, 'Remove Cash 145,000 LAK').click();
  await page.getByRole('button', { name: /^Choose how they pay/ }).click();
  await button(page, 'Cash').click();
  await button(page, 'Confirm').click();
  await expect(heading).toBeFocused();
});

test('a balance paid by QR is answered with its sum and a paper, and is owed again after an undo', async ({
  page,
  openAs,
  api,
}) => {
  const { order, lastName } = await owing(await api('admin'), await api('staff'));
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('combobox', { name: 'Find a student or guardian' }).fill(lastName);
  await page.getByRole('option', { name: new RegExp(`Balance ${lastName}`) }).click();
  await button(page, 'Add to this visit').click();
  const bar = page.getByRole('region', { name: 'Total and confirm' });
  // The older order is part of the sum to pay.
  await expect(bar.getByText('100,000 LAK')).toBeVisible();
  await button(page, 'QR').click();
  await page.getByRole('textbox', { name: 'Reference' }).fill(`QR${randomUUID().slice(0, 8)}`);
  await button(page, 'Confirm').click();
  await expect(page.getByRole('heading', { name: '100,000 LAK to be verified' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: order.number })).toHaveText(
    `${order.number} 100,000 LAK to be verified · nothing left to pay`,
  );
  await expect(page.getByRole('region', { name: 'Invoice' })).toContainText('To be verified');

  await undoButton(page).click();
  const question = page.getByRole('dialog', { name: 'Undo this?' });
  await expect(question).toContainText('The slip of 100,000 LAK is void');
  await expect(question).toContainText(`Owed again: ${order.number}`);
  await button(page, 'Something else').click();
  await button(page, word('en', 'payment', 'undo.confirm')).click();
  await expect(page.getByRole('alert').filter({ hasText: /^Undone/ })).toContainText(
    'The slip of 100,000 LAK is void',
  );
  // What came by bank cannot be sent back, so it is on the bill again with its free reference.
  await button(page, 'Confirm').click();
  await expect(page.getByRole('heading', { name: '100,000 LAK to be verified' })).toBeFocused();
});

test('a payment on the page of an order says its sum, and is undone there', async ({
  page,
  openAs,
  api,
}) => {
  const { order } = await owing(await api('admin'), await api('staff'));
  await followDevice(page);
  await openAs('staff', orderPath(order._id, 'pay'));
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
  await dialog.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(dialog).toContainText('100,000 LAK paid in cash');
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${order.number} 100,000 LAK paid · nothing left to pay`,
  );
  await expectAccessibleInBothThemes(page);
  await undoButton(page).click();
  const question = page.getByRole('dialog', { name: /^Undo VTE-R/ });
  await question.getByRole('button', { name: 'Wrong amount' }).click();
  await question.getByRole('button', { name: 'Undo, hand back 100,000 LAK' }).click();
  await expect(
    page.getByRole('dialog', { name: /^VTE-R\d\d-\d{6} undone\. Hand back 100,000.LAK/ }),
  ).toBeVisible();
  await button(page, 'Done').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { paidLAK } = await (await api('staff')).get(`/orders/${order._id}`, orderPage);
  expect(paidLAK).toBe(45_000);
});
