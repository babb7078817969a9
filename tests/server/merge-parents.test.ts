import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mergePreview, type MergePreview } from '#contract/people/merge.ts';
import type { ParentRecord } from '#contract/people/parents.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import {
  addParent,
  addStudent,
  changed,
  newGuardian,
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

type Row = { _id: string; version: number };

const add = (fields: object = {}) => addParent(server, admin, fields);
const read = async (_id: string) => (await admin.get(`/parents/${_id}`)).json<ParentRecord>();
const student = async (_id: string) => (await admin.get(`/students/${_id}`)).json<StudentRecord>();
const preview = (keep: Row, drop: Row, client = admin) =>
  client.get(`/parents/merge?keepId=${keep._id}&dropId=${drop._id}`);
const bodyOf = (keep: Row, drop: Row, choices: object = {}) => ({
  keepId: keep._id,
  keepVersion: keep.version,
  dropId: drop._id,
  dropVersion: drop.version,
  choices,
});
const merge = (keep: Row, drop: Row, choices: object = {}, client = admin) =>
  client.post('/parents/merge', bodyOf(keep, drop, choices));

/** A guardian that is there already, linked to a student. */
const linkTo = ({ _id, ...parent }: ParentRecord, fields: object = {}) => ({
  ...newGuardian({ firstName: parent.firstName, lastName: parent.lastName, phone: parent.phone }),
  parentId: _id,
  ...fields,
});
const child = (...guardians: object[]) => addStudent(server, admin, { guardians });

describe('looking at a merge', () => {
  it('names what differs and whose parent it will be', async () => {
    const [keep, drop] = [
      await add({ phone2: '', note: 'A' }),
      await add({ phone2: somePhone(), note: 'B' }),
    ];
    const [own, shared] = [
      await child(linkTo(drop)),
      await child(linkTo(keep), linkTo(drop, { isPayer: false, relation: 'father' })),
    ];
    const answer = z
      .strictObject(mergePreview.shape)
      .parse((await preview(keep, drop)).json()) as MergePreview;
    expect(answer.fields.map(({ field, suggested }) => [field, suggested])).toEqual([
      ['firstName', 'kept'],
      ['phone', 'kept'],
      ['phone2', 'dropped'],
      ['note', 'both'],
    ]);
    expect(answer.links).toHaveLength(2);
    expect(answer.links).toContainEqual(
      expect.objectContaining({
        _id: own._id,
        detail: own.studentCode,
        isPayer: true,
        from: 'dropped',
      }),
    );
    expect(answer.links).toContainEqual(
      expect.objectContaining({ _id: shared._id, relation: 'mother', isPayer: true, from: 'both' }),
    );
    expect(await read(drop._id)).toMatchObject({ archived: false, version: 1, children: 2 });
  });
});

