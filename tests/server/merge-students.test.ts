import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mergePreview, type MergePreview } from '#contract/people/merge.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import type { Student, StudentRecord } from '#contract/people/students.ts';
import { addStudent, changed, newGuardian, refusal, somePhone } from '#tests/helpers/people.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
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
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['admin', 'staff'] as const) await moveTo(server.db, role, 'VTE');
  owner = await server.as('superadmin');
  admin = await server.as('admin');
  staff = await server.as('staff');
});
afterAll(() => server.close());
afterAll(async () => expect(await unnotedStates(server.db)).toEqual([]));

type Row = { _id: string; version: number };

const add = (fields: object = {}) => addStudent(server, admin, fields);
const read = async (_id: string) => (await admin.get(`/students/${_id}`)).json<StudentRecord>();
const timeline = async (_id: string) =>
  (await admin.get(`/students/${_id}/timeline`)).json<TimelineEntry[]>();
const preview = (keep: Row, drop: Row, client = admin) =>
  client.get(`/students/merge?keepId=${keep._id}&dropId=${drop._id}`);
const bodyOf = (keep: Row, drop: Row, choices: object = {}) => ({
  keepId: keep._id,
  keepVersion: keep.version,
  dropId: drop._id,
  dropVersion: drop.version,
  choices,
});
const merge = (keep: Row, drop: Row, choices: object = {}, client = admin) =>
  client.post('/students/merge', bodyOf(keep, drop, choices));
const find = async (search: string, archived = false) =>
  (await admin.get(`/students?archived=${String(archived)}&search=${encodeURIComponent(search)}`))
    .json<Student[]>()
    .map(({ _id }) => _id);

describe('looking at a merge', () => {
  it('names every field that differs, what is suggested, and who is linked afterwards', async () => {
    const keep = await add({ nickname: '', note: 'First', grade: 'ມ.1' });
    const drop = await add({
      nickname: 'ນ້ອຍ',
      note: 'Second',
      grade: 'ມ.2',
      guardians: [newGuardian(), { ...keep.guardians[0], isPayer: false }],
    });
    const answer = z
      .strictObject(mergePreview.shape)
      .parse((await preview(keep, drop)).json()) as MergePreview;
    expect([answer.keep.code, answer.drop.code]).toEqual([keep.studentCode, drop.studentCode]);
    expect(answer.fields).toEqual([
      {
        field: 'firstName',
        kept: keep.firstName,
        dropped: drop.firstName,
        suggested: 'kept',
        canJoin: false,
      },
      { field: 'nickname', kept: '', dropped: 'ນ້ອຍ', suggested: 'dropped', canJoin: false },
      { field: 'grade', kept: 'ມ.1', dropped: 'ມ.2', suggested: 'kept', canJoin: false },
      { field: 'note', kept: 'First', dropped: 'Second', suggested: 'both', canJoin: true },
    ]);
    expect(answer.links.map(({ _id, isPayer, from }) => ({ _id, isPayer, from }))).toEqual([
      { _id: keep.guardians[0]?.parentId, isPayer: true, from: 'both' },
      { _id: drop.guardians[0]?.parentId, isPayer: false, from: 'dropped' },
    ]);
    expect(await read(keep._id)).toEqual({ ...keep, siblings: expect.any(Array) as unknown });
  });

  it('does not offer to join two notes that have no room in one', async () => {
    const [keep, drop] = [
      await add({ note: 'a'.repeat(300) }),
      await add({ note: 'b'.repeat(300) }),
    ];
    const { fields } = (await preview(keep, drop)).json<MergePreview>();
    expect(fields.find(({ field }) => field === 'note')).toMatchObject({
      suggested: 'kept',
      canJoin: false,
    });
    expect((await merge(keep, drop, { note: 'both' })).statusCode).toBe(400);
  });
});

