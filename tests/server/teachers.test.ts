import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { TimelineEntry } from '#contract/people/people.ts';
import { teacher, type Teacher } from '#contract/people/teachers.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let home: string;
let away: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  staff = await server.as('staff');
  home = await branchId(server.db, 'VTE');
  away = await branchId(server.db, 'PKS');
});
afterAll(() => server.close());

const person = (fields: object = {}) => ({
  firstName: 'ພູວຽງ',
  lastName: 'ສີວິໄລ',
  phone: '020 5551 7777',
  gender: 'male',
  branchIds: [home],
  ...fields,
});
const add = async (fields: object = {}, client = owner) => {
  const answer = await client.post('/teachers', person(fields));
  expect(answer.statusCode).toBe(201);
  return answer.json<Teacher>();
};
const change = (client: Client, { _id, ...row }: Teacher, fields: object) =>
  client.put(`/teachers/${_id}`, { ...row, ...fields });
const at = (weekday: number, start: string, end: string) => ({ weekday, start, end });

describe('a new teacher', () => {
  it('has the next code, and every field', async () => {
    const first = await add({ unavailability: [at(1, '08:00', '11:30')] }, staff);
    const second = await add({}, staff);
    z.strictObject(teacher.shape).parse(first);
    expect(first).toMatchObject({
      phone: '+8562055517777',
      status: 'active',
      version: 1,
    });
    expect(Number(second.teacherCode.slice(-6))).toBe(Number(first.teacherCode.slice(-6)) + 1);
    expect(first.teacherCode).toMatch(/^TC-\d\d-\d{6}$/);
    expect((await staff.get(`/teachers/${first._id}`)).json()).toEqual(first);
    const found = await staff.get(`/teachers?search=${first.teacherCode}`);
    expect(found.json<Teacher[]>().map(({ _id }) => _id)).toEqual([first._id]);
  });

  it('takes no code where it is refused', async () => {
    const before = await add();
    expect(
      (
        await owner.post(
          '/teachers',
          person({ branchIds: ['01890000-0000-7000-8000-000000000000'] }),
        )
      ).json(),
    ).toMatchObject({
      fields: { branchIds: 'This branch was not found' },
    });
    const after = await add();
    expect(Number(after.teacherCode.slice(-6))).toBe(Number(before.teacherCode.slice(-6)) + 1);
  });

  it('needs a branch, a phone and a picture that is there', async () => {
    const missing = '01890000-0000-7000-8000-000000000000';
    expect(
      (await owner.post('/teachers', person({ branchIds: [], phone: '12' }))).json(),
    ).toMatchObject({
      fields: { branchIds: 'At least 1', phone: 'Phone is not valid. Write it like 020 5551 2345' },
    });
    expect((await owner.post('/teachers', person({ photoFileId: missing }))).json()).toMatchObject({
      fields: { photoFileId: 'The file was not found. Upload it again' },
    });
  });

  it('is stored once per branch, however often it is named', async () => {
    const { branchIds } = await add({ branchIds: [home, home.toUpperCase(), away] });
    expect(branchIds).toEqual([home, away]);
  });
});

describe('times at which somebody cannot teach', () => {
  it('may follow each other, and stand on different days', async () => {
    const unavailability = [
      at(1, '09:00', '10:00'),
      at(1, '10:00', '11:00'),
      at(1, '08:00', '09:00'),
      at(2, '09:00', '10:00'),
    ];
    expect((await add({ unavailability })).unavailability).toEqual(unavailability);
  });

  it.each([
    ['the same start and a longer time', at(1, '09:00', '11:00')],
    ['a time within', at(1, '09:15', '09:45')],
    ['a time around', at(1, '08:00', '12:00')],
    ['the last minute', at(1, '09:59', '10:30')],
  ])('must not overlap: %s', async (_name, second) => {
    const answer = await owner.post(
      '/teachers',
      person({ unavailability: [at(1, '09:00', '10:00'), second] }),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      fields: { 'unavailability.1.start': 'This time overlaps another one of the same day' },
    });
  });

  it('end after they begin, on a day of the week, at a time of the day', async () => {
    for (const [time, field] of [
      [at(1, '10:00', '10:00'), 'end'],
      [at(8, '10:00', '11:00'), 'weekday'],
      [at(1, '24:00', '25:00'), 'start'],
    ] as const) {
      const answer = await owner.post('/teachers', person({ unavailability: [time] }));
      expect(answer.json<{ fields: object }>().fields).toHaveProperty([
        `unavailability.0.${field}`,
      ]);
    }
  });
});