describe('merging', () => {
  it('moves the children, each once, who pay goes on paying, and the other record leads here', async () => {
    const [keep, drop] = [await add(), await add({ occupation: 'ຄູ' })];
    const own = await child(linkTo(drop));
    const both = await child(
      linkTo(keep, { isPayer: false, canPickUp: true }),
      linkTo(drop, { relation: 'father', canPickUp: false }),
    );
    const untouched = await child(linkTo(keep));
    const answer = await merge(keep, drop, { occupation: 'dropped' });
    expect(answer.json()).toMatchObject({
      _id: keep._id,
      occupation: 'ຄູ',
      children: 3,
      version: 2,
      archived: false,
    });
    expect(await read(drop._id)).toMatchObject({
      archived: true,
      mergedIntoId: keep._id,
      children: 0,
      version: 2,
    });
    expect(await student(own._id)).toMatchObject({
      version: 2,
      guardians: [{ parentId: keep._id, isPayer: true, phone: keep.phone }],
    });
    const { guardians } = await student(both._id);
    expect(guardians).toHaveLength(1);
    expect(guardians).toMatchObject([
      { parentId: keep._id, relation: 'mother', isPayer: true, canPickUp: false },
    ]);
    expect(await student(untouched._id)).toMatchObject({ version: 1 });
    expect(
      refusal(await admin.put(`/parents/${drop._id}`, changed(await read(drop._id), {}))),
    ).toEqual([409, 'alreadyMerged']);
    const refused = await admin.put(
      `/students/${untouched._id}`,
      changed(untouched, { guardians: [linkTo(drop)] }),
    );
    expect(refused.json()).toMatchObject({
      fields: { 'guardians.0.parentId': 'This person was not found' },
    });
  });

  it('tells the forms of all children when the name or the phone is another one, and finds the parent by it', async () => {
    const [keep, drop] = [await add(), await add()];
    const mine = await child(linkTo(keep));
    await merge(keep, drop, { firstName: 'dropped', phone: 'dropped' });
    expect(await student(mine._id)).toMatchObject({
      version: 2,
      guardians: [{ firstName: drop.firstName, phone: drop.phone }],
    });
    const found = await admin.get(`/parents?search=${encodeURIComponent(drop.firstName)}`);
    expect(found.json<ParentRecord[]>().map(({ _id }) => _id)).toEqual([keep._id]);
  });

  it('goes on to the last record when the one that was kept is merged in turn', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    await merge(second, first);
    await merge(third, await read(second._id));
    expect(await read(first._id)).toMatchObject({ mergedIntoId: third._id });
  });

  it('is told by the history of both records and of the children', async () => {
    const [keep, drop] = [await add(), await add()];
    const own = await child(linkTo(drop));
    await merge(keep, drop);
    const lastOf = async (path: string) =>
      (await admin.get(`${path}/timeline`)).json<TimelineEntry[]>()[0];
    expect(await lastOf(`/parents/${keep._id}`)).toMatchObject({
      action: 'merge',
      changes: [{ field: 'mergedFrom', after: `${drop.firstName} ${drop.lastName}` }],
    });
    const gone = await lastOf(`/parents/${drop._id}`);
    expect(gone?.changes).toContainEqual({
      field: 'mergedInto',
      before: null,
      after: `${keep.firstName} ${keep.lastName}`,
    });
    expect(await lastOf(`/students/${own._id}`)).toMatchObject({
      action: 'update',
      changes: [
        { field: 'guardians', before: [{ parentId: drop._id }], after: [{ parentId: keep._id }] },
      ],
    });
  });
});

describe('refuses', () => {
  it('whoever may not, and what is of another branch', async () => {
    const [keep, drop] = [await add(), await add()];
    for (const answer of [await merge(keep, drop, {}, staff), await preview(keep, drop, staff)])
      expect(refusal(answer)).toEqual([403, 'forbidden']);
    const away = await addParent(server, owner, { branchId: await branchId(server.db, 'LPB') });
    for (const [one, other] of [
      [keep, away],
      [away, keep],
    ] as const) {
      expect(refusal(await merge(one, other))).toEqual([404, 'notFound']);
      expect(refusal(await preview(one, other))).toEqual([404, 'notFound']);
    }
    expect((await merge(keep, away, {}, owner)).json()).toMatchObject({ branchId: keep.branchId });
  });

  it('a record and itself, one that was merged, one that is archived as the one that stays, and an old version', async () => {
    const [keep, drop, third] = [await add(), await add(), await add()];
    expect(refusal(await merge(keep, keep))).toEqual([400, 'fieldsInvalid']);
    for (const [one, other] of [
      [{ ...keep, version: 9 }, drop],
      [keep, { ...drop, version: 9 }],
    ] as const) {
      expect(refusal(await merge(one, other))).toEqual([409, 'versionConflict']);
    }
    expect(await read(drop._id)).toMatchObject({ archived: false, mergedIntoId: null, version: 1 });
    await merge(keep, drop);
    const dropped = await read(drop._id);
    for (const [one, other] of [
      [third, dropped],
      [dropped, third],
    ] as const)
      expect(refusal(await merge(one, other))).toEqual([409, 'alreadyMerged']);
    const put = await admin.post(`/parents/${third._id}/archive`, {
      version: 1,
      archived: true,
      reason: 'Left',
    });
    expect(refusal(await merge(put.json<ParentRecord>(), await read(keep._id)))).toEqual([
      409,
      'keptArchived',
    ]);
  });
});

it('is done once: for a repeated key, and when it is done twice at the same moment', async () => {
  const [keep, drop] = [await add(), await add()];
  const both = await child(linkTo(keep), linkTo(drop, { isPayer: false }));
  const key = { 'idempotency-key': randomUUID() };
  const first = await admin.post('/parents/merge', bodyOf(keep, drop), key);
  const again = await admin.post('/parents/merge', bodyOf(keep, drop), key);
  expect([again.statusCode, again.json<unknown>()]).toEqual([200, first.json<unknown>()]);
  expect((await student(both._id)).guardians).toMatchObject([
    { parentId: keep._id, isPayer: true },
  ]);

  const [one, two] = [await add(), await add()];
  const answers = await Promise.all([
    merge(one, two),
    merge(two, one, {}, owner),
    merge(one, two, {}, owner),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
});
