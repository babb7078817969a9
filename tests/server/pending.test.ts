import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskStart } from '#contract/desk/desk-start.ts';
import type { EnrolledRow } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import {
  pendingViews,
  type PendingCounts,
  type PendingHold,
  type PendingLapse,
  type PendingRenewal,
  type PendingUnpaid,
  type PendingView,
  type PendingWait,
} from '#contract/classes/pending.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { expectNothingLost, openPlaceDesk } from '#tests/helpers/sold-place.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { signInAdminOf } from '#tests/helpers/transfers.ts';
import {
  cash,
  insertCourse,
  insertFee,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';

let server: TestServer;
let clerk: Client;
let admin: Client;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, admin] = [await server.as('staff'), await server.as('admin')];
  desk = await openPlaceDesk(server);
});
afterAll(() => server.close());

type RowOf = {
  holds: PendingHold;
  waiting: PendingWait;
  lapsed: PendingLapse;
  renew: PendingRenewal;
  unpaid: PendingUnpaid;
};
const listed = async <View extends PendingView>(view: View) =>
  done<RowOf[View][]>(await clerk.get(`/pending-enrolments/${view}`));
const queueOf = async (classId: string) =>
  (await listed('waiting'))
    .filter((row) => row.classId === classId)
    .map(({ position, studentId, holdUntil }) => [position, studentId, holdUntil !== null]);
const change = (
  client: Client,
  { _id, version }: Pick<EnrolmentRow, '_id' | 'version'>,
  body: object,
): Promise<Answer> => client.post(`/enrolments/${_id}/change`, { version, ...body });
const isOver = sql`now() - interval '1 second'`;
const end = (_id: string) =>
  server.db.update(enrolmentTable).set({ holdUntil: isOver }).where(eq(enrolmentTable._id, _id));
const endOrder = async (orderId: string, enrolmentId: string) => {
  await server.db.update(orderTable).set({ holdUntil: isOver }).where(eq(orderTable._id, orderId));
  await end(enrolmentId);
};

/** A class with so many seats, and a queue for it. */
async function queued(count: number, capacity: number) {
  const { _id: classId } = await insertClass(server.db, { capacity });
  const people = await insertProspects(server.db, count, { dateOfBirth: null });
  const rows = people.map(({ _id: studentId }) => ({ studentId, classId, as: 'waitlisted' }));
  const enrolled = done<{ rows: EnrolledRow[] }>(
    await clerk.post('/enrolments', { rows, acceptWarnings: true }),
  ).rows;
  return { classId, rows: enrolled, ids: enrolled.map(({ studentId }) => studentId) };
}

it('an offer keeps its position until it lapses by the clock; then ranks close and the next is named', async () => {
  const {
    classId,
    rows: [first, second, third],
    ids: [a, b, c],
  } = await queued(3, 1);
  if (!first || !second || !third) throw new Error('Nobody waits');
  const early = await change(clerk, second, { change: 'offer' });
  expect([early.statusCode, early.json<{ code: string }>().code]).toEqual([409, 'notNext']);
  expect(done<EnrolmentRow>(await change(clerk, first, { change: 'offer' }))).toMatchObject({
    status: 'pending',
    waitPosition: 1,
  });
  expect(await queueOf(classId)).toEqual([
    [1, a, true],
    [2, b, false],
    [3, c, false],
  ]);
  const full = await change(clerk, second, { change: 'offer' });
  expect(full.json()).toMatchObject({
    code: 'enrolmentsRefused',
    rows: [{ findings: [{ check: 'seats' }] }],
  });
  await end(first._id);
  expect(await queueOf(classId)).toEqual([
    [1, b, false],
    [2, c, false],
  ]);
  expect(done<EnrolmentRow>(await change(clerk, second, { change: 'offer' }))).toMatchObject({
    status: 'pending',
    waitPosition: 1,
  });
  await tidy(server.db);
  expect(await queueOf(classId)).toEqual([
    [1, b, true],
    [2, c, false],
  ]);
  const seated = done<EnrolmentRow>(
    await change(
      admin,
      { ...second, version: second.version + 1 },
      { change: 'activate', reason: 'comes today' },
    ),
  );
  expect([seated.status, seated.waitPosition, await queueOf(classId)]).toEqual([
    'active',
    null,
    [[1, c, false]],
  ]);
});

