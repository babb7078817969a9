import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { bookInStock, ownCourse } from '#e2e/desk-data.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, openTerm } from '#e2e/own-class.ts';
import { createStudent } from '#e2e/people-data.ts';
import { cash, makeVisit, payLater } from '#e2e/visit-data.ts';
import { word } from '#e2e/words.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import { orderPage } from '#contract/orders/order-page.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { showDay } from '#src/lib/text/day.ts';

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
const balance = (page: Page, name: string) =>
  page.getByRole('region', { name }).getByRole('row').last().getByRole('cell').last();
const grownUp = (clerk: ApiClient, firstName: string) =>
  createStudent(clerk, {
    firstName,
    lastName: 'ອໍເດີ',
    dateOfBirth: '1999-03-09',
    phone: '020 5566 7788',
  });

test('an admin extends a hold, confirms it below its minimum, and reduces its bill', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/400 \(Bad Request\)|409 \(Conflict\)/);
  const t = (key: string, values?: Record<string, string>) => word('en', 'orders', key, values);
  const [admin, clerk] = [await api('admin'), await api('staff')];
  const term = await openTerm(admin, {
    code: `OA${randomUUID().slice(0, 4)}`,
    startDate: addDays(dayInLaos(), 1),
    endDate: addDays(dayInLaos(), 80),
  });
  const { _id: classId } = await addClass(admin, term, {
    courseId: (await ownCourse(admin))._id,
    slots: [{ weekday: 1, start: '17:00', end: '18:30' }],
  });
  const { _id: studentKey } = await grownUp(clerk, 'ຈອງທີ່');
  const visit = {
    payer: { kind: 'student', studentKey },
    places: [{ key: randomUUID(), studentKey, classId, acceptWarnings: true }],
    tenders: [cash(100_000)],
    hold: true,
  };
  const { order } = await makeVisit(clerk, visit);
  const number = order.number;
  await followDevice(page);

  // A clerk reads why it is refused, and the typed reason stays.
  await openAs('staff', orderPath(order._id, 'confirm'));
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox', { name: t('ask.reason') });
  await reason.fill('The mother pays on Friday');
  await button(dialog, t('acts.confirm')).click();
  await expect(dialog.getByRole('alert').filter({ hasText: '300,000' })).toBeVisible();
  await expect(reason).toHaveValue('The mother pays on Friday');
  // Escape pressed by mistake does not lose it either.
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('dialog', { name: word('en', 'common', 'form.closeTyped') });
  await expect(button(leaving, word('en', 'common', 'form.goOnTyping'))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(leaving).toBeHidden();
  await expect(reason).toHaveValue('The mother pays on Friday');

  await openAs('admin', orderPath(order._id));
  const more = button(page, t('page.more', { number }));
  await more.click();
  await page.getByRole('menuitem', { name: t('acts.prolong') }).click();
  await reason.fill('Waits for the bank');
  await button(dialog, t('acts.prolong')).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: word('en', 'record', 'timeline') })).toContainText(
    'Waits for the bank',
  );
  await expect(more).toBeFocused();

  await more.click();
  await page.getByRole('menuitem', { name: t('acts.confirm') }).click();
  await button(dialog, t('acts.confirm')).click();
  await expect(reason).toHaveAccessibleDescription(/Enter a reason/);
  await expect(reason).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await reason.fill('Known for years');
  await button(dialog, t('acts.confirm')).click();
  await expect(dialog).toHaveCount(0);
  await expect(balance(page, t('balance.title'))).toHaveText('900,000');

  await button(page, t('acts.adjust')).click();
  const amount = dialog.getByRole('textbox', { name: t('adjust.amount') });
  await amount.fill('1,000,001');
  await button(dialog, t('acts.adjust')).click();
  await expect(reason).toHaveAccessibleDescription(/Required/);
  await reason.fill('Two lessons fell out');
  await button(dialog, t('acts.adjust')).click();
  await expect(amount).toHaveAccessibleDescription(/At most 1,000,000/);
  await amount.fill('50,000');
  await expectAccessibleInBothThemes(page);
  await button(dialog, t('acts.adjust')).click();
  await expect(dialog).toHaveCount(0);
  await expect(balance(page, t('balance.title'))).toHaveText('850,000');
  await expect(
    page
      .getByRole('region', { name: t('lines.title') })
      .getByRole('row', { name: /Two lessons fell out/ }),
  ).toContainText('−50,000');
});

