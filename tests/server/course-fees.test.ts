import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { courseFee, type CourseFee } from '#contract/courses/course-fees.ts';
import { feeOfClass } from '#contract/courses/fee-rules.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { DeskClasses } from '#contract/desk/desk.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { cash, insertCourse, TUITION } from '#tests/helpers/visits.ts';
import type { Course } from '#contract/courses/courses.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { openPlaceDesk } from '#tests/helpers/sold-place.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let home: string;
let away: string;
let template: Course;
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
  [home, away] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'PKS')];
  const [first] = (await owner.get('/courses')).json<Course[]>();
  if (!first) throw new Error('No course');
  template = first;
});
afterAll(() => server.close());

let count = 0;
/** A course without a price. */
const newCourse = async () => {
  count += 1;
  const answer = await owner.post('/courses', {
    ...template,
    code: `FEE-${count}`,
    nextCourseId: null,
  });
  return answer.json<Course>()._id;
};
const price = (courseId: string, fields: object = {}) => ({
  courseId,
  name: 'Term fee',
  amount: 1_500_000,
  basis: 'term',
  validFrom: '2026-01-01',
  ...fields,
});
const add = async (courseId: string, fields: object = {}, client = owner) => {
  const answer = await client.post('/course-fees', price(courseId, fields));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<CourseFee>();
};
const change = (client: Client, { _id, ...row }: CourseFee, fields: object) =>
  client.put(`/course-fees/${_id}`, { ...row, ...fields });
const read = async ({ _id }: { _id: string }) =>
  (await owner.get(`/course-fees/${_id}`)).json<CourseFee>();

/** Somebody is asked this price. */
async function use({ _id }: CourseFee): Promise<void> {
  const [enrolled] = await server.db.select().from(enrolmentTable).limit(1);
  if (!enrolled) throw new Error('No enrolment');
  const { _id: _old, ...row } = enrolled;
  await server.db.insert(enrolmentTable).values({ ...row, feeId: _id, status: 'completed' });
}

describe('a price', () => {
  it('is the first version of its series', async () => {
    const fee = await add(await newCourse(), {
      minDeposit: 500_000,
      prorate: 'sessions',
      priceCategory: 'child',
    });
    z.strictObject(courseFee.shape).parse(fee);
    expect(fee).toMatchObject({
      seriesId: fee._id,
      replacedById: null,
      usedBy: 0,
      currency: 'LAK',
      branchId: null,
      validTo: null,
      active: true,
    });
    expect(await read(fee)).toEqual(fee);
  });

  it('names what is wrong with it', async () => {
    const courseId = await newCourse();
    const missing = '01890000-0000-7000-8000-000000000000';
    const wrong = async (fields: object) =>
      (await owner.post('/course-fees', price(courseId, fields))).json<{ fields: object }>().fields;
    expect(await wrong({ amount: -1 })).toEqual({ amount: 'At least 0' });
    expect(await wrong({ amount: 1.5 })).toEqual({ amount: 'Check this entry' });
    expect(await wrong({ validTo: '2025-12-31' })).toEqual({
      validTo: 'Must not be before the start',
    });
    expect(await wrong({ courseId: missing })).toEqual({ courseId: 'This course was not found' });
    expect(await wrong({ branchId: missing })).toEqual({ branchId: 'This branch was not found' });
    expect(await wrong({ termId: missing })).toEqual({ termId: 'This term was not found' });
  });

  it('of a term is for branches that have the term', async () => {
    const term = {
      name: 'Pakse only',
      code: 'PKS-1',
      academicYear: '2030',
      startDate: '2030-01-01',
      endDate: '2030-03-31',
      branchIds: [away],
    };
    const { _id: termId } = (await owner.post('/academic-terms', term)).json<AcademicTerm>();
    const courseId = await newCourse();
    for (const other of [home, null]) {
      expect(
        (await owner.post('/course-fees', price(courseId, { termId, branchId: other }))).json(),
      ).toHaveProperty('fields.termId');
    }
    expect(
      (await owner.post('/course-fees', price(courseId, { termId, branchId: away }))).statusCode,
    ).toBe(201);
  });
});

