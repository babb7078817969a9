import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { createBranch } from '#e2e/branch-data.ts';
import { bookInStock } from '#e2e/desk-data.ts';
import { printedSheets, withoutBlanks } from '#e2e/pdf.ts';
import { createStudent } from '#e2e/people-data.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';

const ROWS = 6;
/** High enough for the frame and some rows, and so low that every table here runs over. */
const SHEET_MM = 90;

/** Sells books to families, each of which still owes a part. */
async function sellToFamilies(admin: ApiClient, clerk: ApiClient) {
  const sold: { orderId: string; studentId: string }[] = [];
  for (let n = 0; n < ROWS; n += 1) {
    const { _id: productId } = await bookInStock(admin);
    const { _id: studentId } = await createStudent(clerk, {
      firstName: 'ມະນີ',
      lastName: randomUUID().slice(0, 6),
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7788',
    });
    const { order } = await makeVisit(clerk, {
      payer: { kind: 'student', studentKey: studentId },
      products: [{ key: randomUUID(), productId, quantity: 1, studentKey: null, giveNow: false }],
      tenders: [cash(100_000 + 1000 * n)],
    });
    sold.push({ orderId: order._id, studentId });
  }
  return sold;
}

/** The lines of sums on the page: the text of each, without blanks. */
const sumLines = async (page: Page) =>
  (
    await page
      .getByRole('main')
      .locator('tfoot tr')
      .evaluateAll((lines) => lines.map((line) => line.textContent))
  ).map(withoutBlanks);

/** All words that the page has on paper, without blanks. */
async function paperText(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.getByRole('main').innerText();
  await page.emulateMedia({ media: null });
  return withoutBlanks(text);
}

const times = (text: string, part: string) => text.split(part).length - 1;

type Paper = { sums: string[]; sheets: string[]; once: string; lastRow: string };

/**
 * The page as it stands and as it is printed, read again if it has changed meanwhile: the parts of
 * a report come one by one, and the figures of the time before it come last.
 */
async function readPaper(page: Page): Promise<Paper> {
  let paper: Paper | undefined;
  await expect(async () => {
    const once = await paperText(page);
    const sums = await sumLines(page);
    const sheets = await printedSheets(page, SHEET_MM);
    const lastRows = await page
      .getByRole('main')
      .locator('table:has(tfoot) tbody tr:last-child')
      .evaluateAll((rows) => rows.map((row) => row.textContent));
    paper = { sums, sheets, once, lastRow: withoutBlanks(lastRows.at(-1) ?? '') };
    expect(await paperText(page)).toBe(once);
  }).toPass();
  if (!paper) throw new Error('Nothing was read');
  return paper;
}

/** Every line of sums is printed once, on the sheet where its table ends. */
async function expectSumsOnce(page: Page, where: string) {
  const { sums, sheets, once, lastRow } = await readPaper(page);
  expect(sums, `${where} has sums`).not.toEqual([]);
  expect(sheets.length, `${where} runs over`).toBeGreaterThan(1);
  const feet = sums.join('\n');
  const paper = sheets.join('\n');
  for (const line of new Set(sums)) {
    // The same words and figures may stand in another part of the page too.
    expect(times(paper, line), `${where}: ${line}`).toBeGreaterThanOrEqual(times(feet, line));
    expect(times(paper, line), `${where}: ${line}`).toBeLessThanOrEqual(times(once, line));
  }
  expect(paper.lastIndexOf(sums.at(-1) ?? '')).toBeGreaterThan(paper.lastIndexOf(lastRow));
}

/** On paper no control shows: no arrow, no menu, no button apart from sums. */
async function expectNoFurniture(page: Page, where: string) {
  await page.emulateMedia({ media: 'print' });
  const shown = await page
    .locator('body')
    .locator('select, summary, [role="tab"], nav, button:not(thead button)')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.checkVisibility() && !part.querySelector(':scope > bdi'))
        .map((part) => part.outerHTML.slice(0, 120)),
    );
  expect(shown, where).toEqual([]);
  const underlined = await page
    .getByRole('main')
    .locator('a, button')
    .evaluateAll((parts) =>
      parts
        .filter((part) => getComputedStyle(part).textDecorationLine !== 'none')
        .map((part) => part.outerHTML.slice(0, 120)),
    );
  expect(underlined, where).toEqual([]);
  await page.emulateMedia({ media: null });
}