describe('merging', () => {
  it('keeps the chosen values, puts the other record away and leads from it to this one', async () => {
    const keep = await add({ nickname: 'ໃຫຍ່', note: 'First', healthNote: 'Nuts' });
    const drop = await add({
      nickname: 'ນ້ອຍ',
      note: 'Second',
      grade: 'ມ.2',
      status: 'left',
      statusReason: 'Moved',
    });
    const answer = await merge(keep, drop, {
      nickname: 'dropped',
      note: 'both',
      healthNote: 'kept',
      status: 'dropped',
    });
    expect(answer.json()).toMatchObject({
      _id: keep._id,
      studentCode: keep.studentCode,
      version: 2,
      archived: false,
      mergedIntoId: null,
      nickname: 'ນ້ອຍ',
      note: 'First\nSecond',
      healthNote: 'Nuts',
      grade: '',
      status: 'left',
      statusReason: 'Moved',
    });
    expect(await read(drop._id)).toMatchObject({
      archived: true,
      mergedIntoId: keep._id,
      version: 2,
      nickname: 'ນ້ອຍ',
      guardians: [],
    });
    expect(
      refusal(
        await admin.put(`/students/${drop._id}`, changed(await read(drop._id), { nickname: 'x' })),
      ),
    ).toEqual([409, 'alreadyMerged']);
    const back = await admin.post(`/students/${drop._id}/archive`, { version: 2, archived: false });
    expect(refusal(back)).toEqual([409, 'alreadyMerged']);
  });

  it('is found by the code of either record, also after the next change', async () => {
    const [keep, drop] = [await add(), await add()];
    await merge(keep, drop);
    expect(await find(drop.studentCode)).toEqual([keep._id]);
    expect(await find(drop.studentCode, true)).toEqual([drop._id]);
    await admin.put(`/students/${keep._id}`, changed(await read(keep._id), { nickname: 'ໃໝ່' }));
    expect(await find(drop.studentCode)).toEqual([keep._id]);
    expect(await find(`${keep.studentCode} ໃໝ່`)).toEqual([keep._id]);
  });

  it('moves the guardians, each once, and leaves one of them to pay', async () => {
    const keep = await add({ guardians: [newGuardian({ canPickUp: true })] });
    const [mine] = keep.guardians;
    const shared = {
      ...mine,
      isPayer: false,
      relation: 'other',
      canPickUp: false,
      isPrimaryContact: true,
    };
    const drop = await add({ guardians: [newGuardian({ relation: 'father' }), shared] });
    const { guardians } = (await merge(keep, drop)).json<StudentRecord>();
    expect(guardians).toMatchObject([
      {
        parentId: mine?.parentId,
        relation: 'mother',
        isPayer: true,
        canPickUp: false,
        isPrimaryContact: true,
      },
      { parentId: drop.guardians[0]?.parentId, relation: 'father', isPayer: false },
    ]);
    const alone = await add({ guardians: [], phone: somePhone(), dateOfBirth: '1990-01-01' });
    const withPayer = await add();
    expect((await merge(alone, withPayer)).json()).toMatchObject({
      guardians: [{ parentId: withPayer.guardians[0]?.parentId, isPayer: true }],
    });
  });

  it('goes on to the last record when the one that was kept is merged in turn', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    await merge(second, first);
    await merge(third, await read(second._id));
    expect(await read(first._id)).toMatchObject({ mergedIntoId: third._id });
    expect(await find(first.studentCode)).toEqual([third._id]);
  });

  it('is told by the history of both records', async () => {
    const [keep, drop] = [await add({ nickname: 'ໃຫຍ່' }), await add({ nickname: 'ນ້ອຍ' })];
    await merge(keep, drop, { nickname: 'dropped' });
    const [[kept], [dropped]] = [await timeline(keep._id), await timeline(drop._id)];
    expect(kept).toMatchObject({ action: 'merge', actorName: expect.any(String) as unknown });
    expect(kept?.changes).toContainEqual({ field: 'nickname', before: 'ໃຫຍ່', after: 'ນ້ອຍ' });
    expect(kept?.changes).toContainEqual({
      field: 'mergedFrom',
      before: null,
      after: `${drop.studentCode} ${drop.firstName} ${drop.lastName}`,
    });
    expect(dropped?.changes).toContainEqual({
      field: 'mergedInto',
      before: null,
      after: `${keep.studentCode} ${keep.firstName} ${keep.lastName}`,
    });
  });
});

