import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import { moveContents, removeGone } from '#server/centre/files/file-contents.ts';
import { announcementFileTable } from '#server/db/tables/centre/announcements.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { digestOf, FileStore } from '#server/lib/file-store.ts';
import { lookForFiles } from '#server/safekeeping/backups/outside-files.ts';
import { FileStoreServer } from '#tests/helpers/file-store-server.ts';
import { png, uploaded } from '#tests/helpers/pictures.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// docs/operations.md, "Files in a store", with a real S3 server of npm.

const s3 = new FileStoreServer();
const lines: string[] = [];
let files: FileStore;
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  await s3.start();
  files = new FileStore(s3.settings);
  server = await startTestServer({
    files,
    log: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.close();
  files.close();
  await s3.remove();
});
beforeEach(async () => {
  await s3.stop();
  await s3.start();
});

async function rowOf(id: string) {
  const [row] = await server.db.select().from(fileTable).where(eq(fileTable._id, id));
  return row;
}
/** Waits until a move has happened that nobody waits for. */
const isOutside = (id: string, content: Buffer) =>
  vi.waitFor(
    async () => {
      const row = await rowOf(id);
      expect([row?.content === null, row?.outsideSha256]).toEqual([true, digestOf(content)]);
    },
    { timeout: 30_000 },
  );
/** A file as it was stored before there was a store; each has a content of its own. */
async function old(mark: string, purpose: 'photo' | 'centre' = 'photo') {
  const content = Buffer.concat([png, Buffer.from(mark)]);
  const [row] = await server.db
    .insert(fileTable)
    .values({
      type: 'image/png',
      bytes: content.length,
      width: 256,
      height: 256,
      content,
      purpose,
      branchId: purpose === 'centre' ? null : await branchId(server.db, 'VTE'),
    })
    .returning();
  if (!row) throw new Error('Nothing added');
  return { id: row._id, content };
}
const get = (client: Client, id: string) => client.get(`/files/${id}`);

it('puts an upload into the store, and reads it from there with the same rights', async () => {
  const id = await uploaded(admin, 'slip');
  await isOutside(id, png);
  expect(await files.sizeOf(digestOf(png))).toBe(png.length);
  const owner = await server.as('superadmin');
  const answer = await get(owner, id);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(answer.rawPayload.equals(png)).toBe(true);
  expect((await get(admin, id)).statusCode).toBe(404);
});

it('moves an older file when it is read, and the others by and by', async () => {
  const read = await old('read');
  expect((await get(admin, read.id)).rawPayload.equals(read.content)).toBe(true);
  await isOutside(read.id, read.content);
  const [other, logo] = [await old('other'), await old('logo', 'centre')];
  const [plan] = await server.db
    .insert(announcementFileTable)
    .values({
      name: 'plan.png',
      type: 'image/png',
      bytes: png.length,
      content: png,
      uploadedById: sql`(select id from users limit 1)`,
    })
    .returning();
  await moveContents(server.db, files, 100);
  expect((await rowOf(other.id))?.content).toBeNull();
  // The sign-in page shows it, also while the store is away.
  expect((await rowOf(logo.id))?.content?.equals(logo.content)).toBe(true);
  const [moved] = await server.db
    .select()
    .from(announcementFileTable)
    .where(eq(announcementFileTable._id, plan?._id ?? ''));
  expect(moved).toMatchObject({ content: null, outsideSha256: digestOf(png) });
});

it('removes a picture from the store once its keeping time is over, and its row stays', async () => {
  const { id, content } = await old('ended');
  await moveContents(server.db, files, 100);
  await server.db.execute(sql`update files set purpose = 'ended', bytes = 0 where id = ${id}`);
  await removeGone(server.db, files);
  await moveContents(server.db, files, 100);
  expect(await files.sizeOf(digestOf(content))).toBeUndefined();
  expect(await rowOf(id)).toMatchObject({ content: Buffer.alloc(0), outsideSha256: null });
});

