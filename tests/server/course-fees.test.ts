import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { courseFee, type CourseFee } from '#contract/courses/course-fees.ts';
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
          'Another price already applies to the same case: Term fee, 1,500,000 LAK, 01/01/2026 – 30/06/2026',
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
