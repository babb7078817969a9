import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { deskRules } from '#contract/desk/desk.ts';
import { slip, slipConfirmed } from '#contract/money/verify.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent, homeBranch } from '#e2e/people-data.ts';
import { scanKeys } from '#e2e/scanner.ts';
import { makeVisit } from '#e2e/visit-data.ts';
import { paths } from '#src/lib/paths.ts';

/** The price of the book. */
const PRICE = 145_000;
const VERIFY = `${paths.pendingPayment}?view=verify`;

test.beforeEach(() => test.setTimeout(120_000));

/** Sells one book per first name, each paid by a transfer. */
async function sellBySlips(admin: ApiClient, clerk: ApiClient, names: readonly string[]) {
  const { _id: productId } = await bookInStock(admin);
  const { bankAccounts } = await clerk.get(
    `/desk/rules?branchId=${await homeBranch(clerk)}`,
    z.extend(deskRules, {}),
  );
  const bankAccountId = bankAccounts.find(({ currency }) => currency === 'LAK')?._id;
  const sold = [];
  for (const firstName of names) {
    const { _id: studentKey } = await createStudent(clerk, {
      firstName,
      lastName: 'ໂອນເງິນ',
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7788',
    });
    const reference = randomUUID().slice(0, 8).toUpperCase();
    const visit = {
      payer: { kind: 'student', studentKey },
      places: [],
      products: [{ key: randomUUID(), productId, quantity: 1, studentKey }],
    };
    const { order } = await makeVisit(clerk, {
      ...visit,
      tenders: [
        { key: randomUUID(), method: 'transfer', tendered: PRICE, bankAccountId, reference },
      ],
    });
    sold.push({ reference, order });
  }
  return sold;
}

/** Nobody else's sum: a slip of another test with the same sum would be offered for the row. */
const HELD_BOOKS = 3;

/** Sells books on hold, without money. */
async function sellOnHold(admin: ApiClient, clerk: ApiClient, firstName: string) {
  const { _id: productId } = await bookInStock(admin);
  const { _id: studentKey } = await createStudent(clerk, {
    firstName,
    lastName: 'ຄ້າງຊຳລະ',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7799',
  });
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    places: [],
    tenders: [],
    hold: true,
    products: [{ key: randomUUID(), productId, quantity: HELD_BOOKS, studentKey }],
  });
  return order;
}

