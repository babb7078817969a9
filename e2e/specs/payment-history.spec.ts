import { randomUUID } from 'node:crypto';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';

test('finance finds a payment by its order and refunds one of two books', async ({
  page,
  openAs,
  api,
}) => {
  const t = (key: string, values?: Record<string, string>) =>
    word('lo', 'payment-history', key, values);
  await page.setViewportSize({ width: 800, height: 1280 });
  await followDevice(page);
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const [bought, student] = [
    await bookInStock(admin),
    await createStudent(clerk, {
      firstName: 'ຄືນເງິນ',
      lastName: 'ທົດລອງ',
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7788',
    }),
  ];
  const products = [
    {
      key: randomUUID(),
      productId: bought._id,
      quantity: 2,
      studentKey: student._id,
      giveNow: true,
      discount: { kind: 'none' },
    },
  ];
  const visit = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey: student._id },
    places: [],
    products,
    tenders: [cash(290_000)],
  });
  const { order } = visit;
  const receipt = visit.receipt?.number ?? '';

  await openAs('finance', historyPath(), { language: 'lo' });
  await page.getByRole('searchbox').fill(order.number);
  const row = page.getByRole('row').filter({ hasText: order.number });
  await expect(row).toContainText('290,000');
  await expect(page.getByRole('region', { name: t('sums.title') })).toContainText('290,000');
  // Rows of the search before are shown pale until the answer comes.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await row.getByRole('link').first().click();

  await page.getByRole('link', { name: t('page.refundOf', { number: order.number }) }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('combobox', { name: t('refund.quantity') }).selectOption('1');
  await expect(page.getByText('145,000', { exact: true }).first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: t('refund.go') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('refund.no'), { exact: true }).click();
  await dialog.getByRole('textbox', { name: t('way.reason') }).fill('Bought twice');
  await expect(dialog).toContainText('290,000 → 145,000');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: t('payback.submit') }).click();
  await expect(dialog).toHaveCount(0);
  const uses = page.getByRole('region', { name: t('page.uses') });
  await expect(uses.getByRole('row').filter({ hasText: t('page.wentBack') })).toContainText(
    '145,000',
  );
  await expectAccessibleInBothThemes(page);

  // A phone has the one sum first, and behind one button whatever else the payment leads to.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('group', { name: t('page.money') })).toHaveText(
    new RegExp(`^${t('method.cash')}290,000 LAK$`),
  );
  const more = word('lo', 'common', 'action.more');
  await page.locator('[data-page-head]').getByRole('button', { name: more }).click();
  const sheet = page.getByRole('dialog', { name: more });
  await expect(sheet.getByRole('button', { name: t('act.refund') })).toContainText(
    t('act.atMost', { sum: '145,000' }),
  );
  await expect(sheet.getByRole('link', { name: order.number })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // The family can have the receipt as a text, in both languages.
  await sheet.getByRole('button', { name: t('act.send') }).click();
  const sent = page.getByRole('dialog', { name: t('sendTitle', { number: receipt }) });
  await expect(sent).toContainText(`ໄດ້ຮັບ 290,000 ກີບ ຈາກ ຄືນເງິນ ທົດລອງ`);
  await expect(sent).toContainText(/Received 290,000 kip from .+ × 2.*Nothing is left to pay/s);
  await expect(sent.getByRole('link', { name: word('lo', 'message', 'whatsApp') })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/8562055667788\\?text=.*${receipt}`),
  );
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.locator('[data-page-head]').getByRole('button', { name: more }).click();
  await sheet.getByRole('link', { name: t('act.family') }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.searchParams.get('id') === student._id);
});
