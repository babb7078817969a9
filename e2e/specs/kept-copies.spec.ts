import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { deskLookupRow } from '#contract/desk/desk.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { students } from '#contract/people/students.ts';
import { teachers } from '#contract/people/teachers.ts';
import { copiesOnDevice, deviceStores } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { field } from '#e2e/pages/record-form.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { createStudent } from '#e2e/people-data.ts';
import { word } from '#e2e/words.ts';
import { workerReady } from '#e2e/worker.ts';
import { editPath, paths } from '#src/lib/paths.ts';

test.use({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' });

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (fetch|load resource)/;
const PHONE = '020 9371 2847';
const CHILD = 'Zqxchild';

const roles = { isPrimaryContact: false, canPickUp: true, parentId: null, relation: 'mother' };
const family = {
  firstName: CHILD,
  lastName: 'Kept',
  dateOfBirth: '2013-02-17',
  guardians: [
    { ...roles, firstName: 'Zqxpayer', lastName: 'Kept', phone: PHONE, isPayer: true },
    {
      ...roles,
      firstName: 'Zqxuncle',
      lastName: 'Kept',
      phone: '020 9371 5555',
      relation: 'other',
      isPayer: false,
      isPrimaryContact: true,
    },
  ],
};

/** All that the device keeps besides drafts, as one text. */
async function keptText(context: BrowserContext, page: Page): Promise<string> {
  const { indexedDb, localStorage, sessionStorage, caches } = await deviceStores(context, page);
  return [indexedDb, localStorage, sessionStorage, caches].join('\n');
}

/** Makes the device believe that the server was last here some hours ago. */
const letPass = (page: Page, hours: number) =>
  page.evaluate(async (ms) => {
    const open = indexedDB.open('branchdesk');
    const db = await new Promise<IDBDatabase>(
      (resolve) => (open.onsuccess = () => resolve(open.result)),
    );
    const meta = db.transaction('meta', 'readwrite').objectStore('meta');
    const found = meta.get('contact');
    await new Promise((resolve) => (found.onsuccess = resolve));
    const contact = found.result as { seenAt: number };
    const put = meta.put({ ...contact, seenAt: contact.seenAt - ms });
    await new Promise((resolve) => (put.onsuccess = resolve));
    db.close();
  }, hours * 3_600_000);

const wake = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('the device keeps no whole phone or birthday of anybody, and a whole phone finds its family', async ({
  page,
  context,
  signInAs,
  api,
  complaints,
}) => {
  test.slow();
  complaints.expect(OFFLINE);
  const clerk = await api('staff');
  const child = await createStudent(clerk, family);
  const admin = await api('admin');
  const people = [
    ...(await admin.get('/students?pageSize=200', z.array(students.row))),
    ...(await admin.get('/teachers', z.array(teachers.row))),
  ];
  const lookup = await clerk.get(
    `/desk/lookup?branchId=${child.homeBranchId}`,
    z.array(deskLookupRow),
  );
  const phones = [...people, ...lookup, ...child.guardians]
    .flatMap((one) => [one.phone, 'payer' in one ? (one.payer?.phone ?? '') : ''])
    .filter((phone) => phone !== '');
  const birthdays = people.flatMap(({ dateOfBirth }) => dateOfBirth ?? []);
  expect([phones.length > 100, birthdays.length > 100]).toEqual([true, true]);

  await signInAs('staff');
  await workerReady(page);
  await page.goto(editPath(paths.editStudent, child._id));
  await expect(new Shell(page).heading).toContainText(CHILD);
  for (const [path, list] of [
    [paths.students, 'students-lookup'],
    [paths.orders, 'orders-lookup/'],
    [paths.manageEnrollment, 'pending-'],
    [paths.teachers, 'teachers'],
    [paths.newEnrollment, 'desk-lookup/'],
  ] as const) {
    await page.goto(path);
    await expect.poll(() => copiesOnDevice(page)).toContain(list);
  }
  const text = await keptText(context, page);
  // The copies are there, and this would see them.
  for (const kept of [CHILD, 'Zqxpayer', '••••2847', '"2013"']) expect(text).toContain(kept);
  const whole = [...new Set(phones)].flatMap((phone) => [
    phone,
    phone.replace('+856', '0'),
    formatPhone(phone),
    phone.replace('+85620', ''),
  ]);
  expect([...whole, ...birthdays, 'Zqxuncle'].filter((one) => text.includes(one))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await page
    .getByRole('combobox', { name: 'Find a student or guardian' })
    .fill(PHONE.replaceAll(' ', ''));
  const found = page.getByRole('option', { name: new RegExp(`^${CHILD}`) });
  await expect(found).toContainText('•••• 2847');
  await page.goto(paths.students);
  await page.getByRole('searchbox').fill(PHONE);
  const row = page.getByRole('main').getByRole('row').filter({ hasText: child.studentCode });
  await expect(row).toContainText('••••');

  const teacher = people.find((one) => 'teacherCode' in one && one.phone !== '');
  await page.goto(editPath(paths.editTeacher, teacher?._id ?? ''));
  await expect(page.getByText(word('en', 'record', 'copyOnly'))).toBeVisible();
  await expect(page.getByText(word('en', 'people', 'callOff'))).toBeVisible();
  await expect(page.getByText(`•••• ${teacher?.phone.slice(-4) ?? ''}`)).toBeVisible();
  // What the copy lacks comes with the network, and the form has it before it can be saved.
  await context.setOffline(false);
  await expect(page.getByText(formatPhone(teacher?.phone ?? '-'))).toBeVisible();
  await expect(page.getByText(word('en', 'people', 'callOff'))).toHaveCount(0);
});

test('copies end when the server was away for three days, and drafts stay', async ({
  page,
  context,
  signInAs,
  complaints,
}) => {
  complaints.expect(OFFLINE);
  await signInAs('superadmin');
  await workerReady(page);
  const shell = new Shell(page);
  await shell.visit(paths.addBranch);
  await field(page, 'Branch name').fill('Typed and kept');
  await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(1);
  await page.goto(paths.schoolBranch);
  const pakse = page.getByRole('link', { name: /^Pakse/ });
  await expect(pakse).toBeVisible();
  await expect.poll(() => copiesOnDevice(page)).toContain('branches');
  const said = page.getByText(/^Saved lists were deleted: this device was away for 3 days\./);

  await context.setOffline(true);
  await letPass(page, 71);
  await page.reload();
  await expect(pakse).toBeVisible();
  await expect(said).toHaveCount(0);

  // An open page that wakes up.
  await letPass(page, 2);
  await wake(page);
  await expect(said).toBeVisible();
  await expect(pakse).toHaveCount(0);
  expect(await copiesOnDevice(page)).toBe('[]');
  await page.reload();
  await expect(said).toBeVisible();
  await expect(pakse).toHaveCount(0);
  expect(await draftsOnDevice(page)).toHaveLength(1);

  await page.getByRole('button', { name: word('en', 'device', 'booksBack.done') }).click();
  await expect(said).toHaveCount(0);
  await context.setOffline(false);
  await expect(pakse).toBeVisible();
  await expect.poll(() => copiesOnDevice(page)).toContain('branches');

  // A page that starts after three days never shows them.
  await context.setOffline(true);
  await letPass(page, 73);
  await page.reload();
  await expect(said).toBeVisible();
  await expect(pakse).toHaveCount(0);
});