describe('refuses', () => {
  it('whoever may not, and what is of another branch', async () => {
    const [keep, drop] = [await add(), await add()];
    for (const answer of [await merge(keep, drop, {}, staff), await preview(keep, drop, staff)])
      expect(refusal(answer)).toEqual([403, 'forbidden']);
    const away = await addStudent(server, owner, {
      homeBranchId: await branchId(server.db, 'LPB'),
    });
    for (const [one, other] of [
      [keep, away],
      [away, keep],
    ] as const) {
      expect(refusal(await merge(one, other))).toEqual([404, 'notFound']);
      expect(refusal(await preview(one, other))).toEqual([404, 'notFound']);
    }
    expect((await merge(keep, away, {}, owner)).statusCode).toBe(200);
  });

  it('a record and itself, one that was merged, and one that is archived as the one that stays', async () => {
    const [keep, drop, third] = [await add(), await add(), await add()];
    for (const answer of [
      await merge(keep, { ...keep, _id: keep._id.toUpperCase() }),
      await preview(keep, keep),
    ]) {
      expect(refusal(answer)).toEqual([400, 'fieldsInvalid']);
    }
    await merge(keep, drop);
    const [kept, dropped] = [await read(keep._id), await read(drop._id)];
    for (const [one, other] of [
      [third, dropped],
      [dropped, third],
    ] as const) {
      expect(refusal(await merge(one, other))).toEqual([409, 'alreadyMerged']);
      expect(refusal(await preview(one, other))).toEqual([409, 'alreadyMerged']);
    }
    const put = await admin.post(`/students/${third._id}/archive`, {
      version: third.version,
      archived: true,
      reason: 'Left',
    });
    expect(refusal(await merge(put.json<StudentRecord>(), kept))).toEqual([409, 'keptArchived']);
    expect((await merge(kept, put.json<StudentRecord>())).statusCode).toBe(200);
  });

  it('a version that is not the newest, of either record, and changes nothing', async () => {
    const [keep, drop] = [await add(), await add()];
    for (const [one, other] of [
      [{ ...keep, version: 9 }, drop],
      [keep, { ...drop, version: 9 }],
    ] as const) {
      expect(refusal(await merge(one, other))).toEqual([409, 'versionConflict']);
    }
    expect(await read(drop._id)).toMatchObject({
      archived: false,
      mergedIntoId: null,
      version: 1,
      guardians: [{}],
    });
  });

  it('what breaks a rule of the student that stays', async () => {
    const child = await add({ status: 'inactive' });
    const payer = String(child.guardians[0]?.parentId);
    await admin.post(`/parents/${payer}/archive`, { version: 1, archived: true, reason: 'Moved' });
    const inClass = await add({ status: 'active' });
    const answer = await merge(child, inClass, { status: 'dropped' });
    expect(answer.json()).toMatchObject({
      fields: { 'guardians.0.parentId': 'This person was not found' },
    });
    const many = await add({
      guardians: Array.from({ length: 6 }, (_one, at) => newGuardian({ isPayer: at === 0 })),
    });
    expect((await merge(child, many)).json()).toMatchObject({
      fields: { guardians: 'At most 6 entries' },
    });
    expect((await preview(child, many)).json()).toMatchObject({
      fields: { guardians: 'At most 6 entries' },
    });
    expect((await merge(child, many, { homeTown: 'dropped' })).statusCode).toBe(400);
    expect((await merge(child, many, { nickname: 'both' })).statusCode).toBe(400);
  });
});

it('is done once: for a repeated key, and when two admins do it at the same moment', async () => {
  const [keep, drop] = [await add(), await add()];
  const key = { 'idempotency-key': randomUUID() };
  const first = await admin.post('/students/merge', bodyOf(keep, drop), key);
  const again = await admin.post('/students/merge', bodyOf(keep, drop), key);
  expect([again.statusCode, again.headers['idempotent-replay'], again.json<unknown>()]).toEqual([
    200,
    'true',
    first.json<unknown>(),
  ]);

  const [one, two] = [await add(), await add()];
  const answers = await Promise.all([
    merge(one, two),
    merge(two, one, {}, owner),
    merge(one, two, {}, owner),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  const rows = [await read(one._id), await read(two._id)];
  expect(rows.filter(({ mergedIntoId }) => mergedIntoId === null)).toHaveLength(1);
  expect(rows.flatMap(({ guardians }) => guardians)).toHaveLength(2);
});
