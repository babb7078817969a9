import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  MAX_LOOKUP,
  student,
  studentLookupRow,
  type Student,
  type StudentLookupRow,
} from '#contract/people/students.ts';
import {
  branchId,
  moveTo,
  removeStudents,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let vte: string;
let lpb: string;

const yearsAgo = (years: number, days = 0) => {
  const day = new Date(Date.now() + 7 * 3_600_000);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

beforeAll(async () => {
  server = await startTestServer();
  await removeStudents(server.db);
  [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  await insertStudents(server.db, [
    {
      firstName: 'ສົມສັກ',
      lastName: 'ຫຼວງລາດ',
      firstNameEn: 'Somsack',
      lastNameEn: 'Luanglath',
      nickname: 'ຕົ້ນ',
      phone: '+8562055512345',
      homeBranchId: vte,
      status: 'active',
      source: 'friend',
      dateOfBirth: yearsAgo(12),
    },
    {
      firstName: 'bounmy',
      homeBranchId: vte,
      status: 'prospect',
      dateOfBirth: yearsAgo(12, 1),
      source: 'facebook',
    },
    { firstName: 'Anong', homeBranchId: vte, status: 'left', dateOfBirth: yearsAgo(30) },
    { firstName: 'Chanh', homeBranchId: vte, status: 'active' },
    { firstName: 'Put Away', homeBranchId: vte, status: 'left', archived: true },
    { firstName: 'Other Branch', homeBranchId: lpb, status: 'active', phone: '+8562055598765' },
  ]);
  owner = await server.as('superadmin');
  await moveTo(server.db, 'staff', 'VTE');
  staff = await server.as('staff');
});
afterAll(() => server.close());

const names = (answer: Answer) => answer.json<Student[]>().map(({ firstName }) => firstName);
const find = async (query: string, client = staff) => names(await client.get(`/students?${query}`));

describe('whose students', () => {
  it('are those of the own branch, whatever branch is asked for', async () => {
    expect(await find('sort=firstName')).toEqual(['Anong', 'bounmy', 'Chanh', 'ສົມສັກ']);
    expect(await find(`branchId=${lpb}`)).toEqual([]);
    expect(await find('search=Other')).toEqual([]);
    expect((await staff.get('/students')).headers['x-total-count']).toBe('4');
  });

  it('are everybody’s for a superadmin, who may choose a branch', async () => {
    expect(await find('', owner)).toContain('Other Branch');
    expect(await find(`branchId=${lpb}`, owner)).toEqual(['Other Branch']);
  });

  it('show no more than the contract says', async () => {
    const [row] = (await staff.get('/students')).json<Student[]>();
    expect(z.safeParse(z.strictObject(student.shape), row).success).toBe(true);
  });
});

describe('filters', () => {
  it.each([
    ['status=active', ['Chanh', 'ສົມສັກ']],
    ['status=prospect,left', ['Anong', 'bounmy']],
    ['source=facebook', ['bounmy']],
    ['archived=true', ['Put Away']],
    ['minAge=12', ['Anong', 'ສົມສັກ']],
    ['maxAge=11', ['bounmy']],
    ['minAge=12&maxAge=12', ['ສົມສັກ']],
    ['minAge=11&maxAge=12&status=active', ['ສົມສັກ']],
  ])('%s', async (query, found) => {
    const answer = await staff.get(`/students?${query}`);
    expect(names(answer)).toEqual(found);
    expect(answer.headers['x-total-count']).toBe(String(found.length));
  });

  it.each([
    'status=nope',
    'status=active,',
    'source=nope',
    'minAge=-1',
    'maxAge=x',
    'archived=yes',
    'branchId=1',
    'sort=search',
    'sort=healthNote',
    'pageSize=201',
    'count=no',
    'status=active&status=left',
  ])('refuses ?%s', async (query) => {
    const answer = await staff.get(`/students?${query}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'fieldsInvalid',
    ]);
  });
});

describe('search', () => {
  it.each([
    'ສົມສັກ',
    'ສົມສັກ ຫລວງລາດ',
    'somsack',
    'LUANGLATH',
    'ຕົ້ນ',
    'ຕົນ',
    '2345',
    '020 5551 2345',
    '02055512345',
    'ST-26-900001',
    '900001',
  ])('finds by "%s"', async (wanted) => {
    expect(await find(`search=${encodeURIComponent(wanted)}`)).toEqual(['ສົມສັກ']);
  });

  it.each(['%', '_', "' or true --", '\\'])('takes "%s" for itself', async (wanted) => {
    expect(await find(`search=${encodeURIComponent(wanted)}`)).toEqual([]);
  });
});

describe('order and pages', () => {
  it('gives every row once, forwards and backwards, equal names too', async () => {
    const twins = await insertStudents(
      server.db,
      Array.from({ length: 25 }, () => ({ firstName: 'Twin', homeBranchId: vte })),
    );
    for (const sort of [
      'firstName',
      '-firstName',
      'studentCode',
      '-dateOfBirth',
      '-createdAt',
      'lastName',
    ]) {
      const all = (await staff.get(`/students?sort=${sort}&pageSize=200`)).json<Student[]>();
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((page) =>
          staff.get(`/students?sort=${sort}&pageSize=7&page=${page}&count=false`),
        ),
      );
      expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual(
        pages.map(() => undefined),
      );
      expect(
        pages.flatMap((page) => page.json<Student[]>()),
        sort,
      ).toEqual(all);
      expect(new Set(all.map(({ _id }) => _id)).size).toBe(29);
    }
    const backwards = (await staff.get('/students?sort=-firstName&pageSize=200')).json<Student[]>();
    expect(backwards.toReversed()).toEqual(
      (await staff.get('/students?sort=firstName&pageSize=200')).json(),
    );
    for (const { _id } of twins)
      await server.db.delete(studentTable).where(eq(studentTable._id, _id));
  });
});

describe('parents', () => {
  it('count their children that are not put away, on every page', async () => {
    await server.db.delete(parentTable);
    const parent = (firstName: string, homeBranch: string) => ({
      firstName,
      lastName: 'P',
      phone: '+8562055500001',
      branchId: homeBranch,
      nameKey: firstName,
      search: firstName.toLowerCase(),
    });
    const [mother, father, far] = await server.db
      .insert(parentTable)
      .values([parent('Mother', vte), parent('Father', vte), parent('Far', lpb)])
      .returning();
    const all = await server.db.select().from(studentTable);
    const idOf = (name: string) => all.find(({ firstName }) => firstName === name)?._id ?? '';
    const link = (studentId: string, parentId = '') => ({
      studentId,
      parentId,
      position: 0,
      relation: 'mother' as const,
      isPayer: false,
      isPrimaryContact: false,
      canPickUp: true,
    });
    await server.db
      .insert(guardianTable)
      .values([
        link(idOf('Chanh'), mother?._id),
        link(idOf('Anong'), mother?._id),
        link(idOf('Put Away'), mother?._id),
        link(idOf('Other Branch'), far?._id),
      ]);
    const counts = async (query: string, client = staff) =>
      (await client.get(`/parents?${query}`))
        .json<{ firstName: string; children: number }[]>()
        .map(({ firstName, children }) => [firstName, children]);
    expect(await counts('')).toEqual([
      ['Father', 0],
      ['Mother', 2],
    ]);
    expect(await counts('pageSize=1&page=2')).toEqual([['Mother', 2]]);
    expect(await counts(`branchId=${lpb}`)).toEqual([]);
    expect(await counts(`branchId=${lpb}`, owner)).toEqual([['Far', 1]]);
    expect(father).toBeDefined();
  });
});

describe('the look-up copy', () => {
  const lookup = async (client: Client) =>
    (await client.get('/students/lookup')).json<StudentLookupRow[]>();

  it('holds the own branch’s students that are not put away, newest first, and only what looking up takes', async () => {
    const rows = await lookup(staff);
    expect(rows.map(({ firstName }) => firstName).sort()).toEqual([
      'Anong',
      'Chanh',
      'bounmy',
      'ສົມສັກ',
    ]);
    for (const row of rows)
      expect(z.safeParse(z.strictObject(studentLookupRow.shape), row).success).toBe(true);
    const far = (await server.as('superadmin')).get('/students/lookup');
    expect(
      (await far).json<StudentLookupRow[]>().every(({ homeBranchId }) => homeBranchId !== lpb),
    ).toBe(true);
  });

  it('ends at the limit, with the oldest left out', async () => {
    await moveTo(server.db, 'finance', 'PKS');
    const homeBranchId = await branchId(server.db, 'PKS');
    const many = Array.from({ length: MAX_LOOKUP + 5 }, (_, at) => ({
      firstName: `N${at}`,
      homeBranchId,
      createdAt: new Date(2_000_000_000_000 - at * 60_000).toISOString(),
    }));
    for (let at = 0; at < many.length; at += 1000)
      await insertStudents(server.db, many.slice(at, at + 1000));
    const rows = await lookup(await server.as('finance'));
    expect([rows.length, rows[0]?.firstName, rows.at(-1)?.firstName]).toEqual([
      MAX_LOOKUP,
      'N0',
      `N${MAX_LOOKUP - 1}`,
    ]);
  });
});