test('every printed table has its totals once, at its end, and no furniture of the screen', async ({
  page,
  openAs,
  api,
}) => {
  test.slow();
  const sold = await sellToFamilies(await api('admin'), await api('staff'));
  const today = dayInLaos();
  // On the first day of a month nothing was taught in it yet.
  const range = `from=${addDays(today, -31)}&to=${today}`;
  const [first] = sold;
  const screens = [
    `${paths.enrollmentReport}?figure=active&value=students`,
    `${paths.enrollmentReport}?part=classes`,
    `${paths.attendanceReports}?${range}`,
    `${paths.attendanceReports}?view=pay&from=${today.slice(0, 4)}-01-01&to=${today}`,
    `${paths.financialReports}?${range}`,
    `${paths.financialReports}?view=tables&figure=received&${range}`,
    `${paths.financialReports}?view=journal&${range}`,
    `${paths.paymentHistory}?view=figures&${range}`,
    `${paths.paymentHistory}?view=journal&${range}`,
    `${paths.paymentHistory}?view=days&id=${today}`,
    paths.paymentHistory,
    paths.pendingPayment,
    paths.orders,
    paths.stockTracking,
    paths.allocateClasses,
    `${paths.orders}?id=${first?.orderId}`,
    `${paths.parents}?id=${first?.studentId}`,
  ];
  await openAs('superadmin', paths.overview);
  for (const address of screens) {
    await page.goto(address);
    await expect(page.getByRole('main').locator('tfoot').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // A report and the rows behind one of its figures come one after the other.
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    // The frame of a list and the code of its sheets follow the first screen; a record has none.
    const ready = page.locator('[data-print-frame]:is([data-ready], :not([data-builds]))');
    if (!address.includes('?id=')) await expect(ready).toBeAttached();
    await expectSumsOnce(page, address);
    await expectNoFurniture(page, address);
  }
});

const STUDENTS = 121;
const NAMES = ['ສົມສະຫວັນ', 'ພອນປະເສີດ', 'ຈັນທະລັງສີ', 'ບຸນມີ', 'ດາວເຮືອງ'];

test('121 students are three sheets with whole Lao names and one end', async ({
  page,
  openAs,
  api,
}) => {
  test.slow();
  const language = 'lo';
  const admin = await api('superadmin');
  const { branchName, _id: homeBranchId } = await createBranch(admin, 'PAL');
  const names = Array.from(
    { length: STUDENTS },
    (_, n) => `${NAMES[n % NAMES.length]} ວົງພະຈັນ${n + 100}`,
  );
  for (let from = 0; from < STUDENTS; from += 10) {
    await Promise.all(
      names.slice(from, from + 10).map((name) => {
        const [firstName, lastName] = name.split(' ');
        const adult = { dateOfBirth: '1999-03-09', phone: '020 5566 7788' };
        return createStudent(admin, { firstName, lastName, homeBranchId, ...adult });
      }),
    );
  }
  await openAs('superadmin', paths.students, { language });
  await new Shell(page, language).pickBranch(branchName);
  await expect(page.getByRole('heading').getByText(`${STUDENTS}`)).toBeVisible();
  await expect(page.locator('[data-print-frame][data-ready]')).toBeAttached();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: word(language, 'common', 'list.tools') }).click();
  await page.getByRole('menuitem', { name: word(language, 'common', 'list.print') }).click();
  await expect(page.locator('[data-printed]')).toBeAttached();
  const sheets = await printedSheets(page);
  const end = word(language, 'people', 'students.printed_other', { count: String(STUDENTS) });
  const head = withoutBlanks(word(language, 'people', 'attendance'));
  expect(sheets).toHaveLength(3);
  for (const [at, sheet] of sheets.entries()) {
    const number = { page: String(at + 1), pages: '3' };
    expect(times(sheet, head), 'the heads stand on each sheet').toBe(1);
    expect(sheet).toContain(withoutBlanks(word(language, 'common', 'list.pageOf', number)));
    expect(times(sheet, withoutBlanks(end))).toBe(at === 2 ? 1 : 0);
  }
  for (const name of names) expect(times(sheets.join('\n'), withoutBlanks(name)), name).toBe(1);
  expect(sheets[1]).toContain(withoutBlanks(branchName));
});

test('a report or a list that has not come yet says so on paper', async ({ page, openAs }) => {
  await page.route(/\/api\/(reports\/|academic-report|figures|students)/, () => undefined);
  await openAs('superadmin', paths.overview);
  for (const language of ['en', 'lo'] as const) {
    for (const address of [
      paths.enrollmentReport,
      paths.academicReports,
      paths.financialReports,
      paths.students,
    ]) {
      await page.goto(`${address}?lng=${language}`);
      await expect(page.getByRole('main').locator('[data-instead]').first()).toBeVisible();
      const [text = ''] = await printedSheets(page, SHEET_MM);
      expect(text, `${language} ${address}`).toContain(
        withoutBlanks(word(language, 'common', 'print.late')),
      );
    }
  }
});
