import * as z from 'zod/mini';
import { scoreSheet } from '#contract/classes/assessments.ts';
import { classes } from '#contract/classes/classes.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { printed } from '#e2e/pdf.ts';
import { scan } from '#e2e/stock-data.ts';
import { word } from '#e2e/words.ts';
import { paths } from '#src/lib/paths.ts';

/**
 * A running class of the branch with two decided students: one passed, one passed conditionally.
 */
async function decidedClass(admin: ApiClient) {
  const running = (await admin.get('/classes', z.array(classes.row))).filter(
    ({ status }) => status === 'running',
  );
  for (const row of running) {
    const { students } = await admin.get(`/classes/${row._id}/scores`, scoreSheet);
    const [first, second] = students.filter(({ status }) => status === 'active');
    if (!first || !second) continue;
    const decide = ({ enrolmentId, version }: typeof first, result: 'pass' | 'conditional') => ({
      enrolmentId,
      version,
      result,
    });
    await admin.put(
      `/classes/${row._id}/results`,
      { results: [decide(first, 'pass'), decide(second, 'conditional')] },
      scoreSheet,
    );
    return { row, first };
  }
  throw new Error('No class with students');
}

const t = (key: string, values?: Record<string, string>) =>
  word('en', 'academic-report', key, values);

test('an admin prints report cards and a certificate that is genuine until it is revoked', async ({
  page,
  openAs,
  api,
}) => {
  // It prints three papers and reads four pages in both themes.
  test.slow();
  const { row, first } = await decidedClass(await api('admin'));
  await followDevice(page);
  await openAs('admin', `${paths.academicReports}?term=${row.termId}`);
  const byClass = page.getByRole('region', { name: t('byClass') });
  await expect(byClass).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await byClass.getByRole('button', { name: row.classCode }).click();
  await expect(page).toHaveURL(/class=/);
  const ofClass = page.getByRole('region', { name: t('ofClass', { code: row.classCode }) });
  await expect(ofClass.getByRole('row', { name: first.studentCode })).toContainText(
    t('result.pass'),
  );

  await ofClass.getByRole('link', { name: t('cards.open') }).click();
  await expect(page.getByRole('region', { name: /report cards?$/i })).toContainText(
    first.studentCode,
  );
  // Print before axe runs, because axe disables the print rules.
  const onA4 = await printed(page);
  expect([onA4.widthMm, onA4.heightMm]).toEqual([210, 297]);
  expect(onA4.text).toContain(first.studentCode);
  await page.getByRole('button', { name: 'A5' }).click();
  await expect(page).toHaveURL(/size=a5/);
  await expect(page.getByRole('button', { name: 'A5', pressed: true })).toBeVisible();
  const onA5 = await printed(page);
  expect([onA5.widthMm, onA5.heightMm]).toEqual([148, 210]);
  await expectAccessibleInBothThemes(page);

  await page.goto(`${paths.academicReports}?paper=certificates&class=${row._id}`);
  await page.getByRole('button', { name: /^Issue/ }).click();
  const link = page.getByRole('link', { name: /-CE\d\d-/ }).first();
  await expect(link).toBeVisible();
  const number = (await link.innerText()).split(/\s·\s/)[0] ?? '';
  const paper = await printed(page);
  expect([paper.widthMm, paper.heightMm, paper.pages]).toEqual([297, 210, 1]);
  expect(paper.text).toContain(number);
  await expectAccessibleInBothThemes(page);

  await link.click();
  await expect(page.getByRole('status').filter({ hasText: t('check.agrees') })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: t('revoke.open') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Name was wrong');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('revoke.submit') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('check.revoked') })).toBeVisible();
});

test(
  'a clerk on a phone in Lao scans a certificate that nobody issued',
  { tag: '@release' },
  async ({ page, openAs, api, complaints }) => {
    complaints.expect(/status of 404/);
    const { row } = await decidedClass(await api('admin'));
    await page.setViewportSize({ width: 390, height: 844 });
    await followDevice(page);
    await openAs('staff', `${paths.academicReports}?term=${row.termId}&view=next`, {
      language: 'lo',
    });
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const views = page.getByRole('group', { name: word('lo', 'common', 'views.label') });
    await expect(views).toBeHidden();
    await page.getByRole('button', { name: word('lo', 'common', 'list.filters') }).click();
    await expect(views).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page
      .getByRole('navigation', { name: word('lo', 'academic-report', 'tabs') })
      .getByRole('link')
      .last()
      .click();
    await expect(page.getByRole('textbox')).toBeVisible();
    await scan(page, 'VTE-CE26-999999.0A1B2C3D');
    await expect(page).toHaveURL(/number=VTE-CE26-999999&check=0a1b2c3d/);
    await expect(page.getByRole('main')).toContainText(
      word('lo', 'academic-report', 'failed.check'),
    );
    // Asking again cannot find it, so there is no button to retry.
    await expect(
      page.getByRole('button', { name: word('lo', 'common', 'action.retry') }),
    ).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
  },
);
