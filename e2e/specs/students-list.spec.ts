import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { savedViewsOf } from '#contract/centre/saved-views.ts';
import { student, type StudentLookupRow } from '#contract/people/students.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openListTool, showColumn } from '#e2e/list-tools.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { createStudent } from '#e2e/people-data.ts';
import { ownProducts } from '#e2e/stock-data.ts';
import { makeVisit } from '#e2e/visit-data.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { paths } from '#src/lib/paths.ts';

const studentRows = z.array(student);
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');
const search = (page: Page) => page.getByRole('searchbox');
const found = (page: Page) => page.getByRole('status').filter({ hasText: /^Found/ });
/** The count in the list's head, which is also announced. */
const count = async (page: Page) => {
  // The rows do not wait for it.
  await expect(found(page)).toHaveText(/\d/);
  return Number((await found(page).textContent())?.replace(/\D/g, ''));
};
const CODE = /ST-\d\d-\d{6}/;
const code = async (page: Page, at = 0) => {
  let found = '';
  // One reading, because the rows of another page may come between two.
  await expect
    .poll(async () => {
      found = CODE.exec((await rows(page).nth(at).textContent()) ?? '')?.[0] ?? '';
      return found;
    })
    .not.toBe('');
  return found;
};

async function openList(page: Page): Promise<void> {
  const shell = new Shell(page);
  await shell.visit(paths.students);
  // The overview that was open before has tables, too.
  await expect(shell.heading).toContainText('Student Profiles');
  await expect(rows(page).first()).toBeVisible();
}

test('a student is found by code, Lao spelling and last digits of a phone', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  await openList(page);
  const wanted = await code(page, 3);
  await search(page).fill(wanted.slice(-6));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(wanted);

  const answered = page.waitForResponse(
    (answer) => new URL(answer.url()).searchParams.get('search') === 'ກິ່ງແກ້ວ',
  );
  await search(page).fill('ກິ່ງແກ້ວ');
  const spelt = ((await (await answered).json()) as unknown[]).length;
  await expect.poll(() => count(page)).toBe(spelt);
  await search(page).fill('ກິງແກວ');
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === 'ກິງແກວ');
  await expect.poll(() => count(page)).toBe(spelt);

  await search(page).fill('');
  await expect(rows(page)).toHaveCount(50);
  const cell = await rows(page)
    .locator('td', { hasText: /^0\d\d / })
    .first()
    .textContent();
  const phone = /^0[\d ]+\d/.exec(cell ?? '')?.[0] ?? '';
  await search(page).fill(phone.slice(-4));
  await expect.poll(() => count(page)).toBeLessThan(50);
  // Children of one family share a phone.
  await expect(rows(page).filter({ hasText: phone })).not.toHaveCount(0);
});

