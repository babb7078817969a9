import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CourseCategory } from '#contract/courses/course-categories.ts';
import { course, type Course } from '#contract/courses/courses.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
let categoryId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  categoryId = String((await admin.get('/course-categories')).json<CourseCategory[]>()[0]?._id);
});
afterAll(() => server.close());

const input = (code: string, fields: object = {}) => ({
  code,
  nameEn: `Course ${code}`,
  categoryId,
  totalSessions: 24,
  ...fields,
});
const add = async (code: string, fields: object = {}) => {
  const answer = await admin.post('/courses', input(code, fields));
  expect(answer.statusCode).toBe(201);
  return answer.json<Course>();
};
const change = ({ _id, ...row }: Course, fields: object) =>
  admin.put(`/courses/${_id}`, { ...row, ...fields });

describe('a course', () => {
  it('is read by everybody and written by admins', async () => {
    const row = await add('role', { level: 'A1', minAge: 8, maxAge: 8, nameLo: 'ພາສາອັງກິດ' });
    z.strictObject(course.shape).parse(row);
    expect(row).toMatchObject({
      code: 'ROLE',
      totalHours: null,
      totalSessions: 24,
      nextCourseId: null,
      active: true,
    });
    for (const role of ['staff', 'finance'] as const) {
      const client = await server.as(role);
      expect((await client.get(`/courses/${row._id}`)).json()).toEqual(row);
      expect(
        (await client.get('/courses?search=ພາສາອັງກິດ')).json<Course[]>().map(({ _id }) => _id),
      ).toContain(row._id);
      expectCode(await client.post('/courses', input('NO')), 403, 'forbidden');
    }
  });

  it('names what is wrong with it', async () => {
    await add('TWICE');
    const wrong = async (fields: object) =>
      (await admin.post('/courses', input('WRONG', fields))).json<{ fields: object }>().fields;
    const missing = '01890000-0000-7000-8000-000000000000';
    expect(await wrong({ code: 'TWICE' })).toEqual({ code: 'Already used' });
    expect(await wrong({ totalSessions: null })).toEqual({
      totalHours: 'Fill in at least one of the two',
    });
    expect(await wrong({ minAge: 10, maxAge: 9 })).toEqual({
      maxAge: 'Must not be below the minimum age',
    });
    expect(await wrong({ categoryId: missing })).toEqual({
      categoryId: 'This category was not found',
    });
    expect(await wrong({ nextCourseId: missing })).toEqual({
      nextCourseId: 'This course was not found',
    });
  });

  it('refuses a stale version', async () => {
    const row = await add('STALE');
    expect((await change(row, { level: 'B2' })).json()).toMatchObject({ level: 'B2', version: 2 });
    expectCode(await change(row, { level: 'C1' }), 409, 'versionConflict');
  });

  it('never leads back to itself', async () => {
    const first = await add('C-1');
    const second = await add('C-2', { nextCourseId: first._id });
    const third = await add('C-3', { nextCourseId: second._id });
    const circle = { fields: { nextCourseId: 'This would lead back to the same course' } };
    expect((await change(first, { nextCourseId: first._id })).json()).toMatchObject(circle);
    expect((await change(first, { nextCourseId: second._id })).json()).toMatchObject(circle);
    expect((await change(first, { nextCourseId: third._id.toUpperCase() })).json()).toMatchObject(
      circle,
    );
    expect((await change(second, { nextCourseId: null })).statusCode).toBe(200);
    expect((await change(first, { nextCourseId: third._id })).statusCode).toBe(200);
  });

  it('does not close a circle together with another one', async () => {
    const [a, b] = [await add('D-1'), await add('D-2')];
    const answers = await Promise.all([
      change(a, { nextCourseId: b._id }),
      change(b, { nextCourseId: a._id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('stays in use while a class of it is not finished', async () => {
    const [taught] = (await admin.get('/courses?search=IELTS')).json<Course[]>();
    if (!taught) throw new Error('No IELTS course');
    const count = await server.db.$count(classTable, eq(classTable.courseId, taught._id));
    expect((await change(taught, { active: false })).json()).toMatchObject({
      fields: { active: `Classes not finished: ${count}. Finish or cancel them first` },
    });
    await server.db
      .update(classTable)
      .set({ status: 'finished' })
      .where(eq(classTable.courseId, taught._id));
    expect((await change(taught, { active: false })).json()).toMatchObject({ active: false });
  });
});
