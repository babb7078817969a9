import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { assessment } from '#contract/classes/assessments.ts';
import { branch } from '#contract/centre/branches.ts';
import { drawer, shift as shiftRow } from '#contract/money/drawers.ts';
import { stockCount } from '#contract/stock/stock-counts.ts';
import { stockTransfer } from '#contract/stock/stock-transfers.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { classPage } from '#e2e/class-data.ts';
import { bookInStock, openDrawer } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm } from '#e2e/own-class.ts';
import { paidPlace } from '#e2e/paid-place.ts';
import { comeIn, pendingClass } from '#e2e/pending-data.ts';
import { createStudent, homeBranch } from '#e2e/people-data.ts';
import { onHandOf, ownProducts, stockPage } from '#e2e/stock-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { COUNT_STEP, DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import { placePath } from '#src/entities/enrolment/place.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { paths } from '#src/lib/paths.ts';

// Acts that are rare at a desk. Each is done once, from its dialog to the next person's screen.
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Gives the reason that a dialog asks for, and confirms it. */
async function doWithReason(page: Page, act: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test(
  'a loss is written off by hand, a count is given up, a transfer is cancelled and another recalled',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [admin, owner] = [await api('admin'), await api('superadmin')];
    const { goods, category } = await ownProducts(admin, 'RAR', [9]);
    const productId = goods[0]?._id ?? '';
    const dialog = page.getByRole('dialog');
    await openAs('admin', stockPage('?search=RAR-001'));
    await button(page, 'Actions: Thing RAR 1').click();
    await page.getByRole('menuitem', { name: 'Damage or loss' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('2');
    await doWithReason(page, 'Record', 'Rain came in');
    await expect(page.getByText('Recorded. 7 on hand now.')).toBeVisible();
    await page.goto(stockPage(`?view=movements&productId=${productId}`));
    await expect(page.getByRole('row').filter({ hasText: 'Rain came in' })).toContainText('−2');

    const branchId = await homeBranch(admin);
    const sheet = await admin.post(
      '/stock-counts',
      { branchId, categoryId: category._id },
      stockCount,
    );
    await page.goto(stockPage(`?view=counts&id=${sheet._id}`));
    await button(page, 'Cancel the count').click();
    await doWithReason(page, 'Cancel the count', 'Opened twice');
    await page.reload();
    await expect(page.getByText('Opened twice')).toBeVisible();
    expect(await onHandOf(admin, productId)).toBe(7);

    const toBranchId =
      (await owner.get('/branches', z.array(branch))).find(({ code }) => code === 'LPB')?._id ?? '';
    const draft = () =>
      admin.post(
        '/stock-transfers',
        { fromBranchId: branchId, toBranchId, note: '', lines: [{ productId, quantity: 3 }] },
        stockTransfer,
      );
    const [first, second] = [await draft(), await draft()];
    await page.goto(stockPage(`?view=transfers&id=${first._id}`));
    await button(page, 'Cancel draft').click();
    await doWithReason(page, 'Cancel draft', 'Typed twice');
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();

    await admin.post(
      `/stock-transfers/${second._id}/send`,
      { version: second.version },
      stockTransfer,
    );
    expect(await onHandOf(admin, productId)).toBe(4);
    await page.goto(stockPage(`?view=transfers&id=${second._id}`));
    await button(page, 'Recall').click();
    await doWithReason(page, 'Recall', 'The bus left');
    await page.reload();
    await expect(page.getByText('Recalled', { exact: true })).toBeVisible();
    expect(await onHandOf(admin, productId)).toBe(7);
  },
);

test(
  'a waiting student is offered a seat out of turn, another leaves the list, a message is copied',
  { tag: '@release' },
  async ({ page, context, openAs, api, complaints }) => {
    // The server asks for a reason.
    complaints.expect(/409 \(Conflict\)/);
    const [admin, clerk] = [await api('admin'), await api('staff')];
    const one = await pendingClass(admin, 'RAR1', 1, 8);
    await comeIn(
      clerk,
      one,
      ['Aloun', 'Bouavan', 'Chanh'].map((firstName) => ({ firstName, as: 'waitlisted' as const })),
    );
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAs('admin', `${paths.manageEnrollment}?view=waiting`);
    await page.getByRole('searchbox').fill(one.classCode);
    const dialog = page.getByRole('dialog', { name: /Bouavan/ });
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const more = async (name: string, act: string) => {
      await row(name)
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('menuitem', { name: act }).click();
    };
    await more('Bouavan', 'Offer out of turn');
    await dialog.getByRole('button', { name: 'Offer a seat' }).click();
    await dialog.getByRole('textbox').fill('Her sister is in this class');
    await dialog.getByRole('button', { name: 'Offer a seat' }).click();
    await expect(dialog).toContainText('a seat is free for');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Message copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Bouavan');
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await more('Chanh', 'Take off the list');
    await doWithReason(page, 'Take off the list', 'Found another school');
    await expect(page.getByText('Taken off the waiting list')).toBeVisible();
    await page.reload();
    await page.getByRole('searchbox').fill(one.classCode);
    await expect(row('Bouavan')).toContainText('offered');
    await expect(row('Chanh')).toHaveCount(0);
  },
);

test(
  'an admin unlocks an assessment with a reason, and its scores can be typed again',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const admin = await api('admin');
    const term = await openTerm(admin, {
      code: 'RAR2',
      startDate: '2035-01-01',
      endDate: '2035-01-28',
    });
    const one = await addClass(
      admin,
      term,
      { slots: [{ weekday: 7, start: '05:00', end: '05:50' }] },
      'running',
    );
    await enrolNew(admin, one, ['Dala']);
    await admin.post(
      `/classes/${one._id}/assessments`,
      { name: 'Final', type: 'final', maxScore: 100, weight: 100, status: 'locked' },
      assessment,
    );
    await openAs('admin', classPage(one._id, 'scores'));
    await page.getByRole('button', { name: /Final/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Locked: scores change only after an admin unlocks it.');
    await dialog.getByRole('textbox', { name: 'Reason for unlocking' }).fill('Two tests mixed up');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(
      page.getByRole('grid', { name: 'Scores' }).getByRole('textbox', { name: /, Final$/ }),
    ).toBeEditable();
  },
);

/** Closes the desk's drawer so short that a second person has to accept it. */
async function closeShort(staff: ApiClient): Promise<string> {
  await openDrawer(staff);
  const [first] = await staff.get('/drawers', z.array(drawer));
  const { _id, expected } = first?.shift ?? { _id: '', expected: null };
  const counted = { LAK: (expected?.LAK ?? 0) - 40_000, THB: 0, USD: 0 };
  await staff.post(
    `/shifts/${_id}/close`,
    { counted, left: counted, reason: 'A note too many' },
    shiftRow,
  );
  return _id;
}

test(
  'a drawer that takes money while it is counted is not closed, and its new sums are shown',
  { tag: '@release' },
  async ({ page, openAs, api, complaints }) => {
    complaints.expect(/409 \(Conflict\)/);
    const [admin, staff] = [await api('admin'), await api('staff')];
    await openDrawer(staff);
    const [first] = await staff.get('/drawers', z.array(drawer));
    const before = first?.shift?.expected?.LAK ?? 0;
    await openAs('staff', `${paths.newEnrollment}${COUNT_STEP}`);
    await button(page, 'By total').click();
    await page.getByRole('textbox', { name: /^Counted sum, LAK/ }).fill(String(before));
    const sums = page.getByRole('region', { name: 'Expected and counted' });
    await expect(sums.getByRole('row', { name: /^LAK/ })).toContainText('exact');
    // What is above the float goes to the safe: nothing, or what other journeys took.
    const receiver = page.getByRole('textbox', { name: /^Who receives/ });
    if (await receiver.isVisible()) await receiver.fill('Khamla');
    // A colleague sells a book at the same drawer.
    const { _id: productId } = await bookInStock(admin);
    await makeVisit(staff, {
      payer: { kind: 'walkIn', name: 'Somsy', phone: '' },
      products: [{ key: randomUUID(), productId, quantity: 1, studentKey: null }],
      tenders: [cash(145_000)],
    });
    await button(page, 'Close drawer').click();
    await expect(page.getByText('Money moved while you counted')).toBeVisible();
    await expect(sums.getByRole('row', { name: /^LAK/ })).toContainText('145,000');
    await page.getByRole('textbox', { name: /^Counted sum, LAK/ }).fill(String(before + 145_000));
    await receiver.fill('Khamla');
    await expect(sums.getByRole('row', { name: /^LAK/ })).toContainText('exact');
    await button(page, 'Close drawer').click();
    await expect(page.getByRole('heading', { name: /Last closing/ })).toBeVisible();
  },
);

test(
  'a difference that was left open is signed by finance on the screen of the clerk',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const shiftId = await closeShort(await api('staff'));
    await openAs('staff', `${paths.newEnrollment}${DRAWER_VIEW}`);
    await button(page, 'Accept difference').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('a second person has to accept it');
    await expectAccessible(page);
    await dialog.getByLabel(word('en', 'approvals', 'email')).fill(demoEmail('finance'));
    await dialog.getByLabel(word('en', 'approvals', 'password')).fill(DEMO_PASSWORD);
    await dialog.getByRole('button', { name: word('en', 'approvals', 'do') }).click();
    await dialog.getByRole('button', { name: 'Accept difference' }).click();
    await expect(page.getByText('Difference accepted by')).toBeVisible();
    await openAs('finance', historyPath('drawers', shiftId));
    await expect(page.getByText('Difference accepted by')).toBeVisible();
  },
);

test(
  'finance refunds a payment and credit from the page of a payment',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [admin, clerk] = [await api('admin'), await api('staff')];
    const { _id: productId } = await bookInStock(admin);
    const { _id: studentKey } = await createStudent(clerk, {
      firstName: 'Payback',
      lastName: 'Rare',
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7733',
    });
    const buy = (more: object) =>
      makeVisit(clerk, {
        payer: { kind: 'student', studentKey },
        products: [{ key: randomUUID(), productId, quantity: 1, studentKey, giveNow: false }],
        ...more,
      });
    const { receipt } = await buy({ tenders: [cash(245_000)], changeOwedLAK: 100_000 });
    await buy({ tenders: [cash(45_000)] });
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await page.goto(historyPath());
      await page.getByRole('searchbox').fill(receipt?.number ?? '');
      await page
        .getByRole('row')
        .filter({ hasText: receipt?.number ?? '' })
        .getByRole('link')
        .first()
        .click();
    };
    const giveBack = async (act: string, sum: string, owes = '') => {
      await button(page, act).click();
      await expect(dialog).toContainText(owes);
      await dialog.getByRole('textbox', { name: 'Amount in kip' }).fill(sum);
      await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Asked back');
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
      await expect(page.getByText(`${sum} kip refunded`)).toBeVisible();
      await expect(dialog).toHaveCount(0);
    };
    await openAs('finance', historyPath());
    await open();
    await giveBack('Refund credit', '60,000', 'The family owes 100,000 LAK at this branch');
    await giveBack('Refund payment', '145,000');
    await open();
    await expect(page.getByRole('main')).toContainText(/Refunded by.*60,000.*Refunded by.*145,000/);
  },
);