it("an offer out of turn is an admin's, with a reason", async () => {
  const {
    classId,
    rows: [, second],
  } = await queued(2, 3);
  if (!second) throw new Error('Nobody waits');
  expect((await change(admin, second, { change: 'offer' })).json()).toMatchObject({
    code: 'notNext',
  });
  done(await change(admin, second, { change: 'offer', overrideReason: 'her brother is in it' }));
  expect((await queueOf(classId)).map(([position, , isOffer]) => [position, isOffer])).toEqual([
    [1, false],
    [2, true],
  ]);
});

it('one seat is offered once, however many desks offer it to whomever at once', async () => {
  const { classId, rows } = await queued(4, 1);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      change(n % 2 ? clerk : admin, rows[n % 4] ?? { _id: '', version: 1 }, {
        change: 'offer',
        overrideReason: n % 2 ? '' : 'now',
      }),
    ),
  );
  const offered = answers.filter(({ statusCode }) => statusCode === 200);
  // An admin may go past a full class with the reason, so only the clerks count here.
  expect(
    answers.filter(({ statusCode }, n) => statusCode === 200 && n % 2 === 1).length,
  ).toBeLessThanOrEqual(1);
  expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
  expect((await queueOf(classId)).filter(([, , isOffer]) => isOffer)).toHaveLength(offered.length);
});

it('clerks at many desks give one seat to one person', async () => {
  const {
    classId,
    rows: [first, second],
  } = await queued(2, 1);
  if (!first || !second) throw new Error('Nobody waits');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      change(clerk, n % 2 ? first : second, { change: 'offer' }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await queueOf(classId)).toMatchObject([
    [1, first.studentId, true],
    [2, second.studentId, false],
  ]);
});

it('a hold is prolonged while nobody waits for the class, else by an admin', async () => {
  const {
    rows: [first],
  } = await queued(2, 1);
  if (!first) throw new Error('Nobody waits');
  const offer = done<EnrolmentRow>(await change(clerk, first, { change: 'offer' }));
  expect((await change(clerk, offer, { change: 'renewHold' })).json()).toMatchObject({
    code: 'othersWait',
  });
  expect(done<EnrolmentRow>(await change(admin, offer, { change: 'renewHold' }))).toMatchObject({
    status: 'pending',
    waitPosition: 1,
  });
});

it('a held order is one row with its places and what confirms it; when its hold ends it has lapsed, until somebody comes back', async () => {
  const held = await desk.sold({ tenders: [], hold: true });
  const row = (await listed('holds')).find(({ _id }) => _id === held.orderId);
  expect(row).toMatchObject({
    orderId: held.orderId,
    totalLAK: TUITION,
    coveredLAK: 0,
    missingLAK: TUITION,
    isBelowMinimum: false,
    places: [{ enrolmentId: held.enrolmentId, studentId: held.studentId }],
  });
  await endOrder(held.orderId, held.enrolmentId);
  const again = async (client: Client) => client.get(`/desk/start?renew=${held.orderId}`);
  const lapsed = async () => (await listed('lapsed')).find(({ _id }) => _id === held.orderId);
  expect([
    (await listed('holds')).some(({ _id }) => _id === held.orderId),
    await lapsed(),
  ]).toMatchObject([false, { orderId: held.orderId, places: [{ enrolmentId: held.enrolmentId }] }]);
  await tidy(server.db);
  expect(await lapsed()).toMatchObject({
    creditLAK: 0,
    places: [{ enrolmentId: held.enrolmentId }],
  });
  expect(done<DeskStart>(await again(clerk)).places).toMatchObject([
    {
      studentId: held.studentId,
      classId: held.classId,
      enrolmentId: null,
      joinsWaitingList: false,
    },
  ]);
  expect(
    (await again(await signInAdminOf(server, await branchId(server.db, 'LPB')))).statusCode,
  ).toBe(404);
  done(
    await clerk.post('/enrolments', {
      rows: [{ studentId: held.studentId, classId: held.classId, as: 'pending' }],
    }),
  );
  expect(await lapsed()).toBeUndefined();
  await expectNothingLost(server);
});

