import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible, expectAccessibleIn, followDevice } from '#e2e/axe.ts';
import { copiesOnDevice, deviceStores, storesWith } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { createStudent } from '#e2e/people-data.ts';
import { ownProducts } from '#e2e/stock-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'What are you looking for?' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const magnifier = (page: Page) => page.getByRole('button', { name: 'Find anything' });

/** An adult with one unpaid order. */
async function owesOne(admin: ApiClient, clerk: ApiClient) {
  const { goods } = await ownProducts(admin, 'FIN', [30]);
  const student = await createStudent(clerk, {
    firstName: 'ບຸນມີ',
    lastName: 'ຄົ້ນຫາ',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7799',
  });
  const products = [
    {
      key: randomUUID(),
      productId: goods[0]?._id,
      quantity: 1,
      studentKey: student._id,
      giveNow: false,
    },
  ];
  await makeVisit(clerk, {
    payer: { kind: 'student', studentKey: student._id },
    products,
    tenders: [],
  });
  return student;
}

test('a clerk finds people, classes and screens by keyboard and acts on them', async ({
  page,
  openAs,
  api,
}) => {
  await followDevice(page);
  await openAs('staff', paths.students);
  const code = await page
    .getByRole('table')
    .getByText(/^ST-\d\d-\d+$/)
    .first()
    .textContent();
  await expect(magnifier(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await box(page).fill('attend');
  await expect(page.getByText(/found$|Nothing|No /).first()).toBeAttached();
  await box(page).fill(code ?? '');
  await expect(options(page).first()).toContainText(code ?? '');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleIn(page, 'dark');
  await expectAccessibleIn(page, 'light');
  await page.keyboard.press('Tab');
  await expect(
    page
      .getByRole('group', { name: /^Actions for / })
      .getByRole('link')
      .first(),
  ).toBeFocused();
  await page.getByRole('link', { name: 'Enrol' }).click();
  await expect(page).toHaveURL(new RegExp(paths.newEnrollment));
  await expect(page.getByRole('option', { name: new RegExp(code ?? '') })).toBeVisible();

  const owing = await owesOne(await api('admin'), await api('staff'));
  await page.keyboard.press('Control+k');
  await box(page).fill(owing.studentCode);
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Take a payment' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.parents}.*${owing._id}`));
  await expect(page.getByRole('dialog')).toContainText('ຄົ້ນຫາ');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await magnifier(page).click();
  await box(page).fill('ENG');
  const line = options(page).filter({ hasText: /^ENG-/ }).first();
  await expect(line).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await box(page).fill('class overview');
  await expect(options(page)).toHaveText(['Class Overview']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${paths.classOverview}$`));
  // The key that opened the page must not press the button that has the focus again.
  await expect(box(page)).toHaveCount(0);
});

test('an everyday word in either language leads to the screen and its button', async ({
  page,
  openAs,
}) => {
  await openAs('staff', paths.newEnrollment);
  await expect(magnifier(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await box(page).fill('import');
  await options(page).filter({ hasText: 'Import students' }).click();
  await expect(page).toHaveURL(new RegExp(paths.students));
  await expect(page.getByRole('button', { name: 'Tools of the list' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Import' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await box(page).fill('ອອກຈາກລະບົບ');
  await options(page).filter({ hasText: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(paths.students));
  await page.keyboard.press('Control+k');
  await box(page).fill('help');
  await options(page).filter({ hasText: 'Help on this screen' }).click();
  await expect(page.getByRole('dialog', { name: 'Student Profiles' })).toBeVisible();
});

test(
  'Ctrl+K opens the finder even before it has loaded',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  '? opens the help with the keys, but not where something is typed',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('finance', paths.exchangeRate);
    await expect(magnifier(page)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'Find anything',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await magnifier(page).click();
    await box(page).press('?');
    await expect(box(page)).toHaveValue('?');
    // Finance is not offered screens it may not open.
    await box(page).fill('school branch');
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(magnifier(page)).toBeFocused();
  },
);

/** An adult with Lao and English names and a paid order. */
async function paidOne(admin: ApiClient, clerk: ApiClient) {
  const { goods } = await ownProducts(admin, 'FOF', [30]);
  const student = await createStudent(clerk, {
    firstName: 'ສົມພອນ',
    lastName: 'ບໍ່ມີເນັດ',
    firstNameEn: 'Somphone',
    lastNameEn: 'Bomined',
    dateOfBirth: '1998-03-09',
    phone: '020 5566 7711',
  });
  const products = [
    {
      key: randomUUID(),
      productId: goods[0]?._id,
      quantity: 1,
      studentKey: student._id,
      giveNow: true,
    },
  ];
  const { order, receipt } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey: student._id },
    products,
    tenders: [cash(100_000)],
  });
  return { number: order.number, receipt: receipt?.number ?? '' };
}

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an order is found offline by number, receipt and payer, until a sign-out', async ({
    page,
    context,
    signInAs,
    api,
    complaints,
  }) => {
    test.slow();
    complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const { number, receipt } = await paidOne(await api('admin'), await api('staff'));
    expect(receipt).not.toBe('');
    await signInAs('staff');
    await workerReady(page);
    await page.goto(paths.orders);
    await expect
      .poll(async () => storesWith(await deviceStores(context, page), [number]))
      .toContain('indexedDb');
    await context.setOffline(true);
    await page.reload();
    await expect(magnifier(page)).toBeVisible();
    await page.keyboard.press('Control+k');
    for (const typed of [number, receipt, 'ສົມພອນ ບໍ່ມີເນັດ', 'bomined somph']) {
      await box(page).fill(typed);
      await expect(options(page).filter({ hasText: number }), typed).toHaveCount(1);
    }
    await expect(page.getByText(/Only results from this device, as of \d/)).toBeVisible();
    await options(page).filter({ hasText: number }).click();
    await expect(
      page.getByRole('heading', { name: word('en', 'orders', 'page.needsNetwork') }),
    ).toBeVisible();

    await new Shell(page).chooseFromProfile('signOut');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect
      .poll(async () => storesWith(await deviceStores(context, page), [number, 'Bomined']))
      .toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'the finder searches what the device keeps while offline',
    { tag: '@release' },
    async ({ page, context, openAs }) => {
      await openAs('staff', paths.productList);
      await expect(page.getByRole('listitem').filter({ hasText: 'BOOK' }).first()).toBeVisible();
      // Without the worker the device has the finder only after its first use.
      await magnifier(page).tap();
      await expect(box(page)).toBeFocused();
      await box(page).fill('qqzzxx');
      const none = page.getByText('Nothing found for “qqzzxx”');
      await expect(none).toBeVisible();
      // The text stands below the box, not at the foot of the screen.
      expect((await none.boundingBox())?.y).toBeLessThan(80);
      await page.getByRole('button', { name: 'Close', exact: true }).tap();
      await expect.poll(() => copiesOnDevice(page)).toContain('products');
      await context.setOffline(true);
      await magnifier(page).tap();
      await box(page).fill('book');
      await expect(
        page.getByText(/Only results from this device, as of .+: the server does not answer/),
      ).toBeVisible();
      await expect(options(page).filter({ hasText: /BOOK/ }).first()).toBeVisible();
      await expectAccessible(page);
      await context.setOffline(false);
    },
  );
});
