import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentDuplicate, StudentRecord } from '#contract/people/students.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { addStudent, changed, newGuardian, newStudent, refusal } from '#tests/helpers/people.ts';
import {
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'staff', 'VTE');
  staff = await server.as('staff');
});
afterAll(() => server.close());

const add = (fields: object = {}) => addStudent(server, staff, fields);
const post = async (fields: object) => staff.post('/students', await newStudent(server, fields));
const put = (row: StudentRecord, fields: object) =>
  staff.put(`/students/${row._id}`, changed(row, fields));

describe('maybe there already', () => {
  const lookUp = async (query: Record<string, string>, client = staff) =>
    (await client.get(`/students/duplicates?${new URLSearchParams(query).toString()}`)).json<
      StudentDuplicate[]
    >();

  it('finds the same phone, and the same name in any spelling with the same birthday', async () => {
    const row = await add({ firstName: 'ບຸນທັນໜຶ່ງ', phone: '020 5559 8811' });
    const named = { firstName: 'ບຸນທັນ ຫນຶ່ງ', lastName: row.lastName };
    expect(await lookUp({ ...named, dateOfBirth: '2015-03-09' })).toMatchObject([
      { _id: row._id, studentCode: row.studentCode },
    ]);
    expect(await lookUp({ ...named, dateOfBirth: '2015-03-10' })).toEqual([]);
    expect(await lookUp({ phone: '55598811', firstName: 'x' })).toEqual([]);
    expect(await lookUp({ phone: '020 5559 8811' })).toMatchObject([{ _id: row._id }]);
    expect(await lookUp({ phone: '020 5559 8811', exceptId: row._id })).toEqual([]);
    expect(await lookUp({})).toEqual([]);
  });

  it('saves the same child again only when somebody says it is another one', async () => {
    const row = await add();
    const same = { firstName: row.firstName, lastName: row.lastName };
    expect(refusal(await post(same))).toEqual([409, 'duplicateFound']);
    expect((await post({ ...same, confirmedDuplicate: true })).statusCode).toBe(201);
  });

  it('takes the name alone for the same child within a family', async () => {
    const row = await add();
    const [guardian] = row.guardians;
    const { firstName, lastName } = row;
    const other = { firstName, lastName, dateOfBirth: '2015-03-10' };
    const parentId = String(guardian?.parentId);
    expect(await lookUp(other)).toEqual([]);
    expect(await lookUp({ ...other, parentId })).toMatchObject([{ _id: row._id }]);
    const ofFamily = { ...other, guardians: [guardian] };
    expect(refusal(await post(ofFamily))).toEqual([409, 'duplicateFound']);
    expect((await post({ ...ofFamily, confirmedDuplicate: true })).statusCode).toBe(201);
  });

  it('looks at a parent who is added with the child as well', async () => {
    const { guardians } = await add();
    const sameName = newGuardian({ firstName: guardians[0]?.firstName });
    expect(refusal(await post({ guardians: [sameName] }))).toEqual([409, 'duplicateFound']);
    expect((await post({ guardians: [sameName], confirmedDuplicate: true })).statusCode).toBe(201);
  });

  it('adds one child once when two desks do it at the same moment', async () => {
    const body = await newStudent(server);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => staff.post('/students', body)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    expect(await server.db.$count(studentTable, eq(studentTable.firstName, body.firstName))).toBe(
      1,
    );
  });

  it('does not ask again about a record whose name and phone stay', async () => {
    const row = await add();
    const twin = (
      await post({ firstName: row.firstName, lastName: row.lastName, confirmedDuplicate: true })
    ).json<StudentRecord>();
    expect((await put(twin, { nickname: 'Second' })).statusCode).toBe(200);
    const third = await add();
    expect(refusal(await put(third, { firstName: row.firstName, lastName: row.lastName }))).toEqual(
      [409, 'duplicateFound'],
    );
  });
});
