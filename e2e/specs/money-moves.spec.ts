import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { branches } from '#contract/centre/branches.ts';
import { drawer } from '#contract/money/drawers.ts';
import { dayInLaos } from '#contract/dates.ts';
import { safeRecord } from '#contract/money/safe.ts';
import { studentRecord } from '#contract/people/students.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible, expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock, openDrawer, shutDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { createStudent, homeBranch } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDate } from '#src/lib/text/format.ts';

/** The price of a book of `bookInStock`. */
const PRICE = 145_000;
const drawerPage = `${paths.newEnrollment}${DRAWER_VIEW}`;
const t = (key: string, values: Record<string, string> = {}) => word('en', 'drawer', key, values);
const days = (key: string, values: Record<string, string> = {}) => word('en', 'days', key, values);
const pay = (key: string, values: Record<string, string> = {}) =>
  word('en', 'payment', key, values);
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
const box = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name: new RegExp(`^${name}`) });
const expectedKip = (page: Page) =>
  page.getByRole('table').first().getByRole('row').last().getByRole('cell').first();
const inKip = (sum: number) => sum.toLocaleString('en-US');

const deskDrawer = async (client: ApiClient) => {
  const [first] = await client.get('/drawers', z.array(drawer));
  if (!first) throw new Error('No drawer');
  return first;
};

/** Puts as much kip into the safe as a count says. */
async function fillSafe(finance: ApiClient, LAK: number): Promise<void> {
  const { branchId, balance } = await finance.get('/safe', safeRecord);
  await finance.post(
    '/safe/counts',
    { branchId, counted: { ...balance, LAK }, reason: 'from the bank' },
    safeRecord,
  );
}

/**
 * Lets a family move from the demo accounts' branch to another one and use its credit there.
 */
async function oweElsewhere({
  owner,
  admin,
  staff,
}: Record<'owner' | 'admin' | 'staff', ApiClient>) {
  const all = await owner.get('/branches', z.array(branches.row));
  const otherBranchId = all.find(({ code }) => code === 'LPB')?._id ?? '';
  const student = await createStudent(staff, {
    firstName: 'Elsewhere',
    lastName: 'Credit',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7744',
  });
  const studentKey = student._id;
  const payer = { kind: 'student', studentKey };
  const buy = async (more: object) => {
    const { _id: productId } = await bookInStock(admin, { trackStock: false });
    return {
      payer,
      products: [{ key: randomUUID(), productId, quantity: 1, studentKey }],
      ...more,
    };
  };
  await makeVisit(staff, await buy({ tenders: [cash(2 * PRICE)], changeOwedLAK: PRICE }));
  const { createdAt: _made, updatedAt: _changed, ...input } = student;
  await owner.put(
    `/students/${studentKey}`,
    { ...input, homeBranchId: otherBranchId },
    studentRecord,
  );
  await makeVisit(
    owner,
    await buy({ branchId: otherBranchId, shiftId: null, creditLAK: PRICE, tenders: [] }),
  );
  return { branchId: await homeBranch(staff), otherBranchId, amountLAK: PRICE };
}