test('a clerk plans instalments, corrects a payment’s method, and voids a receipt finance signs', async ({
  page,
  openAs,
  api,
  complaints,
}) => {
  complaints.expect(/422 \(Unprocessable/);
  await page.setViewportSize({ width: 390, height: 844 });
  const t = (key: string, values?: Record<string, string>) => word('lo', 'orders', key, values);
  const clerk = await api('staff');
  const [product, { _id: studentKey }] = [
    await bookInStock(await api('admin')),
    await grownUp(clerk, 'ຜ່ອນຈ່າຍ'),
  ];
  const visit = {
    payer: { kind: 'student', studentKey },
    products: [
      { key: randomUUID(), productId: product._id, quantity: 2, studentKey, giveNow: false },
    ],
    tenders: [cash(10_000)],
  };
  const { order } = await makeVisit(clerk, visit);
  const later = await payLater(clerk, order._id, 280_000, 50_000);
  await followDevice(page);
  await openAs('staff', orderPath(order._id), { language: 'lo' });
  const dialog = page.getByRole('dialog');
  const signing = page.getByRole('dialog', { name: word('lo', 'approvals', 'title') });
  const reason = dialog.getByRole('textbox', { name: t('ask.reason') });

  await button(page, t('due.change')).click();
  await button(dialog, word('lo', 'payment', 'plan.parts')).click();
  const part = (n: string) =>
    dialog.getByRole('textbox', { name: word('lo', 'payment', 'plan.amount', { n }) });
  await part('1').fill('100,000');
  await reason.fill('ຈ່າຍສອງງວດ');
  await button(dialog, t('acts.plan')).click();
  await expect(
    dialog.getByText(
      word('lo', 'payment', 'plan.missing', { sum: '215,000', left: '230,000', rest: '15,000' }),
    ),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await part('2').fill('130,000');
  await button(dialog, t('acts.plan')).click();
  await expect(dialog).toHaveCount(0);
  const due = page.getByRole('region', { name: t('due.title') });
  await expect(due).toContainText('130,000');
  await expect(due).toContainText(showDay(addDays(dayInLaos(), 14)));

  // A transfer was recorded as cash; corrected, it waits for finance.
  await page
    .getByRole('button', { name: new RegExp(`^${t('payments.mend').replace('?', '[?]')}`) })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: word('lo', 'mend', 'reference') }).fill('');
  await dialog.getByRole('textbox', { name: word('lo', 'mend', 'reason') }).fill('ແມ່ນເງິນໂອນ');
  await button(dialog, word('lo', 'approvals', 'finance')).click();
  await expect(
    dialog.getByRole('textbox', { name: word('lo', 'mend', 'reference') }),
  ).toHaveAttribute('aria-invalid', 'true');
  await dialog
    .getByRole('textbox', { name: word('lo', 'mend', 'reference') })
    .fill(`M${randomUUID().slice(0, 8)}`);
  const camera = page.waitForEvent('filechooser');
  await button(dialog, word('lo', 'payment', 'bank.takeSlip')).click();
  await (await camera).setFiles('public/icons/any-192.png');
  const photo = dialog.getByRole('img', { name: word('lo', 'payment', 'bank.slip') });
  await expect(photo).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await button(dialog, word('lo', 'approvals', 'finance')).click();
  await signAs('finance');
  await expect(dialog).toHaveCount(0);
  const mended = await clerk.get(`/orders/${order._id}`, z.extend(orderPage, {}));
  expect(mended.payments.find(({ method }) => method !== 'cash')?.slipFileId).not.toBeNull();
  const payments = page.getByRole('region', { name: t('payments.title') });
  await expect(payments).toContainText(t('payments.states.pending'));

  // The person who asks for a void cannot sign it, and a wrong password cannot either; each is said
  // beside its field.
  const number = later.receipt?.number ?? '';
  await button(payments, t('void.receipt')).click();
  await button(dialog, word('lo', 'approvals', 'finance')).click();
  await expect(reason).toBeFocused();
  await reason.fill('ຮັບເງິນຊ້ຳ');
  await button(dialog, word('lo', 'approvals', 'finance')).click();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await dialog.getByText(t('void.never')).click();
  await button(dialog, word('lo', 'approvals', 'finance')).click();
  await signAs('staff');
  await expect(signing.getByLabel(word('lo', 'approvals', 'email'))).toHaveAccessibleDescription(
    anyFieldErrorText('signedBySelf', 'lo'),
  );
  await signAs('finance', 'not this one');
  await expect(signing.getByLabel(word('lo', 'approvals', 'password'))).toHaveAccessibleDescription(
    anyFieldErrorText('signInWrong', 'lo'),
  );
  await expectAccessibleInBothThemes(page);
  await signAs('finance');
  await expect(dialog).toHaveCount(0);
  await expect(payments.getByRole('row', { name: number })).toContainText(
    t('payments.states.void'),
  );
  await expect(balance(page, t('balance.title'))).toHaveText('280,000');
  async function signAs(role: 'finance' | 'staff', password = DEMO_PASSWORD) {
    await signing.getByLabel(word('lo', 'approvals', 'email')).fill(demoEmail(role));
    await signing.getByLabel(word('lo', 'approvals', 'password')).fill(password);
    await button(signing, word('lo', 'approvals', 'do')).click();
  }
});
