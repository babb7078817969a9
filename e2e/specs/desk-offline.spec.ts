import type { Page } from '@playwright/test';
import { orderRow } from '#contract/orders/order-rows.ts';
import * as z from 'zod/mini';
import { openDrawer, ownCourse } from '#e2e/desk-data.ts';
import { copiesOnDevice } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm } from '#e2e/own-class.ts';
import { draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' });

/** Errors on the console while offline, when only the shell can be loaded. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const who = (page: Page) => page.getByRole('combobox', { name: 'Find a student or guardian' });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

test('a clerk takes a visit offline, reloads, and sends it once after checking it', async ({
  page,
  context,
  signInAs,
  api,
  complaints,
}) => {
  test.slow();
  complaints.expect(OFFLINE);
  const clerk = await api('staff');
  const admin = await api('admin');
  const now = dayInLaos();
  await openDrawer(clerk);
  const next = await ownCourse(admin);
  const first = await ownCourse(admin, { nextCourseId: next._id });
  const { classCode } = await addClass(
    admin,
    await openTerm(admin, { code: 'OFFL', startDate: addDays(now, 1), endDate: addDays(now, 80) }),
    { courseId: next._id, slots: [{ weekday: 2, start: '17:00', end: '18:30' }] },
  );
  await enrolNew(
    admin,
    await addClass(
      admin,
      await openTerm(admin, {
        code: 'OFFLB',
        startDate: addDays(now, -60),
        endDate: addDays(now, 20),
      }),
      { courseId: first._id, slots: [{ weekday: 3, start: '17:00', end: '18:30' }] },
      'running',
    ),
    ['Offlina'],
  );
  const orders = async () => (await clerk.get(`/orders?search=Offlina`, z.array(orderRow))).length;

  await signInAs('staff');
  await workerReady(page);
  await page.goto(paths.newEnrollment);
  for (const list of ['desk-lookup/', 'desk-classes/', 'desk-rules/', 'courses', 'products'])
    await expect.poll(() => copiesOnDevice(page)).toContain(list);
  const sent: string[] = [];
  page.on(
    'request',
    (request) =>
      request.method() === 'POST' && request.url().endsWith('/visits') && sent.push(request.url()),
  );
  await context.setOffline(true);
  await page.reload();

  await who(page).fill('Offlina');
  await expect(page.getByText(/From this device\s·\sas of/).first()).toBeVisible();
  await page.getByRole('option', { name: /^Offlina/ }).click();
  await page.getByRole('button', { name: classCode }).click();
  await expect(button(page, 'QR')).toBeDisabled();
  await expect(page.getByText(/Offline: only cash, or payment later/)).toBeVisible();
  await button(page, 'Cash').click();
  await button(page, 'Keep and print a provisional slip').click();
  await expect(
    page.getByRole('heading', { name: 'Kept on this device, to be sent' }),
  ).toBeFocused();
  const slip = page.getByRole('article');
  await expect(slip).toContainText('ໃບຊົ່ວຄາວ. ບໍ່ແມ່ນໃບຮັບເງິນ.');
  await expect(slip).toContainText('Provisional slip. Not an official receipt.');
  await expect(slip).toContainText('1,000,000');
  await expect(slip).not.toContainText(/VTE-/);

  await page.reload();
  await button(page, /^Open visits 1/).click();
  await expect(page.getByText(/taken offline, to be sent/)).toBeVisible();
  await button(page, 'Show the slip').click();
  await expect(
    page.getByRole('heading', { name: 'Kept on this device, to be sent' }),
  ).toBeVisible();
  await context.setOffline(false);

  await expect(page.getByRole('heading', { name: 'Taken offline, to be sent' })).toBeVisible();
  await expect(page.getByText('Prices and rates are the same as on the slip.')).toBeVisible();
  expect([await orders(), sent]).toEqual([0, []]);

  // The unsent cash is in no sum yet, so closing the drawer of this device requires a confirmation.
  const count = await context.newPage();
  await count.goto(`${paths.newEnrollment}?view=drawer&step=count`);
  await expect(
    count.getByText(word('en', 'drawer', 'keptOffline_one', { count: '1' })),
  ).toBeVisible();
  await expect(
    count.getByText(word('en', 'drawer', 'missing.kept'), { exact: true }),
  ).toBeVisible();
  await count.getByRole('checkbox', { name: word('en', 'drawer', 'keptAnyway') }).check();
  await expect(count.getByText(word('en', 'drawer', 'missing.kept'), { exact: true })).toHaveCount(
    0,
  );
  await count.close();

  await button(page, 'Send').click();
  await expect(page.getByRole('heading', { name: /VTE-\d\d-\d{6} saved/ })).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
});