describe('who writes prices', () => {
  it('is an admin for the own branch, and a superadmin for all', async () => {
    const courseId = await newCourse();
    const own = await add(courseId, { branchId: home }, admin);
    const general = await add(courseId);
    const other = await add(courseId, { branchId: away });
    for (const foreign of [away, null]) {
      expect(
        (
          await admin.post('/course-fees', price(courseId, { branchId: foreign, basis: 'month' }))
        ).json(),
      ).toHaveProperty('fields.branchId');
      expect((await change(admin, own, { branchId: foreign })).json()).toHaveProperty(
        'fields.branchId',
      );
    }
    expectCode(await change(admin, general, { amount: 1 }), 403, 'forbidden');
    expectCode(await change(admin, other, { amount: 1 }), 404, 'notFound');
    expectCode(await admin.get(`/course-fees/${other._id}`), 404, 'notFound');
    const seen = (await admin.get('/course-fees'))
      .json<CourseFee[]>()
      .filter((fee) => fee.courseId === courseId);
    expect(seen.map(({ _id }) => _id).sort()).toEqual([own._id, general._id].sort());
    for (const role of ['staff', 'finance'] as const) {
      const client = await server.as(role);
      expect((await client.get(`/course-fees/${own._id}`)).statusCode).toBe(200);
      expectCode(
        await client.post('/course-fees', price(courseId, { branchId: home })),
        403,
        'forbidden',
      );
      expectCode(await change(client, own, { amount: 1 }), 403, 'forbidden');
    }
  });
});

describe('two prices for one case', () => {
  it('are refused, naming the first with its sum and days', async () => {
    const courseId = await newCourse();
    await add(courseId, { validTo: '2026-06-30' });
    const answer = await owner.post(
      '/course-fees',
      price(courseId, { name: 'Again', validFrom: '2026-06-30' }),
    );
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        code: 'feeOverlaps',
        error:
          'Another fee already applies to the same case: Term fee, 1,500,000 LAK, 01/01/2026 – 30/06/2026',
      },
    ]);
    expect(
      (await owner.post('/course-fees', price(courseId, { validFrom: '2026-07-01' }))).statusCode,
    ).toBe(201);
  });

  it('are told apart by branch, term, category and basis, however the category is spelt', async () => {
    const courseId = await newCourse();
    const [term] = (await owner.get('/academic-terms')).json<AcademicTerm[]>();
    await add(courseId);
    for (const other of [
      { branchId: home },
      { branchId: away },
      { termId: term?._id },
      { priceCategory: 'ເດັກ' },
      { basis: 'month' },
      { active: false },
    ]) {
      await add(courseId, other);
      expect(
        (await owner.post('/course-fees', price(courseId, { ...other, active: true }))).statusCode,
      ).toBe(409);
    }
    expectCode(
      await owner.post('/course-fees', price(courseId, { priceCategory: ' ເດັກ\u200B' })),
      409,
      'feeOverlaps',
    );
  });

  it('do not come about by a change either', async () => {
    const courseId = await newCourse();
    await add(courseId);
    const other = await add(courseId, { basis: 'month' });
    expectCode(await change(owner, other, { basis: 'term' }), 409, 'feeOverlaps');
    const idle = await add(courseId, { active: false });
    expectCode(await change(owner, idle, { active: true }), 409, 'feeOverlaps');
    expect((await change(owner, other, { amount: 5 })).json()).toMatchObject({
      amount: 5,
      version: 2,
      _id: other._id,
    });
  });

  it('are never there when fifty desks write one at once', async () => {
    const courseId = await newCourse();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        owner.post('/course-fees', price(courseId, { name: `Try ${n}` })),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      201,
      ...Array.from({ length: 49 }, () => 409),
    ]);
    const kept = (await owner.get('/course-fees'))
      .json<CourseFee[]>()
      .filter((fee) => fee.courseId === courseId);
    expect(kept).toHaveLength(1);
  });
});