test('a float from the safe, a paid-in and a signed paid-out are seen by finance as they were', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  // The server asks for a signature.
  complaints.expect(/409 \(Conflict\)/);
  const [staff, finance] = [await api('staff'), await api('finance')];
  await shutDrawer(staff);
  await fillSafe(finance, 5_000_000);
  const left = (await deskDrawer(staff)).left?.LAK ?? 0;
  const dialog = page.getByRole('dialog');
  await followDevice(page);
  await openAs('staff', drawerPage);
  await button(page, t('openDrawer')).click();
  await box(dialog, pay('drawer.float', { currency: 'LAK' })).fill(inKip(left + 2_000_000));
  await dialog.getByRole('checkbox', { name: pay('drawer.fromSafe') }).check();
  // The box starts with what is more than the last closing left, so nothing differs.
  await expect(box(dialog, pay('drawer.fromSafeIn', { currency: 'LAK' }))).toHaveValue('2,000,000');
  await box(dialog, pay('drawer.takenBy')).fill('Khamla');
  await expect(dialog.getByText(pay('drawer.differs'))).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await button(dialog, pay('drawer.openIt')).click();
  await expect(expectedKip(page)).toHaveText(inKip(left + 2_000_000));

  await button(page, t('kinds.paidIn')).click();
  await box(dialog, t('amount')).fill('30,000');
  await box(dialog, t('reason')).fill('Coins of the copier');
  await button(dialog, t('kinds.paidIn')).click();
  await expect(dialog).toHaveCount(0);
  await expect(expectedKip(page)).toHaveText(inKip(left + 2_030_000));

  // Above the limit of a person and day a second person signs on this screen.
  await button(page, t('kinds.paidOut')).click();
  await box(dialog, t('amount')).fill('1,200,000');
  await box(dialog, t('forWhat')).fill('Paint for the hall');
  await box(dialog, t('receivedBy')).fill('Bounmy');
  await button(dialog, t('kinds.paidOut')).click();
  const signing = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
  await expect(signing).toContainText('This approves paying out 1,200,000 LAK: Expense.');
  await expectAccessible(page);
  await signing.getByLabel(word('en', 'approvals', 'email')).fill(demoEmail('finance'));
  await signing.getByLabel(word('en', 'approvals', 'password')).fill(DEMO_PASSWORD);
  await button(signing, word('en', 'approvals', 'do')).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(expectedKip(page)).toHaveText(inKip(left + 830_000));

  await openAs('finance', historyPath('drawers', (await deskDrawer(staff)).shift?._id ?? ''));
  for (const words of [/Coins of the copier/, /Paint for the hall\s·\sBounmy/])
    await expect(page.getByRole('cell', { name: words })).toBeVisible();
  await expect(expectedKip(page)).toHaveText(inKip(left + 830_000));
  await page.goto(historyPath('safe'));
  await expect(page.getByRole('row', { name: /Khamla/ }).first()).toContainText('−2,000,000');
  await openAs('superadmin', paths.overview);
  await page
    .getByRole('button', { name: / more of /i })
    .first()
    .click();
  await expect(
    page.getByText(word('en', 'queue', 'alerts.paidOutAboveLimit')).first(),
  ).toBeVisible();
});

test(
  'money goes from the drawer into the safe, and from there to the bank and back to the drawer',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [staff, finance] = [await api('staff'), await api('finance')];
    await openDrawer(staff);
    const { shift } = await deskDrawer(staff);
    const before = shift?.expected?.LAK ?? 0;
    const dialog = page.getByRole('dialog');
    await openAs('staff', drawerPage);
    await button(page, t('kinds.paidOut')).click();
    await box(dialog, t('amount')).fill('100,000');
    await dialog.getByRole('combobox', { name: t('goal') }).selectOption('safe');
    await box(dialog, t('forWhat')).fill('Full drawer');
    await box(dialog, t('receivedBy')).fill('Khamla');
    await button(dialog, t('kinds.paidOut')).click();
    await expect(dialog).toHaveCount(0);
    await expect(expectedKip(page)).toHaveText(inKip(before - 100_000));

    await openAs('finance', historyPath('safe'));
    await expect(page.getByRole('row', { name: /Khamla/ }).first()).toContainText('+100,000');
    await button(page, days('safeActs.count')).click();
    for (const [currency, sum] of [
      ['LAK', '2,500,500'],
      ['THB', '0'],
      ['USD', '0'],
    ] as const)
      await box(dialog, days('countedIn', { currency })).fill(sum);
    await box(dialog, days('reason')).fill('Counted on Monday');
    await button(dialog, days('saveCount')).click();
    await expect(page.getByText(days('safeSaved.count'))).toBeVisible();

    await button(page, days('safeActs.toBank')).click();
    await box(dialog, days('amount')).fill('1,000,000');
    await box(dialog, days('whoReceives')).fill('Noy');
    await button(dialog, days('safeActs.toBank')).click();
    await expect(
      page.getByText(days('safeSaved.toBank', { sum: '1,000,000', currency: 'LAK' })),
    ).toBeVisible();

    await button(page, days('safeActs.toDrawer')).click();
    await box(dialog, days('amount')).fill('500,000');
    await dialog
      .getByRole('combobox', { name: days('openDrawer') })
      .selectOption({ label: shift?.drawerName ?? '' });
    await box(dialog, days('whoReceives')).fill('Bounmy');
    await button(dialog, days('safeActs.toDrawer')).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('row', { name: /Bounmy/ }).first()).toContainText('−500,000');
    await expect(page.getByRole('row', { name: /Noy/ }).first()).toContainText('−1,000,000');
    expect((await finance.get('/safe', safeRecord)).balance.LAK).toBe(1_000_500);
    await openAs('staff', drawerPage);
    await expect(expectedKip(page)).toHaveText(inKip(before + 400_000));
  },
);

