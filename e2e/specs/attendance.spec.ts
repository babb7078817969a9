import { sessionAttendance, type SessionAttendance } from '#contract/classes/attendance.ts';
import { dayInLaos, addDays, weekdayOf } from '#contract/dates.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expectAccessible } from '#e2e/axe.ts';
import { classPage, forgottenSession, takenSession } from '#e2e/class-data.ts';
import { copiesOnDevice } from '#e2e/device-stores.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, enrolNew, openTerm, sessionsOf } from '#e2e/own-class.ts';
import { DraftPanel, draftsOnDevice } from '#e2e/pages/draft-panel.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { restFetched } from '#e2e/rest-fetched.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

/** Today's register of a new class, which no device has opened. */
async function registerOfToday(client: ApiClient): Promise<SessionAttendance> {
  const today = dayInLaos();
  const term = await openTerm(client, {
    code: `REG-${Date.now() % 100_000}`,
    startDate: today,
    endDate: addDays(today, 14),
  });
  const own = await addClass(
    client,
    term,
    { slots: [{ weekday: weekdayOf(today), start: '22:00', end: '22:30' }] },
    'running',
  );
  await enrolNew(client, own, ['ກຸຫຼາບ', 'ຈຳປາ']);
  const [first] = await sessionsOf(client, own);
  return client.get(`/class-sessions/${first?._id}/attendance`, sessionAttendance);
}

test('a clerk takes the register on a tablet in Lao and opens an older one', async ({
  page,
  openAs,
  api,
}) => {
  await page.setViewportSize({ width: 800, height: 1280 });
  const clerk = await api('staff');
  const session = await forgottenSession(await api('admin'));
  await openAs('staff', classPage(session.classId, 'attendance', session._id), { language: 'lo' });
  const list = page.getByRole('list', { name: 'ການເຂົ້າຮຽນ' });
  const rows = list.getByRole('listitem');
  await expect(page.getByText(/ມາຮຽນຄົບ/)).toBeVisible();
  await rows.nth(0).getByRole('radio', { name: 'ຂາດຮຽນ' }).check();
  await rows.nth(1).getByRole('radio', { name: 'ມາຊ້າ' }).check();
  await expect(page.getByText(/ມາຊ້າ\s1\s·\sຂາດຮຽນ\s1$/)).toBeVisible();
  await rows.nth(1).getByRole('spinbutton').fill('15');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ໝາຍການເຂົ້າຮຽນ' }).click();
  await expect(page.getByText('ບັນທຶກການເຂົ້າຮຽນແລ້ວ')).toBeVisible();
  await expect(page.getByText(/^ໝາຍໂດຍ/)).toBeVisible();
  const taken = await clerk.get(`/class-sessions/${session._id}/attendance`, sessionAttendance);
  expect(taken.students.map(({ mark }) => mark?.status).slice(0, 3)).toEqual([
    'absent',
    'late',
    'present',
  ]);
  expect(taken.students[1]?.mark?.minutesLate).toBe(15);

  // The other tabs of the class, and the way from its sessions to the register of a day.
  await page.getByRole('link', { name: /^ນັກຮຽນ(?: \d+)?$/ }).click();
  await expect(page.getByRole('table', { name: 'ນັກຮຽນ' }).getByRole('row')).toHaveCount(
    taken.students.length + 1,
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: /^ຄັ້ງຮຽນ(?: \d+)?$/ }).click();
  await page
    .getByRole('table', { name: 'ຄັ້ງຮຽນ' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/tab=attendance&session=/);
  await expect(page.getByText('ກາຍ 14 ມື້ແລ້ວ: ຜູ້ດູແລລະບົບເທົ່ານັ້ນທີ່ແກ້ໄດ້')).toBeVisible();
  await expect(list.getByRole('radio').first()).toBeDisabled();
});