test('finance confirms, questions and rejects slips by keyboard, and the desk answers', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const [first, second, third, fourth] = await sellBySlips(admin, clerk, [
    'Slipone',
    'Sliptwo',
    'Slipthree',
    'Slipfour',
  ]);
  if (!first || !second || !third || !fourth) throw new Error('Nothing was sold');
  await followDevice(page);
  await openAs('finance', VERIFY, { language: 'en' });
  const main = page.getByRole('main');
  const row = (name: string) => main.getByRole('listitem').filter({ hasText: name });
  const facts = main.getByRole('region', { name: 'What was expected' });
  await row('Slipone').getByRole('button').click();
  await expect(facts).toContainText(first.reference);
  await expectAccessibleInBothThemes(page);
  // The letters of a scanned code press no keys of the page.
  await scanKeys(page, 'ARQ-000123', { gap: 90 });
  await expect(page.getByText('A scan does nothing here: ARQ-000123')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(facts).toContainText(first.reference);
  await page.keyboard.press('a');
  // Neither a picture nor a statement shows this money.
  await page.getByRole('button', { name: 'I have seen it at the bank' }).click();
  await expect(page.getByText(/Confirmed, receipt VTE-R/)).toBeVisible();
  await expect(row('Slipone')).toBeHidden();
  await expect(facts).toBeFocused();

  // The next slip takes the place of the decided one; J and K move on from there.
  await expect(facts).toContainText(second.reference);
  await page.keyboard.press('j');
  await expect(facts).toContainText(third.reference);
  await expect(main.getByRole('status').filter({ hasText: third.reference })).toHaveText(
    /Slipthree.* LAK$/,
  );
  // A letter on a button of the header decides nothing.
  await page.getByRole('button', { name: 'Find anything' }).focus();
  await page.keyboard.press('r');
  await facts.focus();
  await page.keyboard.press('k');
  await expect(facts).toContainText(second.reference);
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Was it jar or rag?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question sent to the desk')).toBeVisible();
  await expect(row('Sliptwo')).toContainText('Question sent');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
  await page.keyboard.press('3');
  await expect(dialog.getByRole('radio', { name: 'Already used' })).toBeChecked();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Reject slip' }).click();
  await expect(row('Slipthree')).toBeHidden();

  // Somebody else decides a slip below the open dialog, which goes over to no other slip.
  await row('Slipfour').getByRole('button').click();
  await main.getByRole('button', { name: 'Reject', exact: true }).click();
  const owner = await api('superadmin');
  const slips = await owner.get('/verification/slips', z.array(slip));
  const there = slips.find(({ reference }) => reference === fourth.reference);
  await owner.post(`/verification/slips/${there?._id}/confirm`, { lineId: null }, slipConfirmed);
  await expect(row('Slipfour')).toBeHidden();
  await expect(dialog).toContainText(fourth.reference);
  await dialog.getByRole('button', { name: 'Reject slip' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(row('Sliptwo')).toBeVisible();

  await openAs('staff', paths.newEnrollment, { language: 'en' });
  await page.getByRole('button', { name: /from finance/ }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: third.order.number })).toContainText(
    'Already used',
  );
  await dialog.getByRole('link', { name: `Open ${second.order.number}` }).click();
  await page.getByRole('textbox', { name: 'Answer' }).fill('It was BCEL');
  await page.getByRole('button', { name: 'Send answer', exact: true }).click();
  await expect(page.getByText('Answer sent')).toBeVisible();
  await expect(main).toContainText('It was BCEL');
});

test('finance matches a bank statement with slips in Lao and confirms them', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const [fits, too, waits] = await sellBySlips(admin, clerk, ['ກົງກັນ', 'ກົງຄືກັນ', 'ຍັງລໍ']);
  if (!fits || !too || !waits) throw new Error('Nothing was sold');
  await followDevice(page);
  await openAs('finance', VERIFY, { language: 'lo' });
  const main = page.getByRole('main');
  await main.getByRole('listitem').filter({ hasText: 'ຍັງລໍ' }).getByRole('button').click();
  await expectAccessibleInBothThemes(page);
  await main.getByRole('link', { name: 'ລາຍການບັນຊີທະນາຄານ' }).click();
  const day = dayInLaos().split('-').toReversed().join('/');
  const file = [
    'Date,Reference,Credit',
    `${day} 10:35,${fits.reference},${PRICE}`,
    `${day} 10:36,${too.reference},${PRICE}`,
    `${day} 10:41,UNKNOWN7,980000`,
  ].join('\n');
  // The button is enabled once the branch's account is known.
  await expect(main.getByRole('button', { name: 'ນຳເຂົ້າຟາຍ' })).toBeEnabled();
  await main
    .getByLabel('ນຳເຂົ້າຟາຍ')
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(main.getByRole('row').filter({ hasText: fits.reference })).toContainText(
    'ເລກອ້າງອີງ ແລະ ຈຳນວນເງິນ',
  );
  await expect(main.getByRole('region', { name: /ບໍ່ມີສະລິບ/ })).toContainText('UNKNOWN7');
  await expectAccessibleInBothThemes(page);
  await main.getByRole('button', { name: /ຢືນຢັນສະລິບ/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /ຢືນຢັນສະລິບ/ })
    .click();
  for (const { reference } of [fits, too])
    await expect(main.getByRole('row').filter({ hasText: reference })).toBeHidden();
  await page.goBack();
  await expect(main.getByRole('listitem').filter({ hasText: 'ຍັງລໍ' })).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: 'ກົງ' })).toHaveCount(0);
});

