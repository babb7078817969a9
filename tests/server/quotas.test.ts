import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { EXPORTS_AN_HOUR, UPLOADED_BYTES_A_DAY, UPLOADS_AN_HOUR } from '#server/lib/quota.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { announcementFileTable } from '#server/db/tables/centre/announcements.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { drawDemoLogo } from '#server/seed/demo-logo.ts';
import type { Role } from '#contract/roles.ts';
import {
  emailOf,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
/** Let the exports that are being sent come to an end. */
const held: (() => void)[] = [];
beforeAll(async () => {
  server = await startTestServer({
    extraRoutes: (api) =>
      void api.get(
        '/probe/export',
        { config: { action: 'own-account:read' } },
        async (request, reply) => {
          await beginExport(server.db, request, reply, { entity: 'probe', after: {} });
          await new Promise<void>((resolve) => held.push(resolve));
          return {};
        },
      ),
  });
});
afterAll(() => server.close());

const png = drawDemoLogo().content;
const upload = (client: Client, headers: Record<string, string> = {}, path = '/files') =>
  client.send('POST', path, { payload: png, headers: { 'content-type': 'image/png', ...headers } });
const told = ({ statusCode, headers, json }: Answer) => [
  statusCode,
  json<{ code: string }>().code,
  Math.ceil(Number(headers['retry-after']) / 60),
];

type Earlier = { action: string; entity: string; times: number; bytes?: number; minutes: number };

/** Writes earlier acts of an account into the log, as the server wrote them then. */
async function did(role: Role, { action, entity, times, bytes = 0, minutes }: Earlier) {
  const [account] = await server.db
    .select({ _id: userTable._id })
    .from(userTable)
    .where(eq(userTable.email, emailOf(role)));
  await server.db.insert(auditTable).values(
    Array.from({ length: times }, () => ({
      at: sql`now() - make_interval(mins => ${minutes}::int)`,
      actorId: account?._id ?? null,
      actorName: role,
      role,
      ip: '',
      device: '',
      requestId: '',
      action,
      entity,
      entityId: '',
      after: { bytes },
    })),
  );
}

it('takes 60 files of an account in an hour, and the same upload again', async () => {
  const admin = await server.as('admin');
  const stored = { action: 'create', entity: 'files', minutes: 20 };
  await did('admin', { ...stored, times: UPLOADS_AN_HOUR - 1 });
  await did('admin', { ...stored, times: 5, minutes: 61 });
  const key = { 'idempotency-key': 'the-last-upload-of-an-hour' };
  expect((await upload(admin, key)).statusCode).toBe(201);
  const more = await Promise.all([upload(admin), upload(admin)]);
  expect(more.map(told)).toEqual([
    [429, 'tooManyUploads', 40],
    [429, 'tooManyUploads', 40],
  ]);
  expect(told(await upload(admin, {}, '/announcement-files?name=plan.png'))).toEqual([
    429,
    'tooManyUploads',
    40,
  ]);
  expect((await upload(admin, key)).statusCode).toBe(201);
});

it('takes 200 MB of an account in a day, files of announcements too', async () => {
  const owner = await server.as('superadmin');
  const half = UPLOADED_BYTES_A_DAY / 2;
  await did('superadmin', {
    action: 'create',
    entity: 'files',
    times: 1,
    bytes: half,
    minutes: 120,
  });
  await did('superadmin', {
    action: 'create',
    entity: 'files',
    times: 1,
    bytes: half,
    minutes: 1441,
  });
  expect((await upload(owner)).statusCode).toBe(201);
  const entity = 'announcement-files';
  await did('superadmin', { action: 'create', entity, times: 1, bytes: half, minutes: 60 });
  expect(told(await upload(owner))).toEqual([429, 'uploadsTooLarge', 22 * 60]);
  const lao = await upload(owner, { 'accept-language': 'lo' });
  expect(lao.json<{ error: string }>().error).toContain('200 MB ໃນໜຶ່ງມື້');
});

it('exports 20 lists of an account in an hour', async () => {
  const finance = await server.as('finance');
  const path = '/students/export?format=csv&search=nobody';
  await did('finance', { action: 'export', entity: 'x', times: EXPORTS_AN_HOUR - 1, minutes: 50 });
  expect((await finance.get(path)).statusCode).toBe(200);
  expect(told(await finance.get(path))).toEqual([429, 'tooManyExports', 10]);
  expect(
    (await finance.get('/journal/export?format=csv&from=2026-11-01&to=2026-11-02')).statusCode,
  ).toBe(429);
});

it('sends two lists at once to a session', async () => {
  const staff = await server.as('staff');
  const slow = [staff.get('/probe/export'), staff.get('/probe/export')];
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const list = '/students/export?format=csv&search=nobody';
  const refused = await staff.get(list);
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { error: apiErrors.exportsRunning.en, code: 'exportsRunning' },
  ]);
  expect(refused.headers['retry-after']).toBe('5');
  expect((await (await server.as('staff')).get(list)).statusCode).toBe(200);
  for (const release of held) release();
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await vi.waitFor(async () => expect((await staff.get(list)).statusCode).toBe(200));
});

it('removes files that nothing names after 8 days, and keeps those of a draft of 7', async () => {
  const staff = await server.as('staff');
  const owner = await server.as('superadmin');
  const add = async (client: Client, path: string) =>
    (await upload(client, {}, path)).json<{ _id: string }>()._id;
  const draft = await add(staff, '/files?for=slip');
  const left = await add(staff, '/files?for=slip');
  const { rows: logos } = await server.db.execute<{ id: string }>(
    sql`select logo_file_id as id from ${schoolInfoTable}`,
  );
  const [attached] = await server.db
    .insert(announcementFileTable)
    .select(
      sql`select gen_random_uuid(), 'plan.png', 'image/png', 1, ''::bytea, null, id, now() - interval '9 days'
        from ${userTable} limit 1`,
    )
    .returning({ _id: announcementFileTable._id });
  await server.db.update(fileTable).set({
    createdAt: sql`now() - make_interval(days => case when id = ${draft} then 7 else 9 end)`,
  });
  await tidy(server.db);
  const kept = await server.db.select({ _id: fileTable._id }).from(fileTable);
  const ids = kept.map(({ _id }) => _id);
  expect(ids).toContain(draft);
  expect(ids).not.toContain(left);
  for (const { id } of logos) expect(ids).toContain(id);
  expect(
    await server.db.$count(
      announcementFileTable,
      eq(announcementFileTable._id, String(attached?._id)),
    ),
  ).toBe(0);
  expect((await owner.get(`/files/${left}`)).statusCode).toBe(404);
});