describe('branches', () => {
  it('show a teacher to the people of each, and to no others', async () => {
    const both = await add({ branchIds: [home, away] });
    const other = await add({ branchIds: [away] });
    const seen = (await staff.get('/teachers')).json<Teacher[]>();
    expect(seen.map(({ _id }) => _id)).toContain(both._id);
    expect(seen.every(({ branchIds }) => branchIds.includes(home))).toBe(true);
    expectCode(await staff.get(`/teachers/${other._id}`), 404, 'notFound');
    expectCode(await change(staff, other, { firstName: 'X' }), 404, 'notFound');
    const { _id, version } = other;
    expectCode(
      await staff.post(`/teachers/${_id}/archive`, { version, archived: true, reason: 'x' }),
      404,
      'notFound',
    );
    expect((await owner.get(`/teachers/${_id}`)).json()).toEqual(other);
  });

  it('other than the own are not for staff and admins to give or take', async () => {
    const both = await add({ branchIds: [home, away] });
    for (const client of [staff, await server.as('admin')]) {
      for (const branchIds of [[away], [home, away]]) {
        expect((await client.post('/teachers', person({ branchIds }))).json()).toHaveProperty(
          'fields.branchIds',
        );
      }
      for (const branchIds of [[home], [away]]) {
        expect((await change(client, both, { branchIds })).json()).toHaveProperty(
          'fields.branchIds',
        );
      }
    }
    expect((await change(staff, both, { note: 'ok' })).statusCode).toBe(200);
    expect((await change(owner, { ...both, version: 2 }, { branchIds: [away] })).statusCode).toBe(
      200,
    );
  });
});

describe('changing and archiving', () => {
  it('is not for finance', async () => {
    const row = await add();
    const finance = await server.as('finance');
    expect((await finance.get(`/teachers/${row._id}`)).statusCode).toBe(200);
    expectCode(await finance.post('/teachers', person()), 403, 'forbidden');
    expectCode(await change(finance, row, { firstName: 'X' }), 403, 'forbidden');
  });

  it('refuses a stale version', async () => {
    const row = await add();
    expect((await change(staff, row, { firstName: 'A' })).json()).toMatchObject({
      firstName: 'A',
      version: 2,
      teacherCode: row.teacherCode,
    });
    expectCode(await change(owner, row, { firstName: 'B' }), 409, 'versionConflict');
    const late = { version: 1, archived: true, reason: 'x' };
    expectCode(await owner.post(`/teachers/${row._id}/archive`, late), 409, 'versionConflict');
  });

  it('puts a teacher away with a reason, and back', async () => {
    const row = await add();
    const archive = (body: object) => staff.post(`/teachers/${row._id}/archive`, body);
    expect((await archive({ version: 1, archived: true })).json()).toMatchObject({
      fields: { reason: 'Enter a reason' },
    });
    expect((await archive({ version: 1, archived: true, reason: 'ຍ້າຍແຂວງ' })).json()).toMatchObject(
      { archived: true, version: 2 },
    );
    const [logged] = await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.entityId, row._id), eq(auditTable.action, 'archive')));
    expect(logged).toMatchObject({ after: { archived: true, reason: 'ຍ້າຍແຂວງ' } });
    const listed = async (query: string) =>
      (await staff.get(`/teachers${query}`)).json<Teacher[]>().some(({ _id }) => _id === row._id);
    expect([
      await listed(''),
      await listed('?archived=true'),
      await listed('?archived=false'),
    ]).toEqual([false, true, false]);
    expect((await archive({ version: 2, archived: false })).json()).toMatchObject({
      archived: false,
      version: 3,
    });
  });

  it('is told by the timeline, to whoever may read the record', async () => {
    const row = await add({
      dateOfBirth: '1990-05-20',
      startDate: '2026-09-01',
      employmentType: 'part',
      branchIds: [away],
    });
    expect(row).toMatchObject({
      dateOfBirth: '1990-05-20',
      startDate: '2026-09-01',
      employmentType: 'part',
    });
    await change(owner, row, { employmentType: null });
    const told = (await owner.get(`/teachers/${row._id}/timeline`)).json<TimelineEntry[]>();
    expect(told.map(({ action }) => action)).toEqual(['update', 'create']);
    expect(told[0]?.changes).toContainEqual({
      field: 'employmentType',
      before: 'part',
      after: null,
    });
    for (const client of [staff, await server.as('finance')]) {
      expectCode(await client.get(`/teachers/${row._id}/timeline`), 404, 'notFound');
    }
  });

  it('keeps one spelling of a phone however it is written, and finds by it', async () => {
    const row = await add({ phone: '+856 20 5551 8888' });
    expect(
      (await owner.get('/teachers?search=5551 8888')).json<Teacher[]>().map(({ _id }) => _id),
    ).toEqual([row._id]);
  });
});
