import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { classPage } from '#e2e/class-data.ts';
import { ownCourse } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, openTerm } from '#e2e/own-class.ts';
import { createStudent, homeBranch } from '#e2e/people-data.ts';
import { cash, makeVisit } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { branchNames } from '#contract/centre/branch-names.ts';
import { courseFees } from '#contract/courses/course-fees.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { placePath } from '#src/entities/enrolment/place.ts';

/** A student who paid for a class, and another class of the same course. */
async function paidPlace(admin: ApiClient, clerk: ApiClient, firstName: string) {
  const code = randomUUID().slice(0, 4).toUpperCase();
  const term = await openTerm(admin, {
    code: `X${code}`,
    startDate: addDays(dayInLaos(), 1),
    endDate: addDays(dayInLaos(), 83),
  });
  const { _id: courseId } = await ownCourse(admin);
  const from = await addClass(admin, term, {
    courseId,
    slots: [{ weekday: 1, start: '17:00', end: '18:30' }],
  });
  const to = await addClass(admin, term, {
    courseId,
    slots: [{ weekday: 2, start: '17:00', end: '18:30' }],
  });
  const { _id: studentKey } = await createStudent(clerk, {
    firstName,
    lastName: code,
    dateOfBirth: '1999-03-09',
    phone: '020 5561 2233',
  });
  const visit = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey },
    places: [{ key: randomUUID(), studentKey, classId: from._id, acceptWarnings: true }],
    tenders: [cash(1_000_000)],
  });
  return {
    from,
    to,
    code,
    courseId,
    term,
    enrolmentId: visit.enrolments[0]?._id ?? '',
    order: visit.order,
  };
}

test.beforeEach(({ page }) => followDevice(page));

