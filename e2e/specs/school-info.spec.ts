import type { Page } from '@playwright/test';
import { schoolInfo } from '#contract/centre/school-info.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { logoPng, scriptedSvg } from '#e2e/pictures.ts';
import { paths } from '#src/lib/paths.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const nameField = (page: Page) => page.getByRole('textbox', { name: /^Centre name \(English\)/ });

test('an admin changes name and logo of the centre; a scripted drawing is refused', async ({
  page,
  openAs,
  otherPage,
  api,
}) => {
  await openAs('admin', paths.schoolInfo);
  const before = await nameField(page).inputValue();
  await nameField(page).fill('Champa Plus');
  const chooser = page.getByLabel('Logo', { exact: true });
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: scriptedSvg });
  await expect(
    page.getByText('This file type is not supported. Use PNG, JPEG or WebP.'),
  ).toBeVisible();
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logoPng });
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
  await save(page).click();
  await expect(page.getByText(/^Saved(: |$)/)).toBeVisible();
  await expect(page).toHaveTitle('School info | Champa Plus');
  await expect(page.getByRole('contentinfo')).toContainText('CHAMPA PLUS');
  await page.reload();
  await expect(nameField(page)).toHaveValue('Champa Plus');

  const stranger = await otherPage();
  const answer = await stranger.request.get(new URL('/api/school-info/logo', page.url()).href);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toMatch(/^image\/(png|webp|jpeg)$/);

  const admin = await api('admin');
  const saved = await admin.get('/school-info', schoolInfo);
  await admin.put('/school-info', { ...saved, centreNameEn: before }, schoolInfo);
});
