import { randomUUID } from 'node:crypto';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { shutDrawer } from '#e2e/desk-data.ts';
import { createStudent } from '#e2e/people-data.ts';
import { ownProducts, scan } from '#e2e/stock-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { paths } from '#src/lib/paths.ts';

/** An adult bought two books, paid a part in cash, and took none of them yet. */
async function partPaidOrder(admin: ApiClient, clerk: ApiClient) {
  const { goods } = await ownProducts(admin, 'ORD', [5]);
  const student = await createStudent(clerk, {
    firstName: 'ບຸນທະວີ',
    lastName: 'ອໍເດີ',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7788',
  });
  const products = [
    {
      key: randomUUID(),
      productId: goods[0]?._id,
      quantity: 2,
      studentKey: student._id,
      giveNow: false,
    },
  ];
  return makeVisit(clerk, {
    payer: { kind: 'student', studentKey: student._id },
    products,
    tenders: [cash(10_000)],
  });
}

test('a clerk finds an order by receipt, takes the rest, and hands a book over', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const clerk = await api('staff');
  const { order, receipt } = await partPaidOrder(await api('admin'), clerk);
  const total = order.totalLAK;
  const shown = (kip: number) => kip.toLocaleString('en-US');
  await followDevice(page);
  await openAs('staff', paths.orders, { language: 'lo' });
  await expect(page.getByRole('heading', { level: 1, name: 'ຄຳສັ່ງຊື້ທີ່ລໍຖ້າ' })).toBeVisible();

  // The number of a receipt leads to its order in every view.
  await page.getByRole('searchbox').fill(receipt?.number ?? '');
  await page.getByRole('link', { name: order.number, exact: false }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
  const balance = page.getByRole('region', { name: 'ຍອດຄ້າງຊຳລະ ແຕ່ລະແຖວ' });
  await expect(balance.getByRole('row').last()).toContainText(shown(total - 10_000));
  await expectAccessibleInBothThemes(page);

  // The drawer is closed meanwhile; it is opened from the dialog, which keeps what was typed.
  await shutDrawer(clerk);
  await page.getByRole('button', { name: 'ຮັບເງິນ' }).click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: 'ເປີດ Desk 1' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'ເປີດລິ້ນຊັກ' }).click();
  await dialog.getByRole('button', { name: 'ເງິນສົດ' }).click();
  await expect(dialog.getByRole('textbox', { name: 'ເງິນທີ່ຮັບມາ' })).toHaveValue(
    shown(total - 10_000),
  );
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'ຢືນຢັນການຊຳລະ' }).click();
  await expect(dialog.getByText(/ໃບຮັບເງິນ VTE-R\d\d-\d{6}/)).toBeVisible();
  await dialog.getByRole('button', { name: 'ສຳເລັດ' }).click();
  await expect(balance.getByRole('row').last().getByRole('cell').last()).toHaveText('0');
  await expect(page.getByRole('main').getByText('ຊຳລະແລ້ວ').first()).toBeVisible();

  // The rows add up to the balance below them.
  const steps = await balance.locator('tbody tr td:nth-of-type(2)').allInnerTexts();
  const sum = steps.reduce(
    (left, step) => left + Number(step.replace('−', '-').replace(/[+,\s]/g, '')),
    0,
  );
  expect(sum).toBe(0);

  // One of the two books is handed over.
  const lines = page.getByRole('region', { name: 'ລາຍການ', exact: false }).first();
  await lines.getByRole('button', { name: 'ມອບສິນຄ້າ' }).click();
  await dialog.getByRole('combobox').selectOption('1');
  await dialog.getByRole('button', { name: 'ມອບສິນຄ້າ' }).click();
  await expect(lines.getByText('ມອບແລ້ວ 1 ໃນ 2')).toBeVisible();

  // The scanned code of a paper opens its order and says whether the books agree.
  await page.goto(paths.orders);
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, `${receipt?.number}.${receipt?.check.toUpperCase()}`);
  await expect(page.getByText('ເອກະສານ ແລະ ບັນຊີກົງກັນ')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
  await page.goto(`${paths.orders}?receipt=${receipt?.number}&check=00000000`);
  await expect(
    page.getByRole('alert').getByText('ເອກະສານ ແລະ ບັນຊີບໍ່ກົງກັນ', { exact: false }),
  ).toBeVisible();
});