test('a clerk asks for another class, and an admin approves it', async ({ page, openAs, api }) => {
  const t = (key: string, values?: Record<string, string>) => word('en', 'transfers', key, values);
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const { from, to, code, enrolmentId, order } = await paidPlace(admin, clerk, 'ວິລະພອນ');
  await openAs('staff', `${paths.createTransfer}?enrolmentId=${enrolmentId}`);
  const send = page.getByRole('button', { name: t('ask.send') });
  await send.click();
  await expect(page.getByRole('group', { name: t('ask.newClass') })).toContainText('Required');
  await page.getByRole('radio', { name: new RegExp(`^${to.classCode}`) }).check();
  const sum = page.getByRole('region', { name: t('sum.title') });
  await expect(sum).toContainText(t('sum.value'));
  await expect(sum).toContainText('1,000,000');
  await page.getByRole('textbox', { name: t('ask.note') }).fill('Works late on Mondays');
  await expectAccessibleInBothThemes(page);
  await send.click();
  await expect(page.getByText(t('ask.sent'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code);
  await expect(page.getByRole('button', { name: t('steps.approve') })).toHaveCount(0);

  await openAs('admin', paths.transferClass);
  await page.getByRole('link', { name: new RegExp(code) }).click();
  await expect(page.getByText('Schedule: Works late on Mondays')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: t('steps.approve') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('steps.approve') })
    .click();
  await expect(page.getByText(t('status.done'), { exact: true })).toBeVisible();
  const orders = page.getByRole('region', { name: t('orders.title') });
  await expect(orders).toContainText(order.number);
  await expect(orders.getByRole('link')).toHaveCount(2);
  await page.goto(classPage(to._id, 'roster'));
  await expect(page.getByRole('table')).toContainText(code);
  await page.goto(classPage(from._id, 'roster'));
  await expect(page.getByRole('table')).toContainText(code);
});

test('an admin rejects a request in Lao, and the student stays', async ({ page, openAs, api }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const t = (key: string, values?: Record<string, string>) => word('lo', 'transfers', key, values);
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const { to, code, enrolmentId } = await paidPlace(admin, clerk, 'ສຸກສະຫວັນ');
  await openAs('staff', `${paths.createTransfer}?enrolmentId=${enrolmentId}`, { language: 'lo' });
  await page.getByRole('radio', { name: new RegExp(`^${to.classCode}`) }).check();
  await page.getByRole('button', { name: t('ask.send') }).click();
  await expect(page.getByText(t('ask.sent'))).toBeVisible();
  await openAs('admin', paths.transferClass, { language: 'lo' });
  await page.getByRole('link', { name: new RegExp(code) }).click();
  // Not the tab of refused requests, which stands there until the record is shown.
  await page.getByRole('button', { name: t('steps.refuse'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('steps.refuse') }).click();
  await expect(dialog.getByRole('textbox', { name: t('ask.why') })).toBeFocused();
  await dialog.getByRole('textbox', { name: t('ask.why') }).fill('ຫ້ອງນັ້ນຮຽນໄປໄກແລ້ວ');
  await dialog.getByRole('button', { name: t('steps.refuse') }).click();
  await expect(page.getByText(t('status.refused'), { exact: true })).toBeVisible();
  await expect(page.getByText('ຫ້ອງນັ້ນຮຽນໄປໄກແລ້ວ').first()).toBeVisible();
  await openAs('staff', `${paths.transferClass}?tab=refused`, { language: 'lo' });
  await expect(page.getByRole('table')).toContainText(code);
  await expectAccessibleInBothThemes(page);
});

test('a student changes branch, and the higher price is waived with a reason', async ({
  page,
  openAs,
  api,
}) => {
  const t = (key: string, values?: Record<string, string>) => word('en', 'transfers', key, values);
  const [admin, clerk, owner] = [await api('admin'), await api('staff'), await api('superadmin')];
  const { code, enrolmentId, order, courseId, term } = await paidPlace(admin, clerk, 'ດາວເຮືອງ');
  const there = (await owner.get(branchNames.path, z.array(branchNames.row))).find(
    ({ code: branchCode }) => branchCode === 'LPB',
  );
  const branchId = there?._id ?? '';
  await owner.post(
    '/course-fees',
    { courseId, branchId, name: 'Term', amount: 1_300_000, basis: 'term', validFrom: '2020-01-01' },
    courseFees.row,
  );
  const home = await homeBranch(admin);
  const later = await openTerm(
    owner,
    { code: `Y${code}`, startDate: term.startDate, endDate: term.endDate },
    [branchId, home],
  );
  const dear = await addClass(owner, later, {
    courseId,
    branchId,
    slots: [{ weekday: 3, start: '17:00', end: '18:30' }],
  });
  await owner.post(
    '/course-fees',
    {
      courseId,
      branchId: home,
      termId: later._id,
      name: 'Term',
      amount: 1_200_000,
      basis: 'term',
      validFrom: '2020-01-01',
    },
    courseFees.row,
  );
  const own = await addClass(owner, later, {
    courseId,
    branchId: home,
    slots: [{ weekday: 4, start: '17:00', end: '18:30' }],
  });

  await openAs('admin', `${paths.createTransfer}?enrolmentId=${enrolmentId}`);
  await page.getByRole('radio', { name: new RegExp(`^${own.classCode}`) }).check();
  await page.getByText(t('ask.waives'), { exact: true }).click();
  await page.getByRole('combobox', { name: t('ask.branch') }).selectOption(branchId);
  await expect(page.getByText(t('ask.bothAgree'))).toBeVisible();
  // The class of the first branch and its waiver are shown no longer, so neither is sent.
  await page.getByRole('button', { name: t('ask.send') }).click();
  await expect(page.getByRole('group', { name: t('ask.newClass') })).toContainText('Required');
  await page.getByRole('radio', { name: new RegExp(`^${dear.classCode}`) }).check();
  // Only the branch that would lose the money may waive it.
  await expect(page.getByText(t('ask.waives'))).toHaveCount(0);
  await page.getByRole('textbox', { name: t('ask.note') }).fill('The family moves');
  // The request can be sent only after its sum is calculated.
  await expect(page.getByText('+300,000', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('ask.send') }).click();
  await expect(page.getByText(t('ask.sent'))).toBeVisible();

  // The enrolment links to the request and offers nothing else meanwhile.
  await page.goto(placePath(enrolmentId));
  await page.getByRole('link', { name: word('en', 'enrolment', 'acts.asked') }).click();
  await expect(page.getByText('The family moves').first()).toBeVisible();

  await openAs('superadmin', paths.transferClass);
  await page.getByRole('link', { name: new RegExp(code) }).click();
  await page.getByRole('button', { name: t('steps.approve') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('ask.waives'), { exact: true }).click();
  await dialog
    .getByRole('textbox', { name: t('ask.waiveReason') })
    .fill('Her father is posted there');
  await dialog.getByRole('button', { name: t('steps.approve') }).click();
  await expect(page.getByText(t('status.done'), { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: t('orders.title') })).toContainText(order.number);
  await expect(page.getByText('Her father is posted there').first()).toBeVisible();
  await page.goto(classPage(dear._id, 'roster'));
  await expect(page.getByRole('table')).toContainText(code);
});