it('a place without an order is a hold of its own', async () => {
  const { _id: classId } = await insertClass(server.db);
  const [person] = await insertProspects(server.db, 1);
  const {
    rows: [held],
  } = done<{ rows: EnrolledRow[] }>(
    await clerk.post('/enrolments', { rows: [{ studentId: person?._id, classId, as: 'pending' }] }),
  );
  expect((await listed('holds')).find(({ _id }) => _id === held?._id)).toMatchObject({
    orderId: null,
    places: [{ enrolmentId: held?._id, version: held?.version }],
  });
  await end(String(held?._id));
  expect((await listed('lapsed')).find(({ _id }) => _id === held?._id)).toMatchObject({
    orderId: null,
    places: [{ classId }],
  });
});

/**
 * A course that is paid by the month and the session, and a class of it that began two weeks ago.
 */
async function monthly() {
  const course = await insertCourse(server.db);
  const [{ _id: courseId } = { _id: '' }] = await server.db
    .select()
    .from(courseTable)
    .where(eq(courseTable.code, course));
  for (const basis of ['month', 'session'] as const)
    await insertFee(server.db, courseId, { basis, amount: 300_000, name: basis });
  const today = dayInLaos();
  return {
    course,
    classId: (
      await insertClass(server.db, {
        course,
        status: 'running',
        startDate: addDays(today, -14),
        endDate: addDays(today, 90),
        slots: [1, 3, 5].map((weekday) => ({ weekday, start: '05:00', end: '05:45' })),
      })
    )._id,
    today,
  };
}

it('what is paid by the month or the session is to be renewed a week before it ends, and not once it is', async () => {
  const { course, classId, today } = await monthly();
  const tenders = [cash(300_000)];
  const month = await desk.sold(
    { tenders },
    {
      course,
      classId,
      basis: 'month',
      coversFrom: addDays(today, -28),
      startDate: addDays(today, -14),
    },
  );
  const far = await desk.sold(
    { tenders: [cash(600_000)] },
    { course, classId, basis: 'month', units: 2, startDate: addDays(today, -14) },
  );
  const session = await desk.sold(
    { tenders },
    { course, classId, basis: 'session', units: 1, startDate: addDays(today, -14) },
  );
  const rows = await listed('renew');
  expect(rows.find(({ _id }) => _id === month.enrolmentId)).toMatchObject({
    basis: 'month',
    price: 300_000,
    currency: 'LAK',
  });
  expect(rows.some(({ _id }) => _id === far.enrolmentId)).toBe(false);
  expect(rows.find(({ _id }) => _id === session.enrolmentId)).toMatchObject({
    basis: 'session',
    paidUntil: session.days[0],
  });
});

it('who started without payment stands there until it is billed', async () => {
  const { _id: classId } = await insertClass(server.db);
  const [person] = await insertProspects(server.db, 1);
  const {
    rows: [held],
  } = done<{ rows: EnrolledRow[] }>(
    await clerk.post('/enrolments', { rows: [{ studentId: person?._id, classId, as: 'pending' }] }),
  );
  if (!held) throw new Error('Not held');
  done(await change(admin, held, { change: 'activate', reason: 'pays after the harvest' }));
  const unpaid = async () => (await listed('unpaid')).find(({ _id }) => _id === held._id);
  const row = await unpaid();
  expect(row).toMatchObject({ reason: 'pays after the harvest', currency: 'LAK' });
  expect([row?.startedBy === '', row?.price === null]).toEqual([false, false]);
  const visit = {
    branchId: desk.vte,
    payer: { kind: 'student', studentKey: held.studentId },
    places: [place(held.studentId, classId, { enrolmentId: held._id })],
    tenders: [cash(5_000_000)],
    shiftId: desk.shift._id,
  };
  done(await sendVisit(clerk, await priced(clerk, visit)));
  expect(await unpaid()).toBeUndefined();
});

it('the counts are those of the tabs, each branch has its own, and finance reads them', async () => {
  const counts = done<PendingCounts>(
    await (await server.as('finance')).get('/pending-enrolments/counts'),
  );
  for (const view of pendingViews)
    expect([view, (await listed(view)).length]).toEqual([view, counts[view]]);
  const owner = await server.as('superadmin');
  const at = async (branch: string) =>
    done<PendingWait[]>(
      await owner.get(`/pending-enrolments/waiting?branchId=${await branchId(server.db, branch)}`),
    );
  expect([await at('VTE'), await at('LPB')]).toEqual([await listed('waiting'), []]);
});