test(
  'finance takes a bank statement back, and can load it again',
  { tag: '@release' },
  async ({ page, openAs }) => {
    const day = dayInLaos().split('-').toReversed().join('/');
    const load = () =>
      page
        .getByRole('main')
        .getByLabel('Load file')
        .setInputFiles({
          name: 'taken-back.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`Date,Reference,Credit\n${day} 10:35,TAKENBACK1,77000`),
        });
    await openAs('finance', `${paths.pendingPayment}?view=verify`);
    await page.getByRole('main').getByRole('link', { name: 'Bank statement' }).click();
    await expect(button(page, 'Load file')).toBeEnabled();
    await load();
    await expect(page.getByText('TAKENBACK1')).toBeVisible();
    await button(page, 'Take back this file').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back this file' }).click();
    await expect(page.getByText('Rows taken back: 1')).toBeVisible();
    await expect(page.getByText('TAKENBACK1')).toHaveCount(0);
    await load();
    await expect(page.getByText('TAKENBACK1')).toBeVisible();
  },
);

test(
  'a seat in a full class is signed by an admin at the desk, and the student is in the class',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const [admin, clerk] = [await api('admin'), await api('staff')];
    const one = await pendingClass(admin, 'RAR3', 1, 9);
    await comeIn(clerk, one, [{ firstName: 'Early', as: 'pending' }]);
    const { studentCode } = await createStudent(clerk, {
      firstName: 'Oneseat',
      lastName: 'Toomany',
      dateOfBirth: '1999-03-09',
      phone: '020 5566 7722',
    });
    await openDrawer(clerk);
    const desk = (key: string, values: Record<string, string> = {}) =>
      word('en', 'desk', key, values);
    await openAs('staff', paths.newEnrollment);
    await page.getByRole('combobox', { name: desk('who.find') }).fill(studentCode);
    await page.getByRole('option', { name: /Oneseat Toomany/ }).click();
    await page.getByRole('searchbox', { name: desk('what.find') }).fill(one.classCode);
    await page.getByRole('button', { name: desk('override.seat', { n: '2' }) }).click();
    await page.getByRole('textbox', { name: desk('line.reason') }).fill('Her sister is there');
    await page.getByRole('button', { name: desk('sign.here') }).click();
    const dialog = page.getByRole('dialog', { name: word('en', 'approvals', 'title') });
    await expect(dialog).toContainText(desk('override.signText', { class: one.classCode }));
    await dialog.getByLabel(word('en', 'approvals', 'email')).fill(demoEmail('admin'));
    await dialog.getByLabel(word('en', 'approvals', 'password')).fill(DEMO_PASSWORD);
    await dialog.getByRole('button', { name: word('en', 'approvals', 'do') }).click();
    await expect(dialog).toHaveCount(0);
    await button(page, 'Cash').click();
    await button(page, 'Confirm').click();
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeVisible();
    await openAs('admin', classPage(one._id, 'roster'));
    await expect(page.getByRole('table')).toContainText('Oneseat Toomany');
  },
);

