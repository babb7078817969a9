import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ParentRecord } from '#contract/people/parents.ts';
import { dayInLaos } from '#contract/dates.ts';
import { type TimelineEntry } from '#contract/people/people.ts';
import { studentRecord, type StudentRecord } from '#contract/people/students.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import {
  addParent,
  addStudent,
  changed,
  newGuardian,
  newStudent,
  refusal,
  somePhone,
} from '#tests/helpers/people.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'admin', 'finance'] as const) await moveTo(server.db, role, 'VTE');
  owner = await server.as('superadmin');
  staff = await server.as('staff');
  admin = await server.as('admin');
});
afterAll(() => server.close());

const add = (fields: object = {}) => addStudent(server, staff, fields);
const post = async (fields: object) => staff.post('/students', await newStudent(server, fields));
const fieldsOf = (answer: { json: () => unknown }) =>
  (answer.json() as { fields?: Record<string, string> }).fields;
const put = (row: StudentRecord, fields: object, client = staff) =>
  client.put(`/students/${row._id}`, changed(row, fields));
const read = async (_id: string) => (await staff.get(`/students/${_id}`)).json<StudentRecord>();

/** The day somebody was born who turns `years` in `days` days. */
function birthdayOf(years: number, days = 0): string {
  const day = new Date(`${dayInLaos()}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

describe('adding', () => {
  it('answers the whole record, with a code and the parent that came with it', async () => {
    const mother = newGuardian({ phone: '020 5551 7777' });
    const answer = await post({ firstName: ' ບຸນມີ ', nickname: 'ນ້ອຍ', guardians: [mother] });
    expect(answer.statusCode).toBe(201);
    const row = z.strictObject(studentRecord.shape).parse(answer.json());
    expect(row).toMatchObject({
      firstName: 'ບຸນມີ',
      nickname: 'ນ້ອຍ',
      status: 'prospect',
      archived: false,
      version: 1,
      siblings: [],
    });
    expect(row.studentCode).toMatch(/^ST-\d\d-\d{6}$/);
    expect(row.guardians).toEqual([
      {
        ...mother,
        phone: '+8562055517777',
        parentId: expect.any(String) as string,
        isPrimaryContact: false,
        canPickUp: true,
      },
    ]);
    expect((await staff.get(`/students/${row._id}`)).json()).toEqual(row);
    const parent = (await staff.get(`/parents/${row.guardians[0]?.parentId}`)).json<ParentRecord>();
    expect(parent).toMatchObject({
      branchId: row.homeBranchId,
      children: 1,
      phone: '+8562055517777',
    });
  });

  it('gives every student the next code, however many come at once', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => add()));
    const numbers = rows
      .map(({ studentCode }) => Number(studentCode.slice(-6)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 6 }, (_, at) => (numbers[0] ?? 0) + at));
  });

  it('keeps guardians in their order, and knows brothers and sisters by them', async () => {
    const [first, second] = [
      newGuardian(),
      newGuardian({ relation: 'grandparent', isPayer: false }),
    ];
    const elder = await add({ guardians: [first, second] });
    expect(elder.guardians.map(({ firstName }) => firstName)).toEqual([
      first.firstName,
      second.firstName,
    ]);
    const younger = await add({ guardians: elder.guardians.toReversed() });
    expect(younger.guardians.map(({ firstName }) => firstName)).toEqual([
      second.firstName,
      first.firstName,
    ]);
    expect(younger.siblings.map(({ _id }) => _id)).toEqual([elder._id]);
    expect((await read(elder._id)).siblings.map(({ _id }) => _id)).toEqual([younger._id]);
    expect(await server.db.$count(parentTable, eq(parentTable.firstName, first.firstName))).toBe(1);
  });
});

describe('the rules of a record', () => {
  it.each([
    [
      'a child without a guardian',
      { guardians: [], phone: '020 5551 1234' },
      { guardians: 'A student under 18 needs a guardian' },
    ],
    [
      'one day under 18 without a guardian',
      { guardians: [], phone: '020 5551 1234', dateOfBirth: birthdayOf(18, 1) },
      { guardians: 'A student under 18 needs a guardian' },
    ],
    [
      'nobody who can be called',
      { guardians: [], dateOfBirth: null },
      { phone: 'Enter a phone number, or add a guardian' },
    ],
    [
      'nobody who pays',
      { guardians: [newGuardian({ isPayer: false })] },
      { guardians: 'Choose exactly one guardian who pays' },
    ],
    [
      'two who pay',
      { guardians: [newGuardian(), newGuardian()] },
      { guardians: 'Choose exactly one guardian who pays' },
    ],
    [
      'a bad phone of a guardian',
      { guardians: [newGuardian({ phone: '12' })] },
      { 'guardians.0.phone': 'Phone is not valid. Write it like 020 5551 2345' },
    ],
    [
      'a parent that is not there',
      { guardians: [newGuardian({ parentId: '01890000-0000-7000-8000-000000000000' })] },
      { 'guardians.0.parentId': 'This person was not found' },
    ],
    ['leaving without a reason', { status: 'left' }, { statusReason: 'Enter a reason' }],
    [
      'a birthday to come',
      { dateOfBirth: birthdayOf(0, 2) },
      { dateOfBirth: 'Enter a day that is not in the future and at most 100 years ago' },
    ],
    [
      'a photo that is not there',
      { photoFileId: '01890000-0000-7000-8000-000000000000' },
      { photoFileId: 'The file was not found. Upload it again' },
    ],
  ])('refuses %s', async (_name, fields, problems) => {
    const before = await server.db.$count(studentTable);
    const answer = await post(fields);
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, problems]);
    expect(await server.db.$count(studentTable)).toBe(before);
  });

  it('refuses the same guardian twice, linked or new', async () => {
    const mother = newGuardian();
    const twice = 'This person is listed twice';
    const { guardians } = await add({ guardians: [mother] });
    const [linked] = guardians;
    expect(fieldsOf(await post({ guardians: [linked, { ...linked, isPayer: false }] }))).toEqual({
      'guardians.1.parentId': twice,
    });
    const father = newGuardian();
    expect(fieldsOf(await post({ guardians: [father, { ...father, isPayer: false }] }))).toEqual({
      'guardians.1.phone': twice,
    });
  });

  it('takes an adult without a guardian on the 18th birthday', async () => {
    expect(
      await add({ guardians: [], phone: somePhone(), dateOfBirth: birthdayOf(18) }),
    ).toMatchObject({ guardians: [] });
  });

  it('adds no parent when the student is refused', async () => {
    const mother = newGuardian();
    await post({ guardians: [mother], status: 'left' });
    expect(await server.db.$count(parentTable, eq(parentTable.firstName, mother.firstName))).toBe(
      0,
    );
  });
});

describe('changing', () => {
  it('replaces the record, its guardians and their phones in one step', async () => {
    const row = await add();
    const [mother] = row.guardians;
    const phone = somePhone();
    const father = newGuardian({ relation: 'father', isPayer: true });
    const answer = await put(row, {
      nickname: 'ຕຸ້ຍ',
      guardians: [{ ...mother, phone, isPayer: false }, father],
    });
    expect(answer.json()).toMatchObject({
      version: 2,
      nickname: 'ຕຸ້ຍ',
      studentCode: row.studentCode,
    });
    expect(answer.json<StudentRecord>().guardians).toMatchObject([
      { parentId: mother?.parentId, phone, isPayer: false },
      { relation: 'father' },
    ]);
    expect((await staff.get(`/parents/${mother?.parentId}`)).json()).toMatchObject({
      phone,
      version: 2,
    });
  });

  it('refuses an old version, without changing anything', async () => {
    const row = await add();
    await put(row, { nickname: 'First' });
    expect(refusal(await put(row, { nickname: 'Late', guardians: [newGuardian()] }))).toEqual([
      409,
      'versionConflict',
    ]);
    expect(await read(row._id)).toMatchObject({
      nickname: 'First',
      version: 2,
      guardians: row.guardians,
    });
  });

  it('lets exactly one of many at once win', async () => {
    const row = await add();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => put(row, { nickname: `Try ${n}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  it('never writes an old phone of a parent over a new one', async () => {
    const elder = await add();
    const younger = await add({ guardians: elder.guardians });
    const phone = somePhone();
    await put(elder, { guardians: elder.guardians.map((guardian) => ({ ...guardian, phone })) });
    expect(refusal(await put(younger, { nickname: 'Stale' }))).toEqual([409, 'versionConflict']);
    expect((await read(younger._id)).guardians).toMatchObject([{ phone }]);
  });

  it('lets two children of one parent be saved at once, and changes the phone for both', async () => {
    const elder = await add();
    const younger = await add({ guardians: elder.guardians });
    const save = (row: StudentRecord) =>
      put(row, { guardians: row.guardians.map((one) => ({ ...one, phone: somePhone() })) });
    const answers = await Promise.all([save(elder), save(younger)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('does not change the name of a parent through the child', async () => {
    const row = await add();
    const [mother] = row.guardians;
    await put(row, { guardians: [{ ...mother, firstName: 'Other' }] });
    expect((await read(row._id)).guardians).toEqual(row.guardians);
  });
});

describe('another branch', () => {
  it('answers 404 for its students, and takes no student into it', async () => {
    const away = await addStudent(server, owner, {
      homeBranchId: await branchId(server.db, 'LPB'),
    });
    expect(refusal(await staff.get(`/students/${away._id}`))).toEqual([404, 'notFound']);
    expect(refusal(await staff.get(`/students/${away._id}/timeline`))).toEqual([404, 'notFound']);
    expect(refusal(await put(away, { nickname: 'Mine' }))).toEqual([404, 'notFound']);
    expect(
      refusal(
        await staff.post(`/students/${away._id}/archive`, {
          version: 1,
          archived: true,
          reason: 'x',
        }),
      ),
    ).toEqual([404, 'notFound']);
    const unknown = { homeBranchId: 'This branch was not found' };
    expect(fieldsOf(await post({ homeBranchId: away.homeBranchId }))).toEqual(unknown);
    const own = await add();
    expect(fieldsOf(await put(own, { homeBranchId: away.homeBranchId }))).toEqual(unknown);
    expect((await put(own, { homeBranchId: away.homeBranchId }, owner)).statusCode).toBe(200);
    expect((await owner.get(`/students/${away._id}`)).json()).toMatchObject({
      version: 1,
      archived: false,
    });
  });

  it('shares neither its parents nor data of its children', async () => {
    const away = await addStudent(server, owner, {
      homeBranchId: await branchId(server.db, 'LPB'),
    });
    const [guardian] = away.guardians;
    expect(fieldsOf(await post({ guardians: [guardian] }))).toEqual({
      'guardians.0.parentId': 'This person was not found',
    });
    const own = await addStudent(server, owner, { guardians: [guardian] });
    expect((await read(own._id)).siblings).toEqual([]);
    expect((await owner.get(`/students/${own._id}`)).json<StudentRecord>().siblings).toHaveLength(
      1,
    );
    expect((await put(await read(own._id), { nickname: 'Still linked' })).statusCode).toBe(200);
    const seen = await staff.get(
      `/students/duplicates?firstName=${encodeURIComponent(away.firstName)}&lastName=${encodeURIComponent(away.lastName)}&dateOfBirth=2015-03-09`,
    );
    expect(seen.json()).toEqual([]);
  });
});

describe('putting away', () => {
  const archive = (row: StudentRecord, body: object) =>
    staff.post(`/students/${row._id}/archive`, { version: row.version, ...body });

  it('takes a reason, counts the version up, and goes back', async () => {
    const row = await add();
    expect(fieldsOf(await archive(row, { archived: true }))).toEqual({ reason: 'Enter a reason' });
    const away = (
      await archive(row, { archived: true, reason: 'Moved to Thakhek' })
    ).json<StudentRecord>();
    expect(away).toMatchObject({ archived: true, version: 2 });
    expect(refusal(await archive(row, { archived: false }))).toEqual([409, 'versionConflict']);
    expect((await archive(away, { archived: false })).json()).toMatchObject({
      archived: false,
      version: 3,
    });
  });

  it('links nobody to a parent who was put away', async () => {
    const parent = await addParent(server, admin);
    await admin.post(`/parents/${parent._id}/archive`, {
      version: 1,
      archived: true,
      reason: 'Moved',
    });
    expect(fieldsOf(await post({ guardians: [newGuardian({ parentId: parent._id })] }))).toEqual({
      'guardians.0.parentId': 'This person was not found',
    });
  });
});

describe('what happened', () => {
  it('is told from the audit log, with both values of each field', async () => {
    const row = await add({ nickname: 'ນ້ອຍ' });
    await put(row, { nickname: 'ຕຸ້ຍ', grade: 'ມ 3' });
    await staff.post(`/students/${row._id}/archive`, {
      version: 2,
      archived: true,
      reason: 'Moved',
    });
    const entries = (await staff.get(`/students/${row._id}/timeline`)).json<TimelineEntry[]>();
    expect(entries.map(({ action, role, changes }) => ({ action, role, changes }))).toEqual([
      {
        action: 'archive',
        role: 'staff',
        changes: expect.arrayContaining([
          { field: 'archived', before: false, after: true },
          { field: 'reason', before: null, after: 'Moved' },
        ]) as unknown,
      },
      {
        action: 'update',
        role: 'staff',
        changes: expect.arrayContaining([
          { field: 'nickname', before: 'ນ້ອຍ', after: 'ຕຸ້ຍ' },
          { field: 'grade', before: '', after: 'ມ 3' },
        ]) as unknown,
      },
      { action: 'create', role: 'staff', changes: [] },
    ]);
    expect(entries[1]?.changes).toHaveLength(2);
  });

  it('keeps a row for each parent that was added or called anew', async () => {
    const row = await add();
    const [mother] = row.guardians;
    await put(row, { guardians: [{ ...mother, phone: '020 5550 4321' }] });
    const rows = await server.db
      .select()
      .from(auditTable)
      .where(
        and(eq(auditTable.entity, 'parents'), eq(auditTable.entityId, String(mother?.parentId))),
      )
      .orderBy(auditTable._id);
    expect(rows.map(({ action, after }) => [action, after?.['phone']])).toEqual([
      ['create', mother?.phone],
      ['update', '+8562055504321'],
    ]);
  });
});