test('the address keeps search, filters, order and page over Back and reload', async ({
  page,
  signInAs,
}) => {
  await signInAs('superadmin');
  await new Shell(page).pickBranch();
  await openList(page);
  await showColumn(page, 'Student code');
  const chip = page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: /^Status/ });
  await chip.click();
  await page.getByRole('checkbox', { name: 'Active', exact: true }).click();
  await expect(page).toHaveURL(/status=active/);
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  await page.getByRole('columnheader', { name: 'Student code' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=studentCode/);
  const before = await code(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^51–\d+ of /)).toBeVisible();
  await expect(rows(page).first()).not.toContainText(before);
  const shown = await code(page);
  await page.reload();
  await expect(rows(page).first()).toContainText(shown);
  await page.goBack();
  await expect(page.getByText(/^1–50 of /)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).not.toHaveURL(/status=/);
  await page.goForward();
  await page.getByRole('button', { name: 'Remove filter Status: Active' }).click();
  await expect(page).not.toHaveURL(/status=/);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('a clerk sees who owes, calls the family, and saves a view of these', async ({
  page,
  openAs,
  api,
}) => {
  const { goods } = await ownProducts(await api('admin'), 'OWE', [30]);
  const debtor = await createStudent(await api('staff'), {
    firstName: 'ບຸນມີ',
    lastName: 'ຕິດໜີ້',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7711',
  });
  await makeVisit(await api('staff'), {
    payer: { kind: 'student', studentKey: debtor._id },
    products: [
      {
        key: randomUUID(),
        productId: goods[0]?._id,
        quantity: 1,
        studentKey: debtor._id,
        giveNow: false,
      },
    ],
    tenders: [],
  });
  await openAs('staff', paths.students);
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('link', { name: /^Owes/ }).click();
  await expect(page).toHaveURL(/owes=any/);
  await expect(rows(page).first()).toBeVisible();
  const owing = await (await api('staff')).get('/students?owes=any&pageSize=200', studentRows);
  await expect.poll(() => count(page)).toBe(owing.length);
  expect(owing.every(({ owedLAK }) => owedLAK > 0)).toBe(true);
  const owes = owing.find(({ _id }) => _id === debtor._id)?.owedLAK ?? 0;
  expect(owes).toBeGreaterThan(0);
  await expect(rows(page).filter({ hasText: debtor.studentCode })).toContainText(
    formatNumber(owes),
  );
  // Which of these are overdue is for finance.
  await expect(views.getByRole('link', { name: /^Overdue/ })).toHaveCount(0);
  await search(page).fill('020');
  await expect(page).toHaveURL(/search=020/);
  await page.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Give the view a name')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Owes, by phone');
  // Another device has saved one meanwhile, which stays.
  const elsewhere = { name: 'Elsewhere', search: 'search=5566' };
  const keep = async (kept: readonly object[]) =>
    (await api('staff')).put('/saved-views', { screen: paths.students, views: kept }, savedViewsOf);
  await keep([elsewhere]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(views.getByRole('link', { name: 'Owes, by phone' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await views.getByRole('link', { name: /^All/ }).click();
  await expect(page).not.toHaveURL(/owes=/);
  await expect(views.getByRole('link', { name: 'Elsewhere' })).toBeVisible();
  await page.reload();
  await views.getByRole('link', { name: 'Owes, by phone' }).click();
  await expect(page).toHaveURL(/owes=any/);
  await page.getByRole('button', { name: 'Remove Owes, by phone' }).click();
  await expect(views.getByRole('link', { name: 'Owes, by phone' })).toHaveCount(0);
  await keep([]);
});

test(
  'an older answer never replaces a newer one',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await openList(page);
    const [first, second] = [await code(page, 1), await code(page, 2)];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/api/students?*search=${first}*`, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest((request) => request.url().includes(first));
    await search(page).fill(first);
    await asked;
    await search(page).fill(second);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(second);
    release();
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === second);
    await expect(rows(page)).toContainText(second);
  },
);

test('a clerk changes the status of many students by keyboard and undoes it', async ({
  page,
  openAs,
}) => {
  await openAs('staff', `${paths.students}?status=active`);
  await expect(rows(page).first()).toBeVisible();
  const before = await count(page);
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption({ label: 'Left' });
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
    'Required',
  );
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved away');
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => count(page)).toBe(before - 2);
  await expect(page.getByText('2 selected')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Status restored: 2')).toBeVisible();
  await expect.poll(() => count(page)).toBe(before);
});

test(
  'the box selects a row, a click opens it, and Ctrl opens a tab',
  { tag: '@release' },
  async ({ page, openAs }) => {
    await openAs('staff', paths.students);
    const row = rows(page).nth(2);
    const link = row.getByRole('link');
    await expect(link).toBeVisible();
    const name = (await link.evaluate((element) => element.firstChild?.textContent)) ?? '';
    const box = row.getByRole('checkbox');
    await expect(box).toHaveAccessibleName(new RegExp(`^Select ${name}`));
    // The cell around the small mark can be tapped, too.
    await row
      .getByRole('cell')
      .first()
      .click({ position: { x: 4, y: 4 } });
    await expect(box).toBeChecked();
    await expect(row).toHaveAttribute('data-selected', 'true');
    await expect(page.getByText('1 selected')).toBeVisible();
    await box.click();
    await expect(page.getByText('1 selected')).toHaveCount(0);
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(box).toBeFocused();
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
    await page.keyboard.press('Space');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['Control'] }),
    ]);
    await tab.close();
    const href = (await link.getAttribute('href')) ?? '';
    await row.getByRole('cell').nth(2).click();
    await expect(page).toHaveURL((url) => url.pathname + url.search === href);
  },
);

test(
  'the focus follows a moved row and leaves a row that is gone',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await openList(page);
    await showColumn(page, 'Student code');
    const wanted = await code(page, 1);
    const link = rows(page).getByRole('link');
    await search(page).fill(wanted.slice(0, -1));
    await expect.poll(() => count(page)).toBeLessThanOrEqual(10);
    const last = (await count(page)) - 1;
    const sorter = page.getByRole('columnheader', { name: 'Student code' }).getByRole('button');
    const codes = () => rows(page).locator('td', { hasText: /^ST-/ }).allTextContents();
    await sorter.click();
    await expect
      .poll(async () => (await codes()).join(' '))
      .toBe((await codes()).toSorted().join(' '));
    const [lowest, highest] = [await code(page), await code(page, last)];
    await sorter.click();
    await expect(rows(page).first()).toContainText(highest);
    await link.first().focus();
    await page.goBack();
    await expect(rows(page).first()).toContainText(lowest);
    await expect(link.nth(last)).toBeFocused();

    // The record in this place is another one now, so Enter must not open it.
    await search(page).fill(lowest);
    await expect(rows(page)).toHaveCount(1);
    await sorter.click();
    await search(page).fill(highest);
    await expect(rows(page)).toHaveText([new RegExp(highest)]);
    await link.first().focus();
    await page.goBack();
    await expect(rows(page)).toHaveText([new RegExp(lowest)]);
    await expect(page.locator('main a[data-row]:focus')).toHaveCount(0);
  },
);

test(
  'the device remembers chosen columns and compact rows',
  { tag: '@release' },
  async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await openList(page);
    await expect(page.getByRole('columnheader', { name: 'Gender' })).toHaveCount(0);
    await openListTool(page, 'Columns');
    await page.getByRole('checkbox', { name: 'Gender' }).check();
    await page.getByRole('checkbox', { name: 'Guardian’s phone', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    const tools = page.getByRole('button', { name: 'Tools of the list' });
    await expect(tools).toBeFocused();
    await tools.click();
    await page.getByRole('button', { name: 'Compact' }).click();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Gender' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Guardian’s phone' })).toHaveCount(0);
    // The second line of a row is left out.
    await expect(rows(page).first().getByText(CODE)).toBeHidden();
  },
);

test(
  'offline the copy of the students is searched and filtered',
  { tag: '@worker' },
  async ({ page, signInAs }) => {
    await signInAs('staff');
    const copied = page.waitForResponse(/\/api\/students\/lookup$/);
    await openList(page);
    const kept = (await (await copied).json()) as StudentLookupRow[];
    await workerReady(page);
    const wanted = await code(page, 5);
    await page.context().setOffline(true);
    await search(page).fill(wanted.slice(-6));
    await expect(page.getByText(/^No connection: this is the copy/)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(wanted);
    await expect(page.getByRole('main').locator('time')).toHaveText(/^as of \d\d:\d\d$/);

    // Search by a guardian's phone and filter by source work as on the server.
    const child = kept.find(({ guardians }) => guardians !== '');
    await search(page).fill(
      child?.guardians.split(' ').find((word) => /^020\d{8}$/.test(word)) ?? '-',
    );
    await expect(rows(page).filter({ hasText: child?.studentCode ?? '-' })).toHaveCount(1);
    await search(page).fill('');
    // The whole number of a family and its debts stay on the server.
    await expect(rows(page).first()).toContainText(/•••• \d{4}/);
    await expect(rows(page).first()).toContainText('not kept on this device');
    await rows(page)
      .first()
      .getByRole('button', { name: /^Actions: / })
      .click();
    const call = page.getByRole('menuitem', { name: /^Call •••• \d{4}/ });
    await expect(call).toBeDisabled();
    await expect(call).toContainText('Connect to the internet to call.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'How they heard of us' }).selectOption('facebook');
    await expect
      .poll(() => count(page))
      .toBe(kept.filter(({ source }) => source === 'facebook').length);
    await expect(page.getByRole('combobox', { name: 'Records' })).toBeDisabled();
    await expect(page.getByRole('combobox', { name: 'Records' })).toHaveAccessibleDescription(
      /^Needs a connection/,
    );
    await page.context().setOffline(false);
    await expect(page.getByText(/^No connection: this is the copy/)).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Records' })).toBeEnabled();
  },
);

test.describe('on a phone, in Lao', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'students are cards, and nothing overflows',
    { tag: '@release' },
    async ({ page, openAs }) => {
      await openAs('superadmin', paths.students, { language: 'lo' });
      await expect(page.getByRole('table')).toHaveCount(0);
      const cards = page.getByRole('main').getByRole('list').last().getByRole('listitem');
      await expect(cards).toHaveCount(50);
      // The first one stands high.
      expect((await cards.first().boundingBox())?.y).toBeLessThanOrEqual(280);
      await cards.first().getByRole('checkbox').tap();
      const chosen = page.getByText('ເລືອກແລ້ວ 1 ລາຍການ');
      await expect(chosen).toBeVisible();
      // The button that clears the selection stands in the line of the count.
      const [number, clear] = await Promise.all([
        chosen.boundingBox(),
        page.getByRole('button', { name: word('lo', 'common', 'list.selectNone') }).boundingBox(),
      ]);
      expect((clear?.y ?? 0) < (number?.y ?? 0) + (number?.height ?? 0)).toBe(true);
      await expect(cards.filter({ hasText: /\d\d:\d\d/ })).not.toHaveCount(0);
      await page.getByRole('button', { name: 'ຕົວກອງ' }).tap();
      await expect(page.getByRole('combobox', { name: 'ພາກຮຽນ' })).toBeVisible();
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      await expectAccessible(page);
    },
  );
});
