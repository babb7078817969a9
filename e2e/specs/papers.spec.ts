import * as z from 'zod/mini';
import { branches } from '#contract/centre/branches.ts';
import { paths } from '#src/lib/paths.ts';
import { changeBranch } from '#e2e/branch-data.ts';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { printed, withoutBlanks } from '#e2e/pdf.ts';
import { word } from '#e2e/words.ts';

const say = (key: string, values?: Record<string, string>) => word('en', 'desk', key, values);

test('an ordinary visit of six lines is one A5 receipt', async ({ api, openAs, page }) => {
  const admin = await api('admin');
  await openDrawer(await api('staff'));
  const books = [];
  for (let at = 0; at < 6; at += 1) books.push(await bookInStock(admin));
  await openAs('staff', paths.newEnrollment);
  const find = page.getByRole('searchbox', { name: say('what.find') });
  for (const { sku } of books) {
    await find.fill(sku);
    await page.getByRole('button', { name: new RegExp(sku) }).click();
  }
  await page
    .getByRole('button', { name: word('en', 'payment', 'method.cash'), exact: true })
    .click();
  await page.getByRole('textbox', { name: word('en', 'payment', 'tendered') }).fill('1000000');
  await page.getByRole('button', { name: say('bar.confirm'), exact: true }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('130,000');
  expect(await printed(page)).toMatchObject({ widthMm: 148, heightMm: 210, pages: 1 });
});

test('a receipt is printed on roll and A5 in both languages, then as a copy', async ({
  api,
  openAs,
  page,
}) => {
  const rows = await (await api('superadmin')).get('/branches', z.array(branches.row));
  const own = rows.find(({ code }) => code === 'VTE');
  if (!own) throw new Error('No branch');
  const changed = await changeBranch(await api('superadmin'), own, { paper: 'both' });
  await openDrawer(await api('staff'));

  await openAs('staff', paths.newEnrollment);
  await page.getByRole('combobox', { name: say('who.find') }).fill('Keo');
  await page.getByRole('option', { name: say('who.walkIn') }).click();
  await page.getByRole('searchbox', { name: say('what.find') }).fill('Backpack, large');
  await page.getByRole('button', { name: 'Backpack, large' }).click();
  await page
    .getByRole('button', { name: word('en', 'payment', 'method.cash'), exact: true })
    .click();
  await page.getByRole('button', { name: say('bar.confirm'), exact: true }).click();
  const sheet = page.getByRole('region', { name: 'Receipt' });
  await expect(sheet).toContainText('Backpack, large');
  await page.setViewportSize({ width: 1024, height: 768 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);

  const slip = await printed(page);
  expect(slip).toMatchObject({ widthMm: 80, pages: 1 });
  const onScreen = await sheet
    .locator('article')
    .evaluate((paper) => (paper.getBoundingClientRect().height * 25.4) / 96);
  // The sheet has 4 mm above and below the slip, and at most 2 mm more.
  expect(slip.heightMm - onScreen - 8).toBeGreaterThan(0);
  expect(slip.heightMm - onScreen - 8).toBeLessThan(2.5);
  const number = /VTE-R\d\d-\d{6}/.exec(slip.text)?.[0];
  for (const text of [
    'ໃບຮັບເງິນ',
    'Receipt',
    'Dok Champa',
    'ກະເປົາເປ້',
    'Backpack, large',
    '210,000',
    'Keo',
    'Check code',
  ])
    expect(slip.text).toContain(withoutBlanks(text));
  expect(slip.text).not.toMatch(/COPY|thousand/);

  await page.getByRole('button', { name: say('done.a5'), exact: true }).click();
  await expect(sheet).toContainText('two hundred ten thousand kip only');
  const a5 = await printed(page);
  expect(a5).toMatchObject({ widthMm: 148, heightMm: 210, pages: 1 });
  for (const text of [
    'ສອງແສນສິບພັນກີບຖ້ວນ',
    'two hundred ten thousand kip only',
    String(number),
    'ຍອດຄ້າງຊຳລະ',
    'Balance due',
  ])
    expect(a5.text).toContain(withoutBlanks(text));

  // Nothing was printed before, so only the second print is a copy.
  await page.getByRole('button', { name: say('done.print'), exact: true }).click();
  await expect(sheet).not.toContainText('COPY');
  await page.getByRole('button', { name: say('done.reprint'), exact: true }).click();
  await expect(sheet).toContainText('ສຳເນົາທີ 2 · COPY 2');
  expect((await printed(page)).text).toContain('COPY2');
  await changeBranch(await api('superadmin'), changed, { paper: own.paper });
});
