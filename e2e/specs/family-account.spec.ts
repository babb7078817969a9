import { randomUUID } from 'node:crypto';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { ownProducts } from '#e2e/stock-data.ts';
import { makeVisit } from '#e2e/visit-data.ts';
import { paths } from '#src/lib/paths.ts';

const shown = (kip: number) => kip.toLocaleString('en-US');

/** An adult with three unpaid orders. */
async function owingThree(admin: ApiClient, clerk: ApiClient, lastName: string) {
  const { goods } = await ownProducts(admin, `FAM-${randomUUID().slice(0, 4).toUpperCase()}`, [30]);
  const student = await createStudent(clerk, {
    firstName: 'ບຸນມີ',
    lastName,
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7788',
  });
  const orders = [];
  for (const quantity of [1, 2, 3]) {
    const products = [
      {
        key: randomUUID(),
        productId: goods[0]?._id,
        quantity,
        studentKey: student._id,
        giveNow: false,
      },
    ];
    orders.push(
      (
        await makeVisit(clerk, {
          payer: { kind: 'student', studentKey: student._id },
          products,
          tenders: [],
        })
      ).order,
    );
  }
  return {
    student,
    name: `ບຸນມີ ${lastName}`,
    orders,
    owed: orders.reduce((sum, { totalLAK }) => sum + totalLAK, 0),
  };
}

test('finance reminds a family and takes one payment for three of its orders', async ({
  page,
  context,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { name, orders, owed } = await owingThree(await api('admin'), await api('staff'), 'ສອງສາມ');
  await followDevice(page);
  await openAs('finance', paths.pendingPayment, { language: 'lo' });
  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(shown(owed));
  await expectAccessibleInBothThemes(page);

  await row.getByRole('button', { name: `ເຕືອນ ${name}` }).click();
  await expect(page.getByRole('dialog')).toContainText(`${shown(owed)} kip`);
  await page.getByRole('dialog').getByRole('button', { name: 'ສຳເນົາ' }).click();
  await expect(row).toContainText('ເຕືອນແລ້ວ');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(shown(owed));

  // The second order gets only a part of its sum.
  await row.getByRole('button', { name: `ຮັບເງິນຈາກ ${name}` }).click();
  const dialog = page.getByRole('dialog').first();
  for (const { number } of orders) await expect(dialog.getByText(number)).toBeVisible();
  const share = dialog.getByRole('textbox', { name: orders[1]?.number ?? '' });
  await share.fill('10000');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'ເງິນສົດ' }).click();
  const left = (orders[1]?.totalLAK ?? 0) - 10_000;
  await dialog.getByRole('button', { name: 'ຢືນຢັນການຊຳລະ' }).click();
  await expect(dialog.getByText(/VTE-R\d\d-\d{6}/)).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      document.documentElement.dataset['printed'] =
        document.querySelector('[data-print-sheet]')?.textContent ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await dialog.getByRole('button', { name: 'ພິມ' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', /VTE-R\d\d-\d{6}/);
  await dialog.getByRole('button', { name: 'ສຳເລັດ' }).click();
  await expect(row).toContainText(shown(left));

  // The account adds up to the same sum.
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const table = page.getByRole('region', { name: 'ບັນຊີ', exact: true });
  await expect(table.getByRole('row').last()).toContainText(shown(left));
  await expect(table.getByRole('row').last()).toContainText('ຍອດຄ້າງຊຳລະ ວັນທີ');
  await expectAccessibleInBothThemes(page);
});

test(
  'on a phone each button of a debt does its own action',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { name } = await owingThree(await api('admin'), await api('staff'), 'ໂທລະສັບ');
    await openAs('finance', paths.pendingPayment);
    await page.getByRole('searchbox').fill(name);
    const card = page.getByRole('listitem').filter({ hasText: name });
    await card.getByRole('button', { name: `Remind ${name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: `Take a payment from ${name}` }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await card.getByText(name).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  },
);
