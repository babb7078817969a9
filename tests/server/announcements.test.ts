import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Announcement, Attachment, Receipt } from '#contract/centre/announcements.ts';
import { roles, type Role } from '#contract/roles.ts';
import { drawDemoLogo } from '#server/seed/demo-logo.ts';
import { announcementReadTable } from '#server/db/tables/centre/announcements.table.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let branches: Record<'VTE' | 'LPB', string>;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  branches = { VTE: await branchId(server.db, 'VTE'), LPB: await branchId(server.db, 'LPB') };
});
afterAll(() => server.close());

const text = { titleLo: 'ໄຟດັບ', bodyLo: 'ວັນອາທິດ' };
const say = async (by: Client, about: Partial<Announcement>) => {
  const answer = await by.post('/announcements', { ...text, state: 'published', ...about });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Announcement>();
};
const mine = async (client: Client) =>
  (await client.get('/announcements/mine')).json<Announcement[]>().map(({ _id }) => _id);
const listed = async (client: Client) =>
  (await client.get('/announcements')).json<Announcement[]>().map(({ _id }) => _id);
const upload = (
  by: Client,
  payload: Buffer | string,
  type = 'application/pdf',
  name = 'ລາຄາ.pdf',
) =>
  by.send('POST', `/announcement-files?name=${encodeURIComponent(name)}`, {
    payload,
    headers: { 'content-type': type },
  });
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

describe('an announcement is seen by those it is for and by nobody else', () => {
  const places = ['VTE', 'LPB'] as const;
  const audiences = places.flatMap((branch) =>
    roles.map((role): [string, { branchIds: () => string[]; roles: Role[] }] => [
      `${role} of ${branch}`,
      { branchIds: () => [branches[branch]], roles: [role] },
    ]),
  );
  const everywhere: typeof audiences = roles.map((role) => [
    `${role} of all branches`,
    { branchIds: () => [], roles: [role] },
  ]);

  it.each([...audiences, ...everywhere])('%s', async (_name, audience) => {
    const file = (await upload(owner, pdf)).json<Attachment>();
    const branchIds = audience.branchIds();
    const { _id } = await say(owner, { branchIds, roles: audience.roles, fileIds: [file._id] });
    for (const place of places) {
      for (const role of roles) {
        await moveTo(server.db, role, place);
        const reader = await server.as(role);
        const isFor =
          audience.roles.includes(role) &&
          (branchIds.length === 0 || branchIds.includes(branches[place]));
        const seesAll = role === 'superadmin';
        const what = `${role} at ${place}`;
        expect((await mine(reader)).includes(_id), `${what}, bell`).toBe(isFor);
        expect((await listed(reader)).includes(_id), `${what}, list`).toBe(isFor || seesAll);
        expect((await reader.get(`/announcements/${_id}`)).statusCode, `${what}, record`).toBe(
          isFor || seesAll ? 200 : 404,
        );
        expect(
          (await reader.get(`/announcement-files/${file._id}`)).statusCode,
          `${what}, file`,
        ).toBe(isFor || seesAll ? 200 : 404);
        if (!isFor && !seesAll) await reader.post('/announcements/read', { ids: [_id] });
      }
    }
    for (const role of roles) await moveTo(server.db, role, 'VTE');
    const notes = await server.db
      .select()
      .from(announcementReadTable)
      .where(eq(announcementReadTable.announcementId, _id));
    expect(notes, 'only the author has read it').toHaveLength(1);
  });

  it.each([
    ['a draft', { state: 'draft' as const }],
    ['one that begins tomorrow', { fromDay: '2999-01-01' }],
    ['an archived one', { state: 'archived' as const }],
  ])('%s is seen by nobody it is for', async (_name, about) => {
    const { _id } = await say(owner, { branchIds: [branches.VTE], roles: ['staff'], ...about });
    const staff = await server.as('staff');
    expect([...(await mine(staff)), ...(await listed(staff))]).not.toContain(_id);
    expect((await staff.get(`/announcements/${_id}`)).statusCode).toBe(404);
  });

  it('one that is over leaves the bell and stays in the list', async () => {
    const { _id, publishTo } = await say(owner, {
      branchIds: [branches.VTE],
      roles: ['staff'],
      fromDay: '2026-01-01',
      untilDay: '2026-01-02',
    });
    expect(publishTo).toBe('2026-01-02T17:00:00.000Z');
    const staff = await server.as('staff');
    expect(await mine(staff)).not.toContain(_id);
    expect(await listed(staff)).toContain(_id);
  });

  it("an admin does not see a superadmin's words to the admin's own staff", async () => {
    const { _id } = await say(owner, { branchIds: [branches.VTE], roles: ['staff'] });
    const admin = await server.as('admin');
    expect((await admin.get(`/announcements/${_id}`)).statusCode).toBe(404);
    expect((await admin.get(`/announcements/${_id}/receipts`)).statusCode).toBe(404);
  });
});

