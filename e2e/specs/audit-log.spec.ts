import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { doAct } from '#e2e/pages/record-form.ts';
import { createStudent } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

test('a superadmin opens the audit log from a student and reads both states', async ({
  page,
  openAs,
  api,
}) => {
  const t = (key: string) => word('en', 'audit-log', key);
  const { _id } = await createStudent(await api('staff'), {
    firstName: 'ມາລີ',
    lastName: 'ກວດສອບ',
    guardians: [
      {
        firstName: 'ແມ່',
        lastName: 'ກວດສອບ',
        phone: '020 5566 1234',
        relation: 'mother',
        isPayer: true,
      },
    ],
  });
  await followDevice(page);
  await openAs('superadmin', editPath(paths.editStudent, _id));
  await doAct(page, word('en', 'people', 'record.history'));
  await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(/view=audit.*entityId=/);
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('ມາລີ ກວດສອບ');
  await expectAccessibleInBothThemes(page);
  await rows.last().getByRole('link').click();
  const entry = page.getByRole('region', { name: t('entry') });
  await expect(entry.getByRole('row', { name: 'Gender' })).toContainText('Female');
  await expect(entry.getByRole('row', { name: 'Home branch' })).toContainText('Sisattanak');
  await expectAccessibleInBothThemes(page);
});

test(
  'an admin finds a refused page visit in the log on a phone in Lao',
  { tag: '@release' },
  async ({ page, otherPage, openAs }) => {
    const clerk = await otherPage();
    const noted = clerk.waitForResponse('**/api/audit-log/refused');
    await openAs('staff', paths.schoolInfo, { page: clerk });
    expect((await noted).status()).toBe(200);

    await page.setViewportSize({ width: 390, height: 844 });
    await followDevice(page);
    await openAs('admin', paths.schoolInfo, { language: 'lo' });
    await page.getByRole('link', { name: word('lo', 'shell', 'page.auditLog') }).click();
    await page.goto(`${paths.schoolInfo}?view=audit&action=refused`);
    const main = page.getByRole('main');
    await expect(main).toContainText('ຖືກປະຕິເສດການເຂົ້າ');
    await expect(main).toContainText(word('lo', 'shell', 'nav.schoolInfo'));
    await expectAccessibleInBothThemes(page);
  },
);

test(
  'rows and figures from a standby say as of when they are, in both languages',
  { tag: '@release' },
  async ({ page, openAs }) => {
    const asOf = new Date(Date.now() - 40_000).toISOString();
    await page.route(/\/api\/(audit-log|reports|figures)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-as-of': asOf } });
    });
    const time = page.getByRole('main').locator(`time[datetime="${asOf}"]`);
    for (const [language, words] of [
      ['en', 'as of'],
      ['lo', 'ຂໍ້ມູນເມື່ອ'],
    ] as const) {
      await openAs('superadmin', `${paths.schoolInfo}?view=audit`, { language });
      await expect(time).toContainText(words);
      await page.goto(paths.attendanceReports);
      await expect(time.first()).toContainText(words);
      await page.goto(`${paths.paymentHistory}?view=figures`);
      await expect(time.first()).toContainText(words);
    }
  },
);