test(
  'rows do not move when the age of the register appears',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await page.setViewportSize({ width: 800, height: 1280 });
    await page.clock.install();
    const session = await forgottenSession(await api('admin'));
    await openAs('staff', classPage(session.classId, 'attendance', session._id));
    const first = page.getByRole('list', { name: 'Attendance' }).getByRole('listitem').first();
    const top = async () => (await first.boundingBox())?.y;
    await expect(first).toBeVisible();
    await expect(page.getByRole('combobox', { name: /^Not taken/ })).toBeVisible();
    const before = await top();
    await page.clock.fastForward('01:00');
    await expect(page.getByRole('main').locator('time[title]')).toBeVisible();
    expect(await top()).toBe(before);
  },
);

test(
  'marks made offline survive a reload and are sent once, by the clerk',
  { tag: '@worker' },
  async ({ page, context, signInAs, api, complaints }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const clerk = await api('staff');
    const session = await forgottenSession(await api('admin'));
    const saved = () => clerk.get(`/class-sessions/${session._id}/attendance`, sessionAttendance);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await signInAs('staff');
    await workerReady(page);
    await page.goto(classPage(session.classId, 'attendance', session._id));
    const first = page.getByRole('list', { name: 'Attendance' }).getByRole('listitem').first();
    await expect(first).toBeVisible();
    // The device must hold a copy of the register before the network goes.
    await expect.poll(() => copiesOnDevice(page)).toContain(`${session._id}|attendance`);
    await context.setOffline(true);
    await first.getByRole('radio', { name: 'Excused' }).check();
    await page.getByRole('button', { name: 'Take attendance' }).click();
    await expect(page.getByText('Not saved. Your entry is kept on this device.')).toBeVisible();
    await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(1);
    await context.setOffline(false);
    await expect(page.getByText('The network is back. Save it now.')).toBeVisible();
    await context.setOffline(true);

    await page.reload();
    await new DraftPanel(page).resume();
    await expect(first.getByRole('radio', { name: 'Excused' })).toBeChecked();
    await expect(page.getByText('Send it again when you are back online.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Send it again when you are back online.')).toBeHidden();
    expect([(await saved()).attendanceTakenAt, sent]).toEqual([null, []]);
    await page.getByRole('button', { name: 'Take attendance' }).click();
    await expect(page.getByText('Attendance saved')).toBeVisible();
    expect([
      (await saved()).students[0]?.mark?.status,
      (await saved()).version,
      sent.length,
    ]).toEqual(['excused', 2, 1]);
    await expect.poll(async () => (await draftsOnDevice(page)).length).toBe(0);
  },
);

test(
  'a register never opened on this device is taken offline from the week’s copy',
  { tag: '@worker' },
  async ({ page, context, signInAs, api, complaints }) => {
    test.slow();
    complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
    const clerk = await api('staff');
    const register = await registerOfToday(await api('admin'));
    const saved = () => clerk.get(`/class-sessions/${register._id}/attendance`, sessionAttendance);
    const own: string[] = [];
    page.on(
      'request',
      (request) =>
        (request.url().includes(register.classId) || request.url().includes(register._id)) &&
        own.push(request.url()),
    );
    await signInAs('staff');
    await workerReady(page);
    await new Shell(page).visit(paths.classOverview);
    await expect(page.getByText(/open registers? (is|are) kept on this device/)).toBeVisible();
    await restFetched(page);
    expect([await copiesOnDevice(page), own]).toEqual([
      expect.stringContaining(`${register._id}|attendance`),
      [],
    ]);

    await context.setOffline(true);
    await page.reload();
    await expect(new Shell(page).heading).toBeVisible();
    await new Shell(page).visit(classPage(register.classId, 'attendance'));
    await expect(page.getByRole('main')).toContainText(register.classCode);
    await new Shell(page).visit(classPage(register.classId, 'attendance', register._id));
    const rows = page.getByRole('list', { name: 'Attendance' }).getByRole('listitem');
    await expect(rows).toHaveCount(register.students.length);
    await rows.first().getByRole('radio', { name: 'Absent' }).check();
    await page.getByRole('button', { name: 'Take attendance' }).click();
    await expect(page.getByText('Not saved. Your entry is kept on this device.')).toBeVisible();
    expect((await saved()).attendanceTakenAt).toBeNull();

    await context.setOffline(false);
    await expect(page.getByText('The network is back. Save it now.')).toBeVisible();
    await page.getByRole('button', { name: 'Take attendance' }).click();
    await expect(page.getByText('Attendance saved')).toBeVisible();
    const taken = await saved();
    expect(taken.attendanceTakenAt).not.toBeNull();
    expect(taken.students.slice(0, 2).map(({ mark }) => mark?.status)).toEqual([
      'absent',
      'present',
    ]);
  },
);

