import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CourseCategory } from '#contract/courses/course-categories.ts';
import type { Course } from '#contract/courses/courses.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

const add = async (code: string, fields: object = {}) => {
  const answer = await admin.post('/course-categories', {
    code,
    nameEn: `Category ${code}`,
    position: 50,
    ...fields,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<CourseCategory>();
};
const change = ({ _id, ...row }: CourseCategory, fields: object) =>
  admin.put(`/course-categories/${_id}`, { ...row, ...fields });
const all = async () => (await admin.get('/course-categories')).json<CourseCategory[]>();

describe('course categories', () => {
  it('are read by everybody and written by admins', async () => {
    for (const role of ['staff', 'finance'] as const) {
      const client = await server.as(role);
      expect((await client.get('/course-categories')).json()).toHaveLength(4);
      expectCode(
        await client.post('/course-categories', { code: 'X', nameEn: 'X' }),
        403,
        'forbidden',
      );
      const [first] = await all();
      expectCode(
        await client.post(`/course-categories/${first?._id}/move`, { direction: 'down' }),
        403,
        'forbidden',
      );
    }
  });

  it('have one code each, in capitals', async () => {
    expect(await add('mus', { nameLo: 'ດົນຕີ', colour: 'gold' })).toMatchObject({
      code: 'MUS',
      nameLo: 'ດົນຕີ',
      colour: 'gold',
      active: true,
      version: 1,
    });
    expect(
      (await admin.post('/course-categories', { code: 'MUS', nameEn: 'Again' })).json(),
    ).toMatchObject({ fields: { code: 'Already used' } });
    expect(
      (await admin.post('/course-categories', { code: 'A B', nameEn: '', colour: 'pink' })).json(),
    ).toMatchObject({
      fields: {
        code: 'Letters A to Z, digits and dashes, at most 12',
        nameEn: 'Required',
        colour: 'Check this entry',
      },
    });
  });

  it('refuse a stale version', async () => {
    const row = await add('VER');
    expect((await change(row, { nameEn: 'First' })).json()).toMatchObject({
      nameEn: 'First',
      version: 2,
    });
    expectCode(await change(row, { nameEn: 'Late' }), 409, 'versionConflict');
  });

  it('stay in use while a course of theirs is', async () => {
    const row = await add('BUSY');
    const course = (
      await admin.post('/courses', {
        code: 'BUSY-1',
        nameEn: 'Busy',
        categoryId: row._id,
        totalHours: 10,
      })
    ).json<Course>();
    expect((await change(row, { active: false })).json()).toMatchObject({
      fields: { active: 'Courses in use: 1. Take them out of use first' },
    });
    const { _id, ...input } = course;
    expect((await admin.put(`/courses/${_id}`, { ...input, active: false })).statusCode).toBe(200);
    expect((await change(row, { active: false })).json()).toMatchObject({ active: false });
    const late = await admin.post('/courses', {
      code: 'BUSY-2',
      nameEn: 'Late',
      categoryId: row._id,
      totalHours: 10,
    });
    expect(late.json()).toMatchObject({ fields: { categoryId: 'This category is not in use' } });
  });

  it('never have an active course and are put away at the same moment', async () => {
    const row = await add('RACE');
    const [put, post] = await Promise.all([
      change(row, { active: false }),
      admin.post('/courses', {
        code: 'RACE-1',
        nameEn: 'Race',
        categoryId: row._id,
        totalHours: 10,
      }),
    ]);
    expect([put.statusCode, post.statusCode].sort()).not.toEqual([200, 201]);
  });

  it('change places with their neighbour, and stay put at either end', async () => {
    const before = (await all()).map(({ code }) => code);
    const move = async (code: string | undefined, direction: 'up' | 'down') => {
      const row = (await all()).find((one) => one.code === code);
      expect(
        (await admin.post(`/course-categories/${row?._id}/move`, { direction })).statusCode,
      ).toBe(200);
      return (await all()).map((one) => one.code);
    };
    const [first, second, ...rest] = before;
    expect(await move(first, 'down')).toEqual([second, first, ...rest]);
    expect(await move(first, 'up')).toEqual(before);
    expect(await move(first, 'up')).toEqual(before);
    expect(await move(before.at(-1), 'down')).toEqual(before);
    expect((await all()).map(({ position }) => position)).toEqual(
      before.map((_code, place) => place),
    );
    expectCode(
      await admin.post('/course-categories/01890000-0000-7000-8000-000000000000/move', {
        direction: 'up',
      }),
      404,
      'notFound',
    );
  });
});
