import type { Page } from '@playwright/test';
import { schoolInfo } from '#contract/school-info.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { logoPng, scriptedSvg } from '#e2e/pictures.ts';
import { paths } from '#src/lib/paths.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const nameField = (page: Page) => page.getByRole('textbox', { name: /^Centre name \(English\)/ });

test('a changed name stands in title, footer and sign-in page, and is kept', async ({ page, openAs, api }) => {
  await openAs('admin', paths.schoolInfo);
  const before = await nameField(page).inputValue();
  await nameField(page).fill('Champa Plus');
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('School info | Champa Plus');
  await expect(page.getByRole('contentinfo')).toContainText('CHAMPA PLUS');
  await page.reload();
  await expect(nameField(page)).toHaveValue('Champa Plus');

  const admin = await api('admin');
  const saved = await admin.get('/school-info', schoolInfo);
  await admin.put('/school-info', { ...saved, centreNameEn: before }, schoolInfo);
});

test('bad fields are named in the language of the person, and the first one has the focus', async ({ page, openAs }) => {
  await openAs('admin', paths.schoolInfo, { language: 'lo' });
  const name = page.getByRole('textbox', { name: /^ຊື່ສູນ \(ພາສາອັງກິດ\)/ });
  await name.fill('');
  await page.getByRole('textbox', { name: /^ເບີໂທ/ }).fill('12');
  await page.getByRole('button', { name: 'ບັນທຶກ' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/ຈຳເປັນຕ້ອງໃສ່/);
  await expect(page.getByRole('textbox', { name: /^ເບີໂທ/ })).toHaveAccessibleDescription(/ເບີໂທບໍ່ຖືກຕ້ອງ/);
});

test('two people at once: both values are shown, and the chosen one is saved', async ({ page, openAs, api, complaints }) => {
  complaints.expect(/status of 409/);
  await openAs('admin', paths.schoolInfo);
  // Typed before the other one saves: until then the form may still be fetching what it changes.
  await page.getByRole('textbox', { name: /^Tax number/ }).fill('MINE-1');
  const admin = await api('admin');
  const saved = await admin.get('/school-info', schoolInfo);
  await admin.put('/school-info', { ...saved, taxNo: 'THEIRS-1' }, schoolInfo);

  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone changed this record' });
  await expect(dialog).toContainText('MINE-1');
  await expect(dialog).toContainText('THEIRS-1');
  await dialog.getByRole('radio', { name: /THEIRS-1/ }).check();
  await dialog.getByRole('button', { name: 'Save these' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await admin.get('/school-info', schoolInfo)).taxNo).toBe('THEIRS-1');
});

test('a logo is stored and seen by people without a session; a drawing with a script in it is not', async ({
  page,
  openAs,
  otherPage,
}) => {
  await openAs('admin', paths.schoolInfo);
  const chooser = page.getByLabel('Logo', { exact: true });
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: scriptedSvg });
  await expect(page.getByText('This kind of file is not taken. Use PNG, JPEG or WebP.')).toBeVisible();

  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logoPng });
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const stranger = await otherPage();
  const answer = await stranger.request.get(new URL('/api/school-info/logo', page.url()).href);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toMatch(/^image\/(png|webp|jpeg)$/);
});

test('leaving with unsaved input asks first', async ({ page, openAs }) => {
  await openAs('admin', paths.schoolInfo);
  await nameField(page).fill('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(nameField(page)).toHaveValue('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(paths.overview);
});
