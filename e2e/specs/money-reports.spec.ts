import { randomUUID } from 'node:crypto';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { dayInLaos } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';

const PRICE = 145_000;

/** Sells a book with this much paid in cash; it is handed over if all is paid. */
async function sellBook(admin: ApiClient, clerk: ApiClient, paid = PRICE): Promise<void> {
  const { _id: productId } = await bookInStock(admin);
  const { _id: studentKey } = await createStudent(clerk, {
    firstName: 'ມາລາ',
    lastName: randomUUID().slice(0, 4),
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7788',
  });
  await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    products: [
      { key: randomUUID(), productId, quantity: 1, studentKey: null, giveNow: paid === PRICE },
    ],
    tenders: [cash(paid)],
  });
}

const asNumber = (shown: string) => Number(shown.replaceAll(/[^\d−]/g, '').replace('−', '-'));

/** The sum of a column over the shown rows. */
async function sumOfRows(rows: Locator, column: string): Promise<number> {
  const heads = await rows.getByRole('columnheader').allInnerTexts();
  const cells = await rows
    .locator(`tbody tr > :nth-child(${heads.indexOf(column) + 1})`)
    .allInnerTexts();
  return cells.reduce((sum, cell) => sum + asNumber(cell), 0);
}

test('finance reads what was received and a journal that balances, and checks the books', async ({
  page,
  openAs,
  api,
}) => {
  const t = (key: string, values?: Record<string, string>) =>
    word('en', 'money-reports', key, values);
  await sellBook(await api('admin'), await api('staff'), 100_000);
  await followDevice(page);
  await openAs('finance', `${paths.paymentHistory}?view=figures`);
  const bridge = page.getByRole('region', { name: t('bridge.received') });
  await expect(bridge.getByRole('row').last()).toContainText(/[1-9][\d,]{5,}/);
  await expect(bridge.getByRole('alert')).toHaveCount(0);
  const received = page.getByRole('region', { name: t('received'), exact: true });
  const total = await received.getByRole('row').last().innerText();
  await received.getByRole('button', { name: t('by.cashier') }).click();
  await expect(received.getByRole('row').last()).toHaveText(total.replaceAll(/\s+/g, ''), {
    useInnerText: false,
  });
  await received.getByRole('row').last().getByRole('button').click();
  const rows = page.locator('[data-rows]');
  await expect(rows.getByRole('heading')).toBeFocused();
  await expect(rows.getByRole('row').nth(1)).toContainText(/[1-9]/);
  await expectAccessibleInBothThemes(page);
  await page.goBack();
  await expect(rows).toHaveCount(0);

  // A line of the bridge and a sum of a currency open rows that add up to them.
  const opened = [
    {
      sum: bridge
        .getByRole('row', { name: t('bridge.owedLAK') })
        .getByRole('cell')
        .getByRole('button'),
      column: 'termLAK',
    },
    {
      sum: received.getByRole('button', {
        name: word('en', 'report', 'showRows', { sum: 'LAK', of: t('money.cash') }),
      }),
      column: 'inLAK',
    },
  ];
  for (const { sum, column } of opened) {
    const shown = asNumber(await sum.innerText());
    expect(shown).not.toBe(0);
    await sum.click();
    await expect(rows.getByRole('row').last()).toContainText(word('en', 'reports', 'total'));
    expect(await sumOfRows(rows, word('en', 'reports', `value.${column}`))).toBe(shown);
    await page.goBack();
    await expect(rows).toHaveCount(0);
  }
  const year = dayInLaos().slice(0, 4);
  await page.getByRole('button', { name: word('en', 'report', 'range.days') }).click();
  await page
    .getByRole('textbox', { name: word('en', 'report', 'range.from') })
    .fill(`1/1/${year.slice(2)}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${year}-01-01`));

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

  // Only the number of this receipt can be read.
  const orders = (key: string) => word('en', 'orders', key);
  await page.getByRole('link', { name: t('books.paper') }).click();
  const number = page.getByRole('textbox', { name: orders('receipt.number') });
  await number.fill('no receipt');
  await page.getByRole('button', { name: orders('receipt.ask'), exact: true }).click();
  await expect(number).toHaveAccessibleDescription(/no receipt/);
  await expectAccessibleInBothThemes(page);
  await number.fill(`vte-r${dayInLaos().slice(2, 4)}-000001`);
  await page.getByRole('button', { name: orders('receipt.ask'), exact: true }).click();
  await expect(page.getByText(orders('receipt.agrees'))).toBeVisible();
});

test('an admin on a tablet in Lao reads the journal and gives accounts their codes', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const t = (key: string) => word('lo', 'money-reports', key);
  await sellBook(await api('admin'), await api('staff'));
  await followDevice(page);
  await openAs('admin', paths.financialReports, { language: 'lo' });
  const title = word('lo', 'shell', 'page.financialReports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(`^${title} \\| `));
  await expect(page.getByRole('region', { name: t('bridge.earned') })).toBeVisible();
  await page
    .getByRole('navigation', { name: t('report.tabs') })
    .getByRole('link')
    .last()
    .click();
  await page.getByRole('button', { name: t('journal.codes') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('account.products') }).fill('7011');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button').last().click();
  await expect(page.getByRole('main').getByRole('table').last()).toContainText('7011');
  await expectAccessibleInBothThemes(page);
});
