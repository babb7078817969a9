import { randomUUID } from 'node:crypto';
import { expectAccessible } from '#e2e/axe.ts';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent } from '#e2e/people-data.ts';
import { scanKeys } from '#e2e/scanner.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { paths } from '#src/lib/paths.ts';
import type { Page } from '@playwright/test';

const EAN = '96385074';
const who = (page: Page) => page.getByRole('combobox', { name: word('en', 'desk', 'who.find') });
const amount = (page: Page) => page.getByRole('textbox', { name: 'Received' });
const unwanted = (page: Page) => page.getByText(`A scan does nothing here: ${EAN}`);

const adult = { firstName: 'ສະແກນ', lastName: 'ບັດ', dateOfBirth: '1999-03-09' };

test.use({ viewport: { width: 1024, height: 768 } });

test('a clerk scans books and cards into any field of the desk', async ({ page, openAs, api }) => {
  const [clerk, admin] = [await api('staff'), await api('admin')];
  await openDrawer(clerk);
  const book = await bookInStock(admin);
  const student = await createStudent(clerk, { ...adult, phone: '020 5566 9911' });
  await openAs('staff', paths.newEnrollment);
  const line = page.getByRole('listitem').filter({ hasText: book.nameEn });
  const isSold = (count: number) => expect(line).toContainText(count === 1 ? '1' : `${count} ×`);

  // A book goes on the bill, and the box that was searched in is as it was.
  await expect(page.getByRole('searchbox', { name: 'Class, book or barcode' })).toBeVisible();
  await who(page).fill('Som');
  await scanKeys(page, book.sku);
  await isSold(1);
  await expect(who(page)).toHaveValue('Som');
  await who(page).fill('');

  // No amount is changed by a scan: not by a known code, nor by another.
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await amount(page).fill('150,000');
  await amount(page).evaluate((box: HTMLInputElement) => box.setSelectionRange(3, 3));
  for (const gap of [1, 5, 20]) {
    await scanKeys(page, EAN, { gap });
    await expect(page.getByText(`No product has the code ${EAN}`)).toBeVisible();
    await expect(amount(page)).toHaveValue('150,000');
  }
  // One late key leaves nothing of the code in the box, and a busy page does not matter.
  await scanKeys(page, EAN, { gap: 20, late: { at: 3, gap: 35 } });
  await expect(amount(page)).toHaveValue('150,000');
  const busy = await page.evaluate(() =>
    window.setInterval(() => {
      const until = performance.now() + 150;
      while (performance.now() < until);
    }, 160),
  );
  await scanKeys(page, EAN, { gap: 20 });
  await page.evaluate((timer) => clearInterval(timer), busy);
  await expect(amount(page)).toHaveValue('150,000');
  expect(await amount(page).evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(3);
  await scanKeys(page, book.sku, { layout: 'lao', endKey: 'Tab' });
  await isSold(2);
  await expect(amount(page)).toHaveValue('150,000');
  await expect(amount(page)).toBeFocused();

  // Typing stays typing, with its Enter.
  await amount(page).selectText();
  await scanKeys(page, '500', { gap: 25 });
  await expect(amount(page)).toHaveValue(/^500$/);
  await amount(page).selectText();
  await scanKeys(page, '12345678', { gap: 45 });
  await expect(amount(page)).toHaveValue(/^12,?345,?678$/);
  await amount(page).fill('290000');
  await scanKeys(page, EAN, { endKey: 'none' });
  await expect(page.getByText(`No product has the code ${EAN}`)).toBeVisible();
  await expect(amount(page)).toHaveValue('290,000');

  // A press on an empty place takes neither the keyboard from the amount nor a scan into it.
  const pressBeside = async () => {
    await page.getByRole('heading', { name: 'Cash', exact: true }).click();
    await expect(amount(page)).not.toBeFocused();
  };
  await amount(page).fill('29');
  await pressBeside();
  await scanKeys(page, EAN, { gap: 5 });
  await expect(amount(page)).toHaveValue('29');
  await pressBeside();
  await scanKeys(page, '0000', { gap: 60, endKey: 'none' });
  await expect(amount(page)).toHaveValue('290,000');

  // The keyboard goes on where the pad ended.
  await page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '7' }).click();
  await page.keyboard.type('5000', likeAPerson);
  await expect(amount(page)).toHaveValue('75,000');
  await amount(page).fill('290000');

  // The keys of the pad are pressed one by one, also after a scan.
  await page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '7' }).click();
  await expect(amount(page)).toHaveValue('7');
  // On a key of the pad, a code without its Enter is taken after a pause or asked for again.
  await page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '7' }).focus();
  await scanKeys(page, book.sku, { endKey: 'none' });
  await isSold(3);
  await scanKeys(page, EAN, { gap: 90, endKey: 'none' });
  await expect(page.getByText(`Read without the Enter that ends a code: ${EAN}`)).toBeVisible();
  await expect(amount(page)).toHaveValue('7');
  await amount(page).focus();
  await scanKeys(page, student.studentCode, { layout: 'lao' });
  await expect(amount(page)).toHaveValue('7');
  await page.getByRole('button', { name: 'Back to the classes' }).click();
  await expect(page.getByRole('button', { name: new RegExp(student.studentCode) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a scan while the visit is saved is asked for again', async ({ page, openAs, api }) => {
  const clerk = await api('staff');
  await openDrawer(clerk);
  const student = await createStudent(clerk, { ...adult, phone: '020 5566 9944' });
  const book = await bookInStock(await api('admin'));
  await openAs('staff', paths.newEnrollment);
  await expect(page.getByRole('searchbox', { name: 'Class, book or barcode' })).toBeVisible();
  await scanKeys(page, book.sku);
  await scanKeys(page, student.studentCode);
  await expect(page.getByRole('button', { name: new RegExp(student.studentCode) })).toBeVisible();
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/visits$/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Confirm' }).click();
  await scanKeys(page, book.sku);
  await expect(page.getByText(`Still saving. Scan it again afterwards: ${book.sku}`)).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('145,000');
});

test('two scans in a row are taken in their order', async ({ page, openAs, api }) => {
  const clerk = await api('staff');
  const [first, second] = [
    await createStudent(clerk, { ...adult, phone: '020 5566 9921' }),
    await createStudent(clerk, { ...adult, phone: '020 5566 9922' }),
  ];
  await openAs('staff', paths.newEnrollment);
  await expect(who(page)).toBeFocused();
  // The answer about the first card comes later than that about the second could.
  await page.route(/\/api\/desk\/(people|families)\?/, async (route) => {
    if (route.request().url().includes(first.studentCode))
      await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await scanKeys(page, first.studentCode);
  await scanKeys(page, second.studentCode);
  await expect(page.getByRole('button', { name: new RegExp(second.studentCode) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('the search of the desk keeps a scanned code as text, and a receipt opens', async ({
  page,
  openAs,
  api,
}) => {
  const [clerk, admin] = [await api('staff'), await api('admin')];
  const book = await bookInStock(admin);
  const { order, receipt } = await makeVisit(clerk, {
    payer: { kind: 'walkIn', name: 'Scanned', phone: '' },
    products: [
      { key: randomUUID(), productId: book._id, quantity: 1, studentKey: null, giveNow: true },
    ],
    tenders: [cash(book.price)],
  });
  await openAs('staff', paths.newEnrollment);
  const what = page.getByRole('searchbox', { name: 'Class, book or barcode' });
  await what.fill('Some');
  await scanKeys(page, book.sku, { layout: 'lao' });
  await expect(what).toHaveValue(book.sku.toUpperCase());
  await expect(page.getByRole('button', { name: new RegExp(book.sku) })).toBeVisible();
  await what.focus();
  await scanKeys(page, `${receipt?.number}.${receipt?.check.toUpperCase()}`);
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
});

test('a scan that nothing wants changes nothing and is said', async ({ page, openAs, api }) => {
  const clerk = await api('staff');
  const book = await bookInStock(await api('admin'));
  const { _id: studentKey } = await createStudent(clerk, { ...adult, phone: '020 5566 9933' });
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    products: [{ key: randomUUID(), productId: book._id, quantity: 1, studentKey, giveNow: false }],
    tenders: [cash(10_000)],
  });
  await openAs('staff', orderPath(order._id, 'pay'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cash' }).click();
  const shown = await amount(page).inputValue();
  await amount(page).focus();
  await scanKeys(page, EAN);
  await expect(dialog.getByText(`A scan does nothing here: ${EAN}`)).toHaveRole('alert');
  await expect(amount(page)).toHaveValue(shown);
  await expect(dialog).toBeVisible();
  await expectAccessible(page);

  // A page without a reader says so in the person's language.
  await openAs('staff', paths.allocateClasses);
  await expect(page.getByRole('button', { name: word('en', 'find', 'open') })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await scanKeys(page, EAN, { gap: 90 });
  await expect(unwanted(page)).toBeVisible();
});