test('finance reads a Lao statement with unknown columns, records a row of it, and loads it again', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const [fits] = await sellBySlips(admin, clerk, ['ມີສະລິບ']);
  const owed = await sellOnHold(admin, clerk, 'ບໍ່ມີສະລິບ');
  if (!fits) throw new Error('Nothing was sold');
  await followDevice(page);
  await openAs('finance', `${VERIFY}&statement=1`, { language: 'lo' });
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const day = addDays(dayInLaos(), -1).split('-').toReversed().join('/');
  const file = [
    'ທະນາຄານ ຕົວຢ່າງ,,,,',
    'ຊ່ອງ1,ຊ່ອງ2,ຊ່ອງ3,ຊ່ອງ4,ຊ່ອງ5',
    `${day},ບວກ,${PRICE},${fits.reference},ໂອນຈາກ ຄຳແກ້ວ`,
    `${day},ບວກ,${PRICE * HELD_BOOKS},,ຝາກເງິນສົດ ${owed.number}`,
    `${day},ຫຼຸດ,5000,,ຄ່າທຳນຽມ`,
  ].join('\n');
  const upload = async () => {
    await expect(main.getByRole('button', { name: 'ນຳເຂົ້າຟາຍ' })).toBeEnabled();
    await main
      .getByLabel('ນຳເຂົ້າຟາຍ')
      .setInputFiles({ name: 'lao.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  };
  await upload();
  const columns = ['day', 'direction', 'amount', 'reference', 'description'];
  for (const [at, field] of columns.entries())
    await dialog.getByLabel(`ຊ່ອງ${at + 1}`).selectOption(field);
  await dialog.getByLabel('ບວກ').selectOption('in');
  await dialog.getByLabel('ຫຼຸດ').selectOption('out');
  await expect(dialog.getByText('ເງິນເຂົ້າ 2, ບໍ່ແມ່ນເງິນເຂົ້າ 1, ອ່ານບໍ່ໄດ້ 0')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'ນຳເຂົ້າຟາຍ' }).click();
  await expect(main.getByRole('row').filter({ hasText: fits.reference })).toContainText('ຄຳແກ້ວ');
  await main.getByRole('button', { name: /^ບໍ່ແມ່ນເງິນເຂົ້າ/ }).click();
  await expect(main.getByRole('row').filter({ hasText: 'ຄ່າທຳນຽມ' })).toContainText('ເງິນອອກ');
  const saved = page.waitForEvent('download');
  await main.getByRole('button', { name: 'ດາວໂຫຼດແຖວເຫຼົ່ານີ້' }).click();
  expect((await saved).suggestedFilename()).toBe('lao-notIncoming.csv');
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('"5","ເງິນອອກ"');
  await expectAccessibleInBothThemes(page);

  await page.setViewportSize({ width: 820, height: 1180 });
  const unknown = main.getByRole('region', { name: /ບໍ່ມີສະລິບ/ });
  const row = unknown.getByRole('listitem').filter({ hasText: owed.number });
  await row.getByRole('button').click();
  await dialog.getByRole('textbox').fill('ZZ-00');
  await expect(dialog.getByText('ບໍ່ພົບຄຳສັ່ງຊື້ທີ່ມີຍອດຄ້າງ.')).toBeVisible();
  await dialog.getByRole('textbox').fill(owed.number);
  await dialog.getByRole('radio').check();
  await dialog.getByRole('button', { name: 'ບັນທຶກການຊຳລະ' }).click();
  await expect(row).toBeHidden();
  // The columns are kept for the account, so the same file is read at once and adds nothing.
  await upload();
  await expect(page.getByText('ແຖວໃໝ່ 0, ມີແລ້ວ 2')).toBeVisible();
  await page.reload();
  await expect(main.getByRole('row').filter({ hasText: fits.reference })).toBeVisible();
  await expect(row).toBeHidden();
  await openAs('finance', VERIFY, { language: 'en' });
  await main.getByRole('listitem').filter({ hasText: 'ບໍ່ມີສະລິບ' }).getByRole('button').click();
  await expect(main).toContainText('The bank gives none');
});
