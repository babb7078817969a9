import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  parentRecord,
  type ChildOfParent,
  type ParentDuplicate,
  type ParentRecord,
} from '#contract/people/parents.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import {
  addParent,
  addStudent,
  changed,
  newGuardian,
  newParent,
  refusal,
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
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'admin', 'VTE');
  owner = await server.as('superadmin');
  admin = await server.as('admin');
});
afterAll(() => server.close());

const add = (fields: object = {}) => addParent(server, admin, fields);
const put = (row: ParentRecord, fields: object) =>
  admin.put(`/parents/${row._id}`, changed(row, fields));
const archive = (row: { _id: string; version: number }, body: object) =>
  admin.post(`/parents/${row._id}/archive`, { version: row.version, ...body });
const read = async (_id: string) => (await admin.get(`/parents/${_id}`)).json<ParentRecord>();

it('is added, read and changed, the version counted up', async () => {
  const row = await add({ phone: '020 5557 0001', occupation: 'ຄູ' });
  expect(z.strictObject(parentRecord.shape).parse(row)).toMatchObject({
    phone: '+8562055570001',
    children: 0,
    version: 1,
    mergedIntoId: null,
  });
  expect((await put(row, { occupation: 'ໝໍ' })).json()).toMatchObject({
    occupation: 'ໝໍ',
    version: 2,
  });
  expect(refusal(await put(row, { occupation: 'Late' }))).toEqual([409, 'versionConflict']);
  const [last] = (await admin.get(`/parents/${row._id}/timeline`)).json<TimelineEntry[]>();
  expect(last).toMatchObject({
    action: 'update',
    changes: [{ field: 'occupation', before: 'ຄູ', after: 'ໝໍ' }],
  });
});

it('tells the forms of the children that a name or phone is new, and nothing else', async () => {
  const child = await addStudent(server, admin);
  const parent = await read(String(child.guardians[0]?.parentId));
  await put(parent, { occupation: 'ຄູ' });
  expect((await admin.get(`/students/${child._id}`)).json()).toMatchObject({ version: 1 });
  await put({ ...parent, version: 2 }, { firstName: 'ມະນີ' });
  expect((await admin.get(`/students/${child._id}`)).json()).toMatchObject({
    version: 2,
    guardians: [{ firstName: 'ມະນີ' }],
  });
});

describe('another branch', () => {
  it('answers 404 for its parents, and takes none into it', async () => {
    const away = await addParent(server, owner, { branchId: await branchId(server.db, 'LPB') });
    for (const path of ['', '/timeline', '/children'])
      expect(refusal(await admin.get(`/parents/${away._id}${path}`))).toEqual([404, 'notFound']);
    expect(refusal(await put(away, { note: 'mine' }))).toEqual([404, 'notFound']);
    expect(refusal(await archive(away, { archived: true, reason: 'x' }))).toEqual([
      404,
      'notFound',
    ]);
    const answer = await admin.post(
      '/parents',
      await newParent(server, { branchId: away.branchId }),
    );
    expect(answer.json()).toMatchObject({ fields: { branchId: 'This branch was not found' } });
    expect(
      (await admin.get(`/parents/duplicates?phone=${encodeURIComponent(away.phone)}`)).json(),
    ).toEqual([]);
  });
});

it('lists the children with what they are to the parent, those put away and those of another branch left out', async () => {
  const first = await addStudent(server, admin, { nickname: 'ນ້ອຍ' });
  const [link] = first.guardians;
  const second = await addStudent(server, admin, {
    status: 'active',
    guardians: [newGuardian(), { ...link, isPayer: false, relation: 'auntUncle' }],
  });
  const away = await addStudent(server, owner, {
    homeBranchId: await branchId(server.db, 'LPB'),
    guardians: [link],
  });
  const gone = await addStudent(server, admin, { guardians: [link] });
  await admin.post(`/students/${gone._id}/archive`, {
    version: 1,
    archived: true,
    reason: 'Twice',
  });
  const children = async (client: Client) =>
    (await client.get(`/parents/${link?.parentId}/children`)).json<ChildOfParent[]>();
  expect(await children(admin)).toEqual([
    expect.objectContaining({
      studentId: first._id,
      studentCode: first.studentCode,
      nickname: 'ນ້ອຍ',
      relation: 'mother',
      isPayer: true,
      status: 'prospect',
    }),
    expect.objectContaining({
      studentId: second._id,
      relation: 'auntUncle',
      isPayer: false,
      status: 'active',
    }),
  ]);
  expect((await children(owner)).map(({ studentId }) => studentId)).toContain(away._id);
});

describe('maybe there already', () => {
  it('finds the name in any spelling, either phone, and asks once', async () => {
    const row = await add({ firstName: 'ຫຼ້າທົດສອບ', phone2: '020 5557 0003' });
    for (const query of [
      { firstName: 'ຫລ້າ ທົດສອບ', lastName: row.lastName },
      { phone: row.phone },
      { phone: '020 5557 0003' },
    ]) {
      const found = await admin.get(`/parents/duplicates?${new URLSearchParams(query).toString()}`);
      expect(found.json<ParentDuplicate[]>().map(({ _id }) => _id)).toEqual([row._id]);
    }
    const same = await newParent(server, { phone: row.phone });
    expect(refusal(await admin.post('/parents', same))).toEqual([409, 'duplicateFound']);
    expect((await admin.post('/parents', { ...same, confirmedDuplicate: true })).statusCode).toBe(
      201,
    );
  });

  it('adds one parent once when two desks do it at the same moment', async () => {
    const body = await newParent(server);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.post('/parents', body)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('putting away', () => {
  it('takes a reason, and goes back', async () => {
    const row = await add();
    expect((await archive(row, { archived: true })).json()).toMatchObject({
      fields: { reason: 'Enter a reason' },
    });
    const away = (await archive(row, { archived: true, reason: 'Moved' })).json<ParentRecord>();
    expect(away).toMatchObject({ archived: true, version: 2 });
    expect((await archive(away, { archived: false })).json()).toMatchObject({ archived: false });
  });

  it('keeps whoever pays for a student in class, and lets the others go', async () => {
    const guardians = [newGuardian(), newGuardian({ isPayer: false, relation: 'father' })];
    const child = await addStudent(server, admin, { status: 'active', guardians });
    const [payer, other] = await Promise.all(child.guardians.map(({ parentId }) => read(parentId)));
    if (!payer || !other) throw new Error('No parents');
    expect(refusal(await archive(payer, { archived: true, reason: 'x' }))).toEqual([
      409,
      'stillNeeded',
    ]);
    expect((await archive(other, { archived: true, reason: 'x' })).statusCode).toBe(200);
    const paused = await admin.put(
      `/students/${child._id}`,
      changed(child, { status: 'inactive' }),
    );
    expect(paused.statusCode).toBe(200);
    expect((await archive(payer, { archived: true, reason: 'x' })).statusCode).toBe(200);
    const back = await admin.put(
      `/students/${child._id}`,
      changed(paused.json<StudentRecord>(), { status: 'active' }),
    );
    expect(back.json()).toMatchObject({
      fields: { 'guardians.0.parentId': 'This person was not found' },
    });
  });
});