describe('a change of a price', () => {
  it('happens in place until an enrolment has the price', async () => {
    const fee = await add(await newCourse());
    expect((await change(owner, fee, { amount: 2_000_000 })).json()).toMatchObject({
      _id: fee._id,
      amount: 2_000_000,
      version: 2,
    });
    expectCode(await change(owner, fee, { amount: 3_000_000 }), 409, 'versionConflict');
  });

  it('then makes a new version, and the old one ends on the day before', async () => {
    const fee = await add(await newCourse());
    await use(fee);
    const used = await read(fee);
    expect(used.usedBy).toBe(1);
    const next = (
      await change(owner, used, { amount: 1_800_000, validFrom: '2026-09-01' })
    ).json<CourseFee>();
    expect(next).toMatchObject({
      amount: 1_800_000,
      validFrom: '2026-09-01',
      seriesId: fee._id,
      replacedById: null,
      usedBy: 0,
      version: 1,
    });
    expect(await read(fee)).toMatchObject({
      amount: 1_500_000,
      validTo: '2026-08-31',
      replacedById: next._id,
      active: true,
      usedBy: 1,
    });
    expectCode(await change(owner, await read(fee), { amount: 1 }), 409, 'feeReplaced');
  });

  it('makes a new version of a price that only a sold line has, because figures read its basis', async () => {
    const fee = await add(await newCourse());
    const { orderId } = await (await openPlaceDesk(server)).sold();
    const [sold] = await server.db
      .select()
      .from(orderLineTable)
      .where(eq(orderLineTable.orderId, orderId));
    if (!sold) throw new Error('No line');
    const { _id: _old, ...line } = sold;
    await server.db.insert(orderLineTable).values({ ...line, feeId: fee._id, position: 999 });
    const next = (await change(owner, await read(fee), { basis: 'session' })).json<CourseFee>();
    expect(next._id).not.toBe(fee._id);
    expect(await read(fee)).toMatchObject({ basis: 'term', replacedById: next._id });
  });

  it('puts the old one out of use where the new one begins no later', async () => {
    const fee = await add(await newCourse());
    await use(fee);
    const next = (await change(owner, await read(fee), { amount: 1_600_000 })).json<CourseFee>();
    expect(next).toMatchObject({ amount: 1_600_000, validFrom: fee.validFrom });
    expect(await read(fee)).toMatchObject({
      amount: 1_500_000,
      active: false,
      replacedById: next._id,
    });
  });

  it('ends or deactivates a used price without a new version of it', async () => {
    const fee = await add(await newCourse());
    await use(fee);
    const ended = (
      await change(owner, await read(fee), { validTo: '2026-12-31' })
    ).json<CourseFee>();
    expect(ended).toMatchObject({ _id: fee._id, validTo: '2026-12-31' });
    expect((await change(owner, ended, { active: false })).json()).toMatchObject({
      _id: fee._id,
      active: false,
    });
  });

  it('changes neither version when the new one collides with another price', async () => {
    const courseId = await newCourse();
    const fee = await add(courseId, { validTo: '2026-12-31' });
    await add(courseId, { validFrom: '2027-01-01' });
    await use(fee);
    const used = await read(fee);
    expectCode(
      await change(owner, used, { amount: 9, validFrom: '2026-09-01', validTo: null }),
      409,
      'feeOverlaps',
    );
    expect(await read(fee)).toEqual(used);
  });

  it('makes one new version when many ask for it at once', async () => {
    const fee = await add(await newCourse());
    await use(fee);
    const used = await read(fee);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        change(owner, used, { amount: 1000 + n, validFrom: '2026-05-01' }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });
});

describe('a price that begins in the future', () => {
  const [today, tomorrow, later] = [0, 1, 9].map((days) => addDays(dayInLaos(), days));
  const days = async (courseId: string) =>
    (await owner.get('/course-fees'))
      .json<CourseFee[]>()
      .filter((fee) => fee.courseId === courseId && fee.active)
      .map(({ amount, validFrom, validTo }) => [amount, validFrom, validTo])
      .toSorted((one, other) => String(one[1]).localeCompare(String(other[1])));
  const old = [1_500_000, '2026-01-01', addDays(String(tomorrow), -1)];

  it('is a new version, added or changed, also of a price that nobody has yet', async () => {
    const courseId = await newCourse();
    const fee = await add(courseId);
    const next = await add(courseId, { amount: 1_700_000, validFrom: tomorrow });
    expect(next).toMatchObject({ seriesId: fee._id });
    expect(await read(fee)).toMatchObject({ validTo: today, replacedById: next._id, active: true });
    const other = await newCourse();
    const idle = await add(other);
    const changed = await change(owner, idle, { amount: 1_700_000, validFrom: tomorrow });
    expect(changed.json<CourseFee>()._id).not.toBe(idle._id);
    for (const id of [courseId, other])
      expect(await days(id)).toEqual([old, [1_700_000, tomorrow, null]]);
  });

  it('moves the end of the old one with its first day, and gives the time back when it is withdrawn', async () => {
    const courseId = await newCourse();
    const fee = await add(courseId);
    const next = await add(courseId, { amount: 1_700_000, validFrom: tomorrow });
    const moved = (await change(owner, next, { validFrom: later })).json<CourseFee>();
    expect(await days(courseId)).toEqual([
      [1_500_000, '2026-01-01', addDays(String(later), -1)],
      [1_700_000, later, null],
    ]);
    expect((await change(owner, moved, { active: false })).statusCode).toBe(200);
    expect(await read(fee)).toMatchObject({ validTo: null, replacedById: null, active: true });
    expect(await days(courseId)).toEqual([[1_500_000, '2026-01-01', null]]);
  });
});

const versionOf = (_id: string) => ({
  _id,
  seriesId: 's',
  courseId: 'c',
  branchId: null,
  termId: null,
  priceCategory: '',
  basis: 'term' as const,
  validFrom: '2020-01-01',
  active: true,
  validTo: null as string | null,
});

describe('the price of a day', () => {
  /** Moves the days of all versions of a price, as if so many days had passed. */
  const pass = (seriesId: string, count: number) =>
    server.db.execute(sql`
      update course_fees set valid_from = valid_from - ${count}::int, valid_to = valid_to - ${count}::int
      where series_id = ${seriesId}`);
  const tomorrow = addDays(dayInLaos(), 1);

  it('begins at midnight in Vientiane, which is 17:00 UTC', () => {
    const fees = [
      { ...versionOf('old'), validTo: '2026-12-31' },
      { ...versionOf('new'), validFrom: '2027-01-01' },
    ];
    const soldAt = (moment: string) =>
      feeOfClass(fees, 'old', {
        courseId: 'c',
        branchId: 'b',
        termId: 't',
        priceCategory: '',
        basis: 'term',
        day: dayInLaos(Date.parse(moment)),
      })?._id;
    expect(soldAt('2026-12-31T16:59:59Z')).toBe('old');
    expect(soldAt('2026-12-31T17:00:00Z')).toBe('new');
  });

  it('is the old one until then at every desk, in the preview and in the order; orders keep theirs', async () => {
    const desk = await openPlaceDesk(server);
    const code = await insertCourse(server.db);
    const [found] = await server.db
      .select({ course: courseTable, fee: courseFeeTable })
      .from(courseTable)
      .innerJoin(courseFeeTable, eq(courseFeeTable.courseId, courseTable._id))
      .where(eq(courseTable.code, code));
    const { course, fee } = found ?? {};
    if (!course || !fee) throw new Error('No price');
    await add(course._id, { name: fee.name, amount: TUITION + 100_000, validFrom: tomorrow });
    const { _id: classId } = await insertClass(server.db, { course: code });
    // The class has the price as its own one, which follows the days as well.
    const { _id: own } = await insertClass(server.db, { course: code });
    await server.db.update(classTable).set({ feeId: fee._id }).where(eq(classTable._id, own));
    const shown = async () =>
      (await desk.clerk.get(`/desk/classes?branchId=${desk.vte}&copy=true`))
        .json<DeskClasses>()
        .classes.filter((one) => one.courseId === course._id)
        .map(({ price: now, later = [] }) => [
          now?.price.amount,
          ...later.map(({ from, price: next }) => [from, next?.price.amount]),
        ]);
    const before = [TUITION, [tomorrow, TUITION + 100_000]];
    expect(await shown()).toEqual([before, before]);
    const first = await desk.sold({ tenders: [cash(500_000)], hold: true }, { classId });
    expect((await desk.orderOf(first))?.totalLAK).toBe(TUITION);
    await pass(fee.seriesId, 1);
    expect(await shown()).toEqual([[TUITION + 100_000], [TUITION + 100_000]]);
    for (const there of [classId, own]) {
      const sold = await desk.sold({ tenders: [cash(TUITION + 100_000)] }, { classId: there });
      expect((await desk.orderOf(sold))?.totalLAK).toBe(TUITION + 100_000);
    }
    expect((await desk.orderOf(first))?.totalLAK).toBe(TUITION);
    const [kept] = await server.db
      .select({ price: orderLineTable.unitPrice })
      .from(orderLineTable)
      .where(eq(orderLineTable.orderId, first.orderId));
    expect(kept?.price).toBe(TUITION);
  });
});