describe('writing', () => {
  it('an admin speaks to the own branch only', async () => {
    const admin = await server.as('admin');
    for (const branchIds of [[], [branches.LPB], [branches.VTE, branches.LPB]]) {
      expect((await admin.post('/announcements', { ...text, branchIds })).json()).toMatchObject({
        fields: {
          branchIds: 'You can add only your own branch; a superadmin can change the others',
        },
      });
    }
    const own = await say(admin, { branchIds: [branches.VTE], roles: ['finance'] });
    expect(own).toMatchObject({
      branchId: branches.VTE,
      isForMe: false,
      authorName: 'Manivanh Keomany',
    });
    expect(
      (await admin.put(`/announcements/${own._id}`, { ...own, state: 'archived' })).json(),
    ).toMatchObject({ state: 'archived', version: 2 });
    const ofOwner = await say(owner, { branchIds: [branches.VTE], roles: ['admin'] });
    expect(
      (await admin.put(`/announcements/${ofOwner._id}`, { ...ofOwner, pinned: true })).statusCode,
    ).toBe(403);
    await moveTo(server.db, 'admin', 'LPB');
    expect(
      (
        await (
          await server.as('admin')
        ).put(`/announcements/${own._id}`, { ...own, branchIds: [branches.LPB], version: 2 })
      ).statusCode,
    ).toBe(404);
    await moveTo(server.db, 'admin', 'VTE');
  });

  it('takes one language whole, and days in order', async () => {
    const refused = async (body: object) =>
      (await owner.post('/announcements', body)).json<{ fields?: object }>().fields;
    expect(await refused({ roles: ['staff'] })).toHaveProperty('titleLo');
    expect(await refused({ titleLo: 'x' })).toHaveProperty('bodyLo');
    expect(await refused({ titleLo: 'x', bodyEn: 'y' })).toHaveProperty('bodyLo');
    expect(
      await refused({ ...text, fromDay: '2026-02-02', untilDay: '2026-02-01' }),
    ).toHaveProperty('untilDay');
    expect(await refused({ ...text, roles: [] })).toHaveProperty('roles');
    expect(
      await refused({ ...text, classIds: ['01890000-0000-7000-8000-000000000000'] }),
    ).toHaveProperty('classIds');
    expect(
      (await owner.post('/announcements', { titleEn: 'Books', bodyEn: 'On Monday' })).statusCode,
    ).toBe(201);
  });

  it('the clock is that of the centre', async () => {
    const said = await say(owner, {
      fromDay: '2026-11-22',
      fromTime: '08:00',
      untilDay: '2026-11-22',
      untilTime: '12:00',
    });
    expect(said).toMatchObject({
      publishFrom: '2026-11-22T01:00:00.000Z',
      publishTo: '2026-11-22T05:00:00.000Z',
    });
  });
});

describe('attachments', () => {
  it('are told by their content', async () => {
    expect((await upload(owner, pdf, 'image/png')).json()).toMatchObject({
      type: 'application/pdf',
      name: 'ລາຄາ.pdf',
    });
    expect((await upload(owner, drawDemoLogo().content, 'application/pdf')).json()).toMatchObject({
      type: 'image/png',
    });
    for (const content of ['<script>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a'])
      expect((await upload(owner, content)).statusCode).toBe(415);
    expect((await upload(owner, Buffer.concat([pdf, Buffer.alloc(5_000_000)]))).statusCode).toBe(
      413,
    );
    expect((await upload(await server.as('staff'), pdf)).statusCode).toBe(403);
  });

  it('have a name that ends as their content does', async () => {
    const named = async (content: Buffer, name: string) =>
      (await upload(owner, content, 'application/pdf', name)).json<Attachment>().name;
    expect(await named(pdf, 'bill.hta')).toBe('bill.hta.pdf');
    expect(await named(pdf, 'Bill.PDF')).toBe('Bill.PDF');
    expect(await named(drawDemoLogo().content, 'logo.pdf')).toBe('logo.pdf.png');
    expect(await named(pdf, '')).toBe('file.pdf');
  });

  it("are at most three, and nobody hangs up somebody else's", async () => {
    const admin = await server.as('admin');
    const file = (await upload(owner, pdf)).json<Attachment>();
    const of = (by: Client, fileIds: string[], state = 'draft') =>
      by.post('/announcements', { ...text, branchIds: [branches.VTE], fileIds, state });
    expect((await of(admin, [file._id])).json()).toHaveProperty('fields.fileIds');
    expect((await of(owner, [file._id, file._id, file._id, file._id])).statusCode).toBe(400);
    expect((await of(owner, [file._id], 'published')).json<Announcement>().files).toEqual([file]);
    expect((await admin.get(`/announcement-files/${file._id}`)).statusCode).toBe(200);
  });
});

it('who has read it and who has not is told to those who write, once each', async () => {
  const { _id } = await say(owner, {
    branchIds: [branches.VTE],
    roles: ['staff', 'finance'],
    priority: 'urgent',
  });
  const staff = await server.as('staff');
  const before = (await staff.get(`/announcements/${_id}`)).json<Announcement>();
  expect(before).toMatchObject({ readAt: null, isForMe: true });
  expect(before).not.toHaveProperty('readCount');
  const note = () => staff.post('/announcements/read', { ids: [_id] });
  expect([(await note()).statusCode, (await note()).statusCode]).toEqual([200, 200]);
  expect((await staff.get(`/announcements/${_id}`)).json<Announcement>().readAt).toMatch(/Z$/);
  const receipts = (await owner.get(`/announcements/${_id}/receipts`)).json<Receipt[]>();
  expect(receipts.filter(({ readAt }) => readAt !== null).map(({ role }) => role)).toEqual([
    'staff',
  ]);
  expect(receipts[0]).toMatchObject({ readAt: null, branchName: 'VTE' });
  expect((await owner.get(`/announcements/${_id}`)).json()).toMatchObject({
    readCount: 1,
    audienceCount: receipts.length,
  });
  const audience = (await owner.get('/announcements/audience')).json<
    { branchId: string; role: Role; count: number }[]
  >();
  expect(audience).toContainEqual({
    branchId: branches.VTE,
    role: 'staff',
    count: receipts.filter(({ role }) => role === 'staff').length,
  });
});
