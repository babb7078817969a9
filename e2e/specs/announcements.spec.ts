import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { field } from '#e2e/pages/record-form.ts';
import { logoPng, scriptedSvg } from '#e2e/pictures.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { paths } from '#src/lib/paths.ts';

test('an admin publishes to the own branch and sees who has read it', async ({
  page,
  openAs,
  otherPage,
  complaints,
}) => {
  complaints.expect(/415 \(Unsupported Media Type\)/);
  await openAs('admin', paths.announcements);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Announcements');
  await page.getByRole('link', { name: 'Add announcement' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(field(page, 'Title in Lao')).toHaveAccessibleDescription(
    /Write the title and the text in at least one language/,
  );
  await field(page, 'Title in Lao').fill('ໄຟດັບວັນອາທິດ');
  await field(page, 'Text in Lao').fill('ບັນທຶກກ່ອນ 07:45.');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: scriptedSvg });
  await expect(page.getByText(/Use PDF, PNG, JPEG or WebP/).first()).toBeVisible();
  await chooser.setInputFiles({ name: 'ແຜນ.png', mimeType: 'image/png', buffer: logoPng });
  await expect(page.getByRole('button', { name: 'Remove ແຜນ.png' })).toBeVisible();
  await page.getByRole('radio', { name: 'Urgent' }).check();
  await page.getByRole('checkbox', { name: /^finance/ }).uncheck();
  await expect(
    page.getByText(/\S only\. A superadmin can publish to other branches/),
  ).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview for readers' });
  await expect(preview).toContainText('In Lao only');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep as draft' }).click();

  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'ໄຟດັບວັນອາທິດ' });
  await expect(row).toContainText('Draft');
  await row.getByRole('link').click();
  await page.getByRole('link', { name: 'Edit announcement' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(row).toContainText('Published');
  await expect(row).toContainText(/admin, staff/);
  const read = /^1 of \d+$/;
  await expect(row.getByText(read)).toBeVisible();

  const reader = await otherPage();
  await openAs('staff', paths.terms, { page: reader });
  const line = reader.getByRole('status').filter({ hasText: 'Urgent: ໄຟດັບວັນອາທິດ' });
  await expect(line).toBeVisible();
  const bell = reader.getByRole('button', { name: /^Announcements, \d unread$/ });
  await bell.click();
  await expect(
    reader.getByRole('region', { name: 'Announcements' }).getByRole('listitem').first(),
  ).toContainText('ໄຟດັບວັນອາທິດ');
  await expectAccessible(reader);
  await reader.keyboard.press('Escape');
  // It stands above the desk, which is as high as the room that is left.
  await reader.goto(paths.newEnrollment);
  await expect(line).toBeVisible();
  const tooHigh = () => document.documentElement.scrollHeight - window.innerHeight;
  await expect.poll(() => reader.evaluate(tooHigh)).toBe(0);
  await line.getByRole('link', { name: 'Read' }).click();
  await expect(reader.getByText('ບັນທຶກກ່ອນ 07:45.')).toBeVisible();
  const download = reader.waitForEvent('download');
  await reader.getByRole('button', { name: /ແຜນ\.png/ }).click();
  expect((await download).suggestedFilename()).toBe('ແຜນ.png');
  await expect(reader.getByRole('link', { name: 'Edit announcement' })).toHaveCount(0);
  await expect(line).toHaveCount(0);

  await page.reload();
  await row.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Latest readers' })).toContainText('ດາວວອນ ພົມມະຈັນ');
  await expect(page.getByRole('region', { name: 'Read by' })).toContainText(/2 of \d/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit announcement' }).click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: /^Ended/ }).click();
  await expect(row).toContainText('Archived');
});

test(
  'a small laptop shows the read state in one line',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAs('staff', paths.announcements);
    const read = page.getByRole('row').nth(1).getByRole('cell').last();
    await expect(read).toHaveText(/^(Unread|Read)$/);
    await expect(read).toHaveCSS('white-space', 'nowrap');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test(
    'a clerk reads announcements in Lao, also offline',
    { tag: '@release' },
    async ({ page, context, openAs }) => {
      await openAs('staff', paths.announcements, { language: 'lo' });
      await expect(page.getByRole('listitem').filter({ hasText: 'ປຶ້ມຈະມາຮອດວັນຈັນ' })).toContainText(
        'ຍັງບໍ່ໄດ້ອ່ານ',
      );
      await expectAccessible(page);
      // The list fetches the code of its paper when nobody waits for it.
      await expect(page.locator('[data-print-frame][data-ready]')).toBeAttached();
      await page.getByRole('link', { name: /ປຶ້ມຈະມາຮອດວັນຈັນ/ }).click();
      await expect(page.getByText(/ກະລຸນາຈັດຊັ້ນວາງ/)).toBeVisible();
      await expectAccessible(page);
      await restFetched(page);
      await context.setOffline(true);
      await page.getByRole('link', { name: 'ກັບຄືນ' }).click();
      await page.getByRole('link', { name: /ຄ່າຮຽນໃໝ່/ }).click();
      await expect(page.getByText(/ລາຄາໃໝ່ໃຊ້ກັບ/)).toBeVisible();
      await context.setOffline(false);
    },
  );
});