test(
  'dollars are taken at a rate older than a day only after a question',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const { sku } = await bookInStock(await api('admin'));
    await openDrawer(await api('staff'));
    const createdAt = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString();
    await page.route('**/api/exchange-rates*', async (route) => {
      const rates = (await (await route.fetch()).json()) as object[];
      await route.fulfill({ json: rates.map((rate) => ({ ...rate, createdAt })) });
    });
    await openAs('staff', paths.newEnrollment);
    await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill(sku);
    await page.getByRole('button', { name: new RegExp(sku) }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Somsy Dollar');
    await button(page, 'Cash').click();
    await button(page, 'USD').click();
    await page.getByRole('textbox', { name: 'Received' }).fill('10');
    await button(page, 'Confirm').click();
    const dialog = page.getByRole('dialog', { name: word('en', 'payment', 'rate.old') });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: word('en', 'payment', 'rate.use') }).click();
    await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeVisible();
  },
);

test(
  'a request for another class is withdrawn by the clerk who made it',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    const t = (key: string) => word('en', 'transfers', key);
    const [admin, clerk] = [await api('admin'), await api('staff')];
    const { one, enrolmentId, student } = await paidPlace(admin, clerk);
    const other = await addClass(
      admin,
      { _id: one.termId, startDate: one.startDate, endDate: one.endDate },
      { courseId: one.courseId, slots: [{ weekday: 3, start: '07:00', end: '08:00' }] },
    );
    await openAs('staff', `${paths.createTransfer}?enrolmentId=${enrolmentId}`);
    await page.getByRole('radio', { name: new RegExp(`^${other.classCode}`) }).check();
    await button(page, t('ask.send')).click();
    await expect(page.getByText(t('ask.sent'))).toBeVisible();
    await button(page, t('steps.cancel')).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Stays after all');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('steps.cancel') })
      .click();
    await expect(page.getByText(t('status.cancelled'), { exact: true })).toBeVisible();
    await openAs('admin', placePath(enrolmentId));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName);
    await expect(page.getByRole('region', { name: 'Class', exact: true })).toContainText(
      one.classCode,
    );
  },
);

test(
  'a category is added beside its field, and the form chooses it',
  { tag: '@release' },
  async ({ page, openAs }) => {
    const dialog = page.getByRole('dialog');
    for (const [path, act] of [
      [paths.addCourse, 'Add course category'],
      [paths.addProduct, 'Add product category'],
    ] as const) {
      await openAs('admin', path);
      await button(page, act).click();
      await dialog.getByRole('textbox', { name: 'Code' }).fill('RARE');
      await dialog.getByRole('textbox', { name: /^Name \(English\)/ }).fill(`Rare ${act}`);
      await dialog.getByRole('textbox', { name: /^Name \(Lao\)/ }).fill('ໝວດໃໝ່');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('combobox', { name: /^Category/ })).toContainText(`Rare ${act}`);
    }
  },
);