test(
  'finance opens a counted drawer again and a superadmin a closed day, each with a reason',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [staff, finance] = [await api('staff'), await api('finance')];
    const today = formatDate(dayInLaos());
    await openDrawer(staff);
    const shiftId = (await deskDrawer(staff)).shift?._id ?? '';
    await shutDrawer(staff);
    const dialog = page.getByRole('dialog');
    await openAs('finance', historyPath('drawers', shiftId));
    await button(page, days('reopen')).click();
    await box(dialog, days('reason')).fill('One note was under the tray');
    await button(dialog, days('reopen')).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(t('isOpen'), { exact: true })).toBeVisible();
    expect((await deskDrawer(staff)).shift?._id).toBe(shiftId);

    await shutDrawer(staff);
    const { branchId } = await finance.get('/safe', safeRecord);
    await finance.post(`/days/${dayInLaos()}/close`, { branchId }, z.object({}));
    await openAs('superadmin', historyPath('days', dayInLaos()));
    await button(page, days('reopen')).click();
    await box(dialog, days('reason')).fill('A sale was forgotten');
    await button(dialog, days('reopen')).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('A sale was forgotten')).toBeVisible();
    await expect(button(page, days('closeDay', { day: today }))).toBeVisible();
  },
);

test(
  'a branch pays what it owes another one, whose superadmin confirms that it came',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [owner, admin, staff] = [await api('superadmin'), await api('admin'), await api('staff')];
    const words = (key: string, values: Record<string, string> = {}) =>
      word('en', 'money-reports', `between.${key}`, values);
    const pair = await oweElsewhere({ owner, admin, staff });
    const names = await owner.get('/branches', z.array(branches.row));
    const nameOf = (id: string) => names.find(({ _id }) => _id === id)?.branchName ?? '';
    const [from, to] = [nameOf(pair.branchId), nameOf(pair.otherBranchId)];
    const sum = inKip(pair.amountLAK);
    const dialog = page.getByRole('dialog');
    await followDevice(page);
    await openAs('finance', historyPath('figures'));
    const panel = page.getByRole('region', { name: words('title') });
    await panel
      .getByRole('row', { name: words('owes', { from, to }) })
      .getByRole('button', { name: words('pay') })
      .click();
    await expect(dialog).toContainText(words('payAsk', { from, to, sum }));
    await button(dialog, words('pay')).click();
    await expect(dialog).toContainText(words('paidFromNeeded'));
    await dialog.getByRole('combobox', { name: words('paidFromLabel') }).selectOption({ index: 1 });
    await expectAccessibleInBothThemes(page);
    await button(dialog, words('pay')).click();
    await expect(page.getByText(words('payDone'))).toBeVisible();
    // The person who paid cannot confirm it, and it cannot be paid twice meanwhile.
    await expect(panel).toContainText(`${from} → ${to}: ${sum} LAK, recorded`);
    await expect(button(panel, words('confirm'))).toHaveCount(0);
    await expect(
      panel.getByRole('row', { name: words('owes', { from, to }) }).getByRole('button', {
        name: words('pay'),
      }),
    ).toHaveCount(0);

    await openAs('superadmin', historyPath('figures'));
    await expect(panel).toContainText(`${from} → ${to}: ${sum} LAK, recorded`);
    await button(panel, words('confirm')).click();
    await expect(dialog).toContainText(words('confirmAsk', { from, to, sum }));
    await button(dialog, words('confirm')).click();
    await expect(page.getByText(words('confirmDone'))).toBeVisible();
    await page.reload();
    await expect(panel).toContainText(`${from} → ${to}: ${sum} LAK, confirmed`);
    await expect(panel.getByRole('row', { name: words('owes', { from, to }) })).toHaveCount(0);
  },
);
