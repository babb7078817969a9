import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { academicTerm, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import { assigned, unplacedStudent } from '#contract/classes/allocation.ts';
import { classRow, classSession, type SchoolClass } from '#contract/classes/classes.ts';
import { checkedRow, enrolled } from '#contract/classes/enrolling.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import type { ApiClient } from '#e2e/api-client.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { addClass, classParts, enrolNew, openTerm, sessionsOf } from '#e2e/own-class.ts';
import { createStudent } from '#e2e/people-data.ts';
import { rowsOnDevice } from '#e2e/pages/draft-panel.ts';
import { LockScreen } from '#e2e/pages/lock-screen.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { isStream } from '#scripts/quiet-network.ts';
import { word } from '#e2e/words.ts';
import { editPath, paths } from '#src/lib/paths.ts';

/** A class of the default term with free seats, and two students without findings for it. */
async function freeSeats(client: ApiClient) {
  const term = (await client.get('/academic-terms', z.array(academicTerm))).find(
    ({ defaultFrom }) => defaultFrom !== null,
  );
  const classes = await client.get(`/classes?termId=${term?._id}&status=open`, z.array(classRow));
  const students = await client.get(
    `/enrolments/unplaced?termId=${term?._id}`,
    z.array(unplacedStudent),
  );
  for (const one of classes.filter(({ capacity, seatsTaken }) => capacity - seatsTaken > 2)) {
    const rows = students
      .slice(0, 50)
      .map(({ _id: studentId }) => ({ studentId, classId: one._id }));
    const checked = await client.post('/enrolments/check', { rows }, z.array(checkedRow));
    const [first, second] = checked
      .filter(({ findings }) => findings.length === 0)
      .map(({ studentId }) => students.find(({ _id }) => _id === studentId));
    if (first && second) return { one, first, second };
  }
  throw new Error('Nobody fits anywhere');
}

const taken = ({ seatsTaken, capacity }: SchoolClass, more: number) =>
  `${seatsTaken + more}/${capacity}`;
const left = ({ seatsTaken, capacity }: SchoolClass, more: number) =>
  word('en', 'allocation', 'class.left', {
    count: String(capacity - seatsTaken - more),
    capacity: String(capacity),
  });
const now = word('en', 'common', 'list.asOfNow');
/** Sets a mark that a reload would lose. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }));
const isSame = (page: Page) => page.evaluate(() => 'same' in window);

/** The seats of a class in the device's copy, which the next start reads. */
async function seatsOnDevice(page: Page, code: string): Promise<number | undefined> {
  const rows = await rowsOnDevice(page, 'classes');
  return rows.map((row) => row as SchoolClass).find(({ classCode }) => classCode === code)
    ?.seatsTaken;
}

test('seats change on every desk when somebody enrols, and after a lost connection', async ({
  page: desk,
  otherPage,
  openAs,
  api,
  complaints,
}) => {
  const { one, first, second } = await freeSeats(await api('staff'));
  const tablet = await otherPage();
  await tablet.setViewportSize({ width: 800, height: 1280 });
  const card = desk.locator(`[data-class="${one.classCode}"]`);
  const unplaced = desk.getByRole('checkbox', { name: first.studentCode });

  await test.step('a tablet enrols, a desk sees it', async () => {
    await openAs('admin', paths.allocateStudents);
    await expect(card).toContainText(left(one, 0));
    await expect(card).toContainText(now);
    await mark(desk);
    await unplaced.focus();
    await openAs('staff', paths.allocateStudents, { page: tablet, language: 'lo' });
    await tablet
      .getByRole('searchbox', { name: word('lo', 'allocation', 'student.search') })
      .fill(first.studentCode);
    await tablet.getByRole('checkbox', { name: first.studentCode }).check();
    await tablet
      .getByRole('button', { name: `${word('lo', 'allocation', 'class.put')}: ${one.classCode}` })
      .click();
    const answered = tablet.waitForResponse((response) =>
      response.url().endsWith('/api/enrolments'),
    );
    await tablet
      .getByRole('button', { name: word('lo', 'allocation', 'plan.save_other', { count: '1' }) })
      .click();
    expect((await answered).status()).toBe(200);
    await expect(card).toContainText(left(one, 1));
    // Every desk shows who holds a seat.
    await expect(desk.getByRole('listitem').filter({ has: unplaced })).toContainText(
      'seat held in',
    );
    await expect(desk.locator(':focus')).toHaveAttribute('type', 'checkbox');
  });

  await test.step('a desk that was cut off is told what it missed', async () => {
    // The worker's script may be on its way.
    complaints.expect(/ERR_INTERNET_DISCONNECTED/, /when fetching the script/);
    await desk.context().setOffline(true);
    await expect(card).not.toContainText(now);
    await expect(card.locator('time')).toBeVisible();
    const body = { rows: [{ studentId: second._id, classId: one._id, as: 'pending' }] };
    await (await api('staff')).post('/enrolments', body, enrolled);
    const back = desk.waitForRequest(isStream);
    await desk.context().setOffline(false);
    expect((await back).headers()['last-event-id']).toBeTruthy();
    await expect(card).toContainText(left(one, 2));
    await expect(card).toContainText(now);
    expect(await isSame(desk)).toBe(true);
  });

  await test.step('class list and class page show the same, in Lao too', async () => {
    const streamed = tablet.waitForRequest(isStream);
    await tablet.goto(`${paths.allocateClasses}?search=${one.classCode}`);
    await streamed;
    await expect(tablet.getByRole('table')).toContainText(taken(one, 2));
    await tablet.goto(editPath(paths.classOverview, one._id));
    await expect(tablet.getByText(word('lo', 'common', 'list.asOfNow'))).toBeVisible();
  });

  await test.step('a locked desk and a screen without seats stop listening', async () => {
    const ended = () => desk.waitForEvent('requestfailed', isStream);
    const locked = ended();
    await new Shell(desk).chooseFromProfile('lock');
    await locked;
    const opened = desk.waitForRequest(isStream);
    await new LockScreen(desk).unlock();
    await opened;
    await expect(card).toContainText(now);
    const leftBehind = ended();
    await new Shell(desk).visit(paths.terms);
    await leftBehind;
  });
});

test(
  'a roster and a new class appear live, and the device’s copy follows',
  { tag: '@release' },
  async ({ page: desk, openAs, api, complaints }) => {
    const { one, first } = await freeSeats(await api('staff'));
    const card = desk.locator(`[data-class="${one.classCode}"]`);
    await openAs('admin', paths.allocateStudents);
    await expect(card).toContainText(now);
    await mark(desk);

    await test.step('a new class, its roster and its missing teacher appear live', async () => {
      const admin = await api('admin');
      const board = (await admin.get('/academic-terms', z.array(academicTerm))).find(
        ({ _id }) => _id === one.termId,
      ) as AcademicTerm;
      const fresh = await addClass(admin, board, {
        slots: [{ weekday: 7, start: '05:00', end: '05:50' }],
      });
      await expect(desk.locator(`[data-class="${fresh.classCode}"]`)).toBeVisible();
      await new Shell(desk).visit(editPath(paths.editStudentsToClass, fresh._id));
      const roster = desk.getByRole('region', {
        name: word('en', 'allocation', 'roster.students'),
      });
      await expect(roster).toContainText(word('en', 'allocation', 'roster.empty'));
      await expect(desk.getByText(now)).toBeVisible();
      await enrolNew(admin, fresh, ['ນ້ອຍສົດ']);
      await expect(roster.getByRole('listitem').filter({ hasText: 'ນ້ອຍສົດ' })).toBeVisible();

      const streamed = desk.waitForRequest(isStream);
      await new Shell(desk).visit(paths.classOverview);
      const without = desk.getByRole('heading', {
        name: word('en', 'class-overview', 'missing.noTeacher'),
      });
      const counted = Number((await without.textContent())?.match(/\d+$/)?.[0]);
      await streamed;
      await addClass(admin, board, { slots: [{ weekday: 7, start: '04:00', end: '04:50' }] });
      await expect(without).toContainText(String(counted + 1));
      expect(await isSame(desk)).toBe(true);
    });

    await test.step('the copy on the device follows the stream, for a start without an answer', async () => {
      await new Shell(desk).visit(paths.allocateStudents);
      await expect(card).toContainText(left(one, 0));
      await expect.poll(() => seatsOnDevice(desk, one.classCode)).toBe(one.seatsTaken);
      // The list itself cannot be fetched, so only the stream can tell.
      await desk.route('**/api/classes', (route) => route.abort());
      complaints.expect(/ERR_FAILED/);
      await (
        await api('staff')
      ).post(
        '/enrolments',
        { rows: [{ studentId: first._id, classId: one._id, as: 'pending' }], acceptWarnings: true },
        enrolled,
      );
      await expect(card).toContainText(left(one, 1));
      await expect.poll(() => seatsOnDevice(desk, one.classCode)).toBe(one.seatsTaken + 1);
      await desk.route('**/api/events', (route) => route.abort());
      await desk.reload();
      await expect(card).toContainText(left(one, 1));
      await expect(card).not.toContainText(now);
      await desk.unrouteAll();
    });
  },
);

/** The name of a teacher on an English screen. */
const englishName = (teacher: Teacher | undefined) =>
  `${teacher?.firstNameEn || teacher?.firstName} ${teacher?.lastNameEn || teacher?.lastName}`;

test(
  'the board of teachers follows a draft class, its teacher and its clashes',
  { tag: '@release' },
  async ({ page: desk, openAs, api }) => {
    const admin = await api('admin');
    const term = await openTerm(admin, {
      code: `LIVE-${Date.now() % 100_000}`,
      startDate: '2099-02-02',
      endDate: '2099-02-28',
    });
    const { teachers } = await classParts(admin);
    const [teacher, other] = teachers.filter(({ unavailability }) => unavailability.length === 0);
    const one = await addClass(
      admin,
      term,
      { slots: [{ weekday: 7, start: '05:00', end: '05:50' }] },
      'draft',
    );
    const streamed = desk.waitForRequest(isStream);
    await openAs('admin', `${paths.allocateTeachers}?term=${term._id}`);
    const classList = desk.getByRole('region', { name: word('en', 'allocation', 'class.of') });
    const row = (code: string) => classList.getByRole('listitem').filter({ hasText: code });
    await expect(row(one.classCode)).toContainText(word('en', 'allocation', 'class.noTeacher'));
    await classList.getByRole('checkbox').uncheck();
    await streamed;
    await mark(desk);

    const beside = await addClass(
      admin,
      term,
      { slots: [{ weekday: 7, start: '05:20', end: '06:00' }] },
      'draft',
    );
    await expect(row(beside.classCode)).toBeVisible();
    const give = (_id: string, version: number, teacherId: string | undefined) =>
      admin.post(
        '/classes/teachers',
        { assignments: [{ classId: _id, teacherId, version }] },
        assigned,
      );
    await row(one.classCode).getByRole('radio').check();
    const card = desk
      .getByRole('region', { name: word('en', 'allocation', 'teacher.of') })
      .getByRole('listitem')
      .filter({ hasText: englishName(teacher) });
    await expect(card).toContainText(word('en', 'allocation', 'teacher.free'));
    await give(beside._id, beside.version, teacher?._id);
    await expect(row(beside.classCode)).toContainText(englishName(teacher));
    await expect(card).toContainText(beside.classCode);
    await give(beside._id, beside.version + 1, other?._id);
    await expect(row(beside.classCode)).toContainText(englishName(other));
    await expect(card).toContainText(word('en', 'allocation', 'teacher.free'));
    expect(await isSame(desk)).toBe(true);
  },
);

test(
  'changes of one meeting and a new student appear live',
  { tag: '@release' },
  async ({ page: desk, openAs, api }) => {
    const admin = await api('admin');
    const term = await openTerm(admin, {
      code: `WEEK-${Date.now() % 100_000}`,
      startDate: '2099-03-02',
      endDate: '2099-03-29',
    });
    const { teachers } = await classParts(admin);
    const [teacher] = teachers.filter(({ unavailability }) => unavailability.length === 0);
    const one = await addClass(admin, term, {
      slots: [{ weekday: 3, start: '05:00', end: '05:50' }],
    });
    const [first, second] = await sessionsOf(admin, one);
    const streamed = desk.waitForResponse((response) => isStream(response.request()));
    await openAs('staff', `${paths.classOverview}?week=2099-03-02`);
    const meetings = desk.locator('[data-meeting]');
    const meeting = desk.locator(`[data-meeting="${first?._id}"]`);
    await expect(meeting).toBeVisible();
    await expect(meetings).toHaveCount(1);
    await streamed;
    await mark(desk);

    await admin.post(
      `/class-sessions/${first?._id}/substitute`,
      { version: first?.version, teacherId: teacher?._id, reason: 'x', overrideReason: 'x' },
      classSession,
    );
    await expect(meeting).toContainText(`${teacher?.firstName} (substitute)`);
    // It moves from the next week into this one, while the class itself does not change.
    await admin.post(
      `/class-sessions/${second?._id}/move`,
      {
        version: second?.version,
        date: '2099-03-05',
        start: '06:00',
        end: '06:50',
        roomId: null,
        reason: 'x',
        overrideReason: 'x',
      },
      classSession,
    );
    await expect(meetings).toHaveCount(2);
    await admin.post(
      `/class-sessions/${first?._id}/cancel`,
      { version: 2, reason: 'ຄູບໍ່ສະບາຍ' },
      classSession,
    );
    await expect(desk.getByRole('button', { name: /ຄູບໍ່ສະບາຍ/ }).first()).toBeVisible();

    await new Shell(desk).visit(`${paths.allocateStudents}?term=${term._id}`);
    await desk
      .getByRole('searchbox', { name: word('en', 'allocation', 'student.search') })
      .fill('ມາໃໝ່ສົດ');
    await expect(desk.getByText(word('en', 'allocation', 'student.noMatch'))).toBeVisible();
    await createStudent(admin, {
      firstName: 'ມາໃໝ່ສົດ',
      lastName: 'ທົດລອງ',
      dateOfBirth: '1999-03-09',
      phone: '020 5599 4001',
    });
    await expect(desk.getByRole('checkbox', { name: /ມາໃໝ່ສົດ|ST-/ })).toHaveCount(1);
    expect(await isSame(desk)).toBe(true);
  },
);