test(
  'a superadmin with all branches selected keeps the registers of the own branch',
  { tag: '@release' },
  async ({ page, signInAs, api }) => {
    const register = await registerOfToday(await api('admin'));
    await signInAs('superadmin');
    await new Shell(page).pickBranch();
    await new Shell(page).visit(paths.classOverview);
    await expect(page.getByText(/open registers? (is|are) kept on this device/)).toBeVisible();
    expect(await copiesOnDevice(page)).toContain(`${register._id}|attendance`);
  },
);

test(
  'the second of two people at one register sees both marks and chooses',
  { tag: '@release' },
  async ({ page, openAs, api, complaints }) => {
    complaints.expect(/409 \(Conflict\)/);
    const clerk = await api('staff');
    const session = await takenSession(clerk);
    await openAs('staff', classPage(session.classId, 'attendance', session._id));
    const first = page.getByRole('list', { name: 'Attendance' }).getByRole('listitem').first();
    await first.getByRole('radio', { name: 'Late' }).check();
    await first.getByRole('textbox', { name: /^Note/ }).fill('Rain');
    const path = `/class-sessions/${session._id}/attendance`;
    const { version, students } = await clerk.get(path, sessionAttendance);
    await clerk.put(
      path,
      {
        version,
        marks: students
          .filter(({ hasJoined }) => hasJoined)
          .map(({ studentId }) => ({ studentId, status: 'absent' })),
      },
      sessionAttendance,
    );
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone changed this record' });
    await expect(dialog.getByText('Absent').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Save these' }).click();
    await expect(page.getByText('Attendance saved')).toBeVisible();
    const after = await clerk.get(path, sessionAttendance);
    expect(after.students.slice(0, 2).map(({ mark }) => [mark?.status, mark?.note])).toEqual([
      ['late', 'Rain'],
      ['absent', ''],
    ]);
  },
);

test(
  'a phone shows six students, and a saved register links to the next open one',
  { tag: '@release' },
  async ({ page, openAs, api }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const session = await forgottenSession(await api('admin'), 7);
    await openAs('staff', classPage(session.classId, 'attendance', session._id));
    const rows = page.getByRole('list', { name: 'Attendance' }).getByRole('listitem');
    const save = page.getByRole('button', { name: 'Take attendance' });
    await expect(save).toBeEnabled();
    const sixth = await rows.nth(5).boundingBox();
    const bar = await page.locator('[data-save-bar]').boundingBox();
    expect((sixth?.y ?? Infinity) + (sixth?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await expectAccessible(page);
    // A finger that misses a mark stays in the register, and nothing looks saved yet.
    await expect(rows.getByRole('link')).toHaveCount(0);
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
    await save.click();
    await expect(page.getByText('Not saved', { exact: true })).toBeHidden();
    const next = page.getByRole('link', { name: /^Next register not taken: / });
    await expect(next).toBeFocused();
    await next.click();
    await expect(page).not.toHaveURL(new RegExp(session._id));
    await expect(save).toBeEnabled();
  },
);