it('loses nothing while the store is away, and says so', async () => {
  const outside = await old('away');
  await moveContents(server.db, files, 100);
  await s3.stop();
  const id = await uploaded(admin, 'photo');
  await expect(moveContents(server.db, files, 100)).rejects.toThrow('The store of files');
  expect((await rowOf(id))?.content?.equals(png)).toBe(true);
  expect((await get(admin, id)).statusCode).toBe(200);
  const refused = await admin.get(`/files/${outside.id}`, { 'accept-language': 'lo' });
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '3',
    { error: apiErrors.fileStoreUnreachable.lo, code: 'fileStoreUnreachable' },
  ]);
  await s3.start();
  expect((await get(admin, outside.id)).rawPayload.equals(outside.content)).toBe(true);
  await moveContents(server.db, files, 100);
  expect((await rowOf(id))?.content).toBeNull();
});

it('answers no other content, and names what is missing', async () => {
  const { id } = await old('wrong');
  const sha256 = digestOf(Buffer.from('never stored'));
  await server.db
    .update(fileTable)
    .set({ content: null, outsideSha256: sha256 })
    .where(eq(fileTable._id, id));
  expect((await get(admin, id)).json()).toMatchObject({ code: 'fileContentMissing' });
  const [{ found } = { found: true }] = (await lookForFiles([{ sha256, bytes: 12 }], s3.settings))
    .outside;
  expect(found).toBe(false);
  const client = new FileStore(s3.settings);
  await client.put(sha256, Buffer.from('another one!'), 'image/png');
  client.close();
  expect((await get(admin, id)).json()).toMatchObject({ code: 'fileContentMissing' });
});

it('brings everything back that is there', async () => {
  const { id, content } = await old('back');
  await moveContents(server.db, files, 100);
  const back = new FileStore({ ...s3.settings, direction: 'back' });
  await moveContents(server.db, back, 100);
  back.close();
  expect((await rowOf(id))?.content?.equals(content)).toBe(true);
});

it('says why a store refuses, and never with the key', async () => {
  const secret = 'a-secret-that-no-line-may-hold';
  const wrong = new FileStore({ ...s3.settings, secretAccessKey: secret });
  await old('refused');
  const refused = await moveContents(server.db, wrong, 100).catch((error: unknown) => error);
  wrong.close();
  expect(String(refused)).toContain('SignatureDoesNotMatch');
  const missing = await lookForFiles([{ sha256: digestOf(png), bytes: png.length }], {
    ...s3.settings,
    secretAccessKey: secret,
  });
  expect(missing.missing).toContain('1 of 1 files outside were not found');
  const told = [String(refused), JSON.stringify(refused), JSON.stringify(missing), ...lines].join();
  expect(told).not.toContain(secret);
  expect(told).not.toContain('S3RVER');
});

it('follows no redirect of the store to another place', async () => {
  const asked: string[] = [];
  const listen = async (answer: (response: http.ServerResponse) => void) => {
    const one = http.createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      request.resume();
      answer(response);
    });
    await once(one.listen(0, '127.0.0.1'), 'listening');
    return { one, origin: `http://127.0.0.1:${(one.address() as AddressInfo).port}` };
  };
  const inside = await listen((response) => response.end('secret of the inside'));
  const store = await listen((response) =>
    response.writeHead(307, { location: `${inside.origin}/secret` }).end(),
  );
  const settings = { bucket: 'files', region: 'x', prefix: '', direction: 'out' } as const;
  const elsewhere = new FileStore({
    ...settings,
    endpoint: store.origin,
    accessKeyId: 'key',
    secretAccessKey: 'key',
  });
  await expect(elsewhere.get('ab'.repeat(32))).rejects.toThrow('store of files');
  expect(asked.filter((one) => one.includes('/secret'))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  elsewhere.close();
  for (const { one } of [inside, store]) one.close();
});
