import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { word } from '#e2e/words.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const t = (key: string, values: Record<string, string> = {}) => word('en', 'desk', key, values);

test('a clerk gets a discount signed for two books, and asks again for three', async ({
  page,
  openAs,
  api,
}) => {
  const product = await bookInStock(await api('admin'));
  await openDrawer(await api('staff'));
  await followDevice(page);
  await openAs('staff', paths.newEnrollment);
  await page.getByRole('searchbox', { name: t('what.find') }).fill(product.sku);
  await page.getByRole('button', { name: product.nameEn }).click();
  await page.getByRole('textbox', { name: t('who.walkInName') }).fill('Somsy');
  const line = page.getByRole('listitem').filter({ hasText: product.nameEn });
  await line.getByRole('button', { name: product.nameEn }).first().click();
  const editor = page.getByRole('region', { name: product.nameEn });
  const more = editor.getByRole('button', { name: word('en', 'common', 'money.more') });
  await more.click();
  await editor.getByRole('radio', { name: t('discount.byHand') }).check();
  await editor.getByRole('spinbutton', { name: t('discount.percent') }).fill('50');
  await editor.getByRole('textbox', { name: t('line.reason') }).fill('a torn cover');
  const done = editor.getByRole('button', { name: t('line.done') });
  const cash = page.getByRole('button', { name: 'Cash', exact: true });
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  // Enter on Confirm says what is missing and leads to its line.
  await done.click();
  await cash.click();
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await confirm.press('Enter');
  await expect(
    page.getByRole('status').filter({ hasText: t('problem.approvalNeeded') }),
  ).toBeVisible();
  await expect(editor.locator(':focus')).toHaveCount(1);
  await page.getByRole('button', { name: /^Remove Cash/ }).click();
  await line.getByRole('button', { name: product.nameEn }).first().click();

  const dialog = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
  const sign = async (sum: string) => {
    await editor.getByRole('button', { name: t('sign.here') }).click();
    await expect(dialog).toContainText(t('discount.signText', { percent: '50', sum }));
    await dialog.getByLabel(word('en', 'approvals', 'email')).fill(demoEmail('admin'));
    await dialog.getByLabel(word('en', 'approvals', 'password')).fill(DEMO_PASSWORD);
    await dialog.getByRole('button', { name: word('en', 'approvals', 'do') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(editor.getByRole('button', { name: t('sign.here') })).toHaveCount(0);
  };
  await sign('145,000');
  await more.click();
  await expect(editor.getByText(/approved 2 pieces\. Ask again for 3$/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await sign('217,500');
  await done.click();
  await cash.click();
  await confirm.click();
  await expect(page.getByRole('heading', { name: / saved/ })).toBeVisible();
});
