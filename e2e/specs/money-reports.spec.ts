import { randomUUID } from 'node:crypto';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { paths } from '#src/lib/paths.ts';

/** A book that was sold for 145,000 kip in cash. */
async function sellBook(admin: ApiClient, clerk: ApiClient): Promise<void> {
  const { _id: productId } = await bookInStock(admin);
  const { _id: studentKey } = await createStudent(clerk, { firstName: 'ມາລາ', lastName: randomUUID().slice(0, 4), dateOfBirth: '1999-03-09', phone: '020 5566 7788' });
  await makeVisit(clerk, { payer: { kind: 'student', studentKey }, products: [{ key: randomUUID(), productId, quantity: 1, studentKey: null, giveNow: true }], tenders: [cash(145_000)] });
}

test('finance reads what was received and why, the journal that balances, and checks the books', async ({ page, openAs, api }) => {
  const t = (key: string, values?: Record<string, string>) => word('en', 'money-reports', key, values);
  await sellBook(await api('admin'), await api('staff'));
  await followDevice(page);
  await openAs('finance', `${paths.paymentHistory}?view=figures`);
  const bridge = page.getByRole('region', { name: t('bridge.received') });
  await expect(bridge.getByRole('row').last()).toContainText(/[1-9][\d,]{5,}/);
  await expect(bridge.getByRole('alert')).toHaveCount(0);
  const received = page.getByRole('region', { name: t('received'), exact: true });
  const total = await received.getByRole('row').last().innerText();
  await received.getByRole('button', { name: t('by.cashier') }).click();
  await expect(received.getByRole('row').last()).toHaveText(total.replaceAll(/\s+/g, ''), { useInnerText: false });
  await received.getByRole('row').last().getByRole('button').click();
  const rows = page.locator('section[data-rows]');
  await expect(rows.getByRole('heading')).toBeFocused();
  await expect(rows.getByRole('row').nth(1)).toContainText(/[1-9]/);
  await expectAccessibleInBothThemes(page);
  await page.goBack();
  await expect(rows).toHaveCount(0);
  await page.getByRole('textbox', { name: word('en', 'report', 'range.from') }).fill('1/1/26');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-01-01/);

  await page.goto(`${paths.paymentHistory}?view=journal`);
  const day = page.getByRole('main').getByRole('table').last();
  await expect(day).toContainText(t('account.products'));
  const [, debit, credit] = await day.getByRole('row').last().locator('th, td').allInnerTexts();
  expect([debit, credit]).toEqual([expect.stringMatching(/\d/), debit]);
  await expectAccessibleInBothThemes(page);

  await page.goto(`${paths.paymentHistory}?view=books`);
  await page.getByRole('button', { name: t('books.check') }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(/checked/);
  await expectAccessibleInBothThemes(page);
});

test('on a tablet in Lao an admin finds the figures and the journal in the financial report, and gives accounts their codes', async ({ page, openAs, api }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const t = (key: string) => word('lo', 'money-reports', key);
  await sellBook(await api('admin'), await api('staff'));
  await followDevice(page);
  await openAs('admin', paths.financialReports, { language: 'lo' });
  await expect(page.getByRole('region', { name: t('bridge.earned') })).toBeVisible();
  await page.getByRole('navigation', { name: t('report.tabs') }).getByRole('link').last().click();
  await page.getByRole('button', { name: t('journal.codes') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('account.products') }).fill('7011');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button').last().click();
  await expect(page.getByRole('main').getByRole('table').last()).toContainText('7011');
  await expectAccessibleInBothThemes(page);
});
