import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { slip as slipSchema } from '#contract/money/verify.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { deviceStores } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { TOKEN_KEY } from '#src/lib/browser/storage-keys.ts';
import { paths } from '#src/lib/paths.ts';

const VERIFY = `${paths.pendingPayment}?view=verify`;
const PICTURES = ['public/icons/any-192.png', 'public/icons/any-512.png'] as const;

const newReference = () => `S${randomUUID().slice(0, 8).toUpperCase()}`;

/** Takes a photo as a tablet does: the button opens the camera, which gives a file. */
async function takePhoto(page: Page, part: Locator, name: string, file: string): Promise<void> {
  const camera = page.waitForEvent('filechooser');
  await part.getByRole('button', { name, exact: true }).click();
  await (await camera).setFiles(file);
  await expect(part.getByRole('img', { name: 'Slip photo' })).toBeVisible();
}

/** The stored photo of a slip that waits, by its reference. */
async function photoOf(finance: ApiClient, reference: string) {
  const slips = await finance.get('/verification/slips', z.array(z.extend(slipSchema, {})));
  return slips.find((one) => one.reference === reference)?.slipFileId;
}

/** Finance chooses the slip and sees its picture. */
async function seesPicture(page: Page, reference: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('listitem').filter({ hasText: reference }).getByRole('button').click();
  const picture = main.getByRole('img', { name: `Slip ${reference}` });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(192);
}

/** Asks for the file as somebody at this browser can, with the token that it holds, if any. */
const askFor = (page: Page, fileId: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([path, options, key]) => {
      const token = localStorage.getItem(key);
      const headers = token === null ? {} : { authorization: `Bearer ${token}` };
      return (await fetch(path, { ...options, headers }).catch(() => undefined))?.status ?? 0;
    },
    [`/api/files/${fileId}`, init, TOKEN_KEY] as const,
  );
/** True if the browser's own cache can answer for the file. */
const isKept = async (page: Page, fileId: string) =>
  (await askFor(page, fileId, { cache: 'only-if-cached', mode: 'same-origin' })) === 200;

test('a photo goes from the camera of the desk to finance, who verifies the slip, and is gone at sign-out', async ({
  page,
  context,
  openAs,
  api,
  complaints,
}) => {
  const { sku } = await bookInStock(await api('admin'));
  const reference = newReference();
  await openAs('staff', paths.newEnrollment, { language: 'en' });
  await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
  await page.getByRole('button', { name: new RegExp(sku) }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Slipwalker');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await takePhoto(page, page.getByRole('main'), 'Take a photo of the slip', PICTURES[0]);
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeFocused();
  const fileId = (await photoOf(await api('finance'), reference)) ?? '';

  await openAs('finance', VERIFY, { language: 'en' });
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(fileId)) fetched.push(request.url());
  });
  await seesPicture(page, reference);
  // The page has its own copy, so it fetches the picture once, also when the network comes back.
  const asked = page.waitForResponse(/verification[/]slips/);
  await page.evaluate(() => {
    for (const change of ['offline', 'online']) window.dispatchEvent(new Event(change));
  });
  await asked;
  await seesPicture(page, reference);
  expect(fetched).toHaveLength(1);
  await page.keyboard.press('a');
  await expect(page.getByText(/Confirmed, receipt VTE-R/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: reference })).toBeHidden();

  complaints.expect(/status of 40[14] |ERR_CACHE_MISS|status of 504 /);
  expect([await isKept(page, fileId), await askFor(page, fileId)]).toEqual([false, 200]);
  expect(await isKept(page, fileId)).toBe(false);
  await new Shell(page).chooseFromProfile('signOut');
  await expect(page).toHaveURL(paths.signIn);
  expect([await isKept(page, fileId), await askFor(page, fileId)]).toEqual([false, 401]);
  expect((await deviceStores(context, page)).caches).not.toContain('/api/');
  // The next person at this browser may not see slips.
  await openAs('admin', paths.newEnrollment, { language: 'en' });
  expect(await askFor(page, fileId)).toBe(404);
});

test('a rejected slip is recorded again with another photo, which finance then sees', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  const [admin, clerk, finance] = [await api('admin'), await api('staff'), await api('finance')];
  const [{ _id: productId }, { _id: studentKey }] = [
    await bookInStock(admin),
    await createStudent(clerk, {
      firstName: 'Slipagain',
      lastName: 'Photo',
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7799',
    }),
  ];
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    products: [{ key: randomUUID(), productId, quantity: 1, studentKey, giveNow: false }],
    tenders: [cash(10_000)],
  });
  const reference = newReference();
  const dialog = page.getByRole('dialog');
  const payments = page.getByRole('region', { name: /^Payments/ });
  await openAs('staff', orderPath(order._id), { language: 'en' });
  await page.getByRole('button', { name: 'Take a payment' }).first().click();
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await takePhoto(page, dialog, 'Take a photo of the slip', PICTURES[1]);
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
  // A file that is no slip of this branch is refused beside the photo, and nothing typed is lost.
  complaints.expect(/status of 400 /);
  await page.route(
    '**/api/orders/*/payments',
    (route) => {
      const body = route.request().postData() ?? '';
      const postData = body.replace(/"slipFileId":"[^"]+"/, `"slipFileId":"${randomUUID()}"`);
      return route.continue({ postData });
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Confirm payment' }).click();
  const again = dialog.getByRole('button', { name: 'Take another photo' });
  await expect(again).toBeFocused();
  await expect(again).toHaveAccessibleDescription('The file was not found. Upload it again');
  await dialog.getByRole('button', { name: 'Confirm payment' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(payments).toContainText(reference);
  const first = await photoOf(finance, reference);

  await openAs('finance', VERIFY, { language: 'en' });
  const row = page.getByRole('listitem').filter({ hasText: reference });
  await row.getByRole('button').click();
  await page.keyboard.press('r');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('textbox').first().fill('The picture is not sharp');
  await dialog.getByRole('button', { name: 'Reject slip' }).click();
  await expect(row).toBeHidden();

  await openAs('staff', orderPath(order._id), { language: 'en' });
  await payments.getByRole('button', { name: /^Record again/ }).click();
  await expect(dialog.getByRole('img', { name: 'Slip photo' })).toBeVisible();
  await takePhoto(page, dialog, 'Take another photo', PICTURES[0]);
  expect(await photoOf(finance, reference)).toBeUndefined();
  await dialog.getByRole('button', { name: 'Confirm payment' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => photoOf(finance, reference)).toEqual(expect.any(String));
  expect(await photoOf(finance, reference)).not.toBe(first);

  await openAs('finance', VERIFY, { language: 'en' });
  await seesPicture(page, reference);
});
