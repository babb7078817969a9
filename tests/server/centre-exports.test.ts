import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { eq, is, sql, Table, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CentreExport } from '#contract/imports/centre-exports.ts';
import * as schema from '#server/db/schema.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { centreExportTable } from '#server/db/tables/safekeeping/centre-exports.table.ts';
import { readConfig } from '#server/lib/config.ts';
import { readBook } from '#server/lib/sheets/read-book.ts';
import { exportSize, exportWriter } from '#server/safekeeping/centre-exports/export-file.ts';
import { leavingTables, stayingTables } from '#server/safekeeping/centre-exports/leaving-tables.ts';
import {
  giveUpAllExports,
  removeExpired,
} from '#server/safekeeping/centre-exports/make-export.service.ts';
import { primaryKeyOf } from '#server/safekeeping/centre-exports/table-file.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { addMovingRates, movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { png } from '#tests/helpers/pictures.ts';
import {
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { unzipped } from '#tests/helpers/unzipped.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-export-'));
const config = { ...readConfig({}), dataDir };
const TOTP_SECRET = 'v1.totpsecretthatneverleaves';
let server: TestServer;
let owner: Client;
let files: Map<string, Buffer>;

const list = async () => (await owner.get('/centre-exports')).json<CentreExport[]>();
const begin = (secret = password, client = owner) =>
  client.send('POST', '/centre-exports', { payload: { password: secret } });
async function ended(): Promise<CentreExport | undefined> {
  for (;;) {
    const [newest] = await list();
    if (newest?.state !== 'running') return newest;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const textOf = (name: string) => files.get(name)?.toString() ?? '';
const tableOf = (name: string) =>
  parse(textOf(`tables/${name}.csv`), { bom: true, columns: true }) as Record<string, string>[];

beforeAll(async () => {
  server = await startTestServer({ config: { dataDir } });
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  const steps = movingSteps(() => owner);
  const move = await steps.run(await steps.upload(movingFile('clean.xlsx')));
  await steps.writeMoney(move);
  const [child] = await server.db
    .update(studentTable)
    .set({ firstName: '=1+1', note: '@sum' })
    .where(eq(studentTable.studentCode, 'DDK-0001'))
    .returning();
  const [photo] = await server.db
    .insert(fileTable)
    .values({
      type: 'image/png',
      bytes: png.length,
      width: 1,
      height: 1,
      content: png,
      purpose: 'photo',
      branchId: child?.homeBranchId ?? null,
    })
    .returning();
  await server.db
    .update(studentTable)
    .set({ photoFileId: photo?._id ?? null })
    .where(eq(studentTable.studentCode, 'DDK-0001'));
  await server.db.execute(sql`
    insert into second_factors (user_id, secret)
    select id, ${TOTP_SECRET} from users where role = 'superadmin'`);
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

describe('an export of everything', () => {
  it('is begun by a superadmin who types the password again, one at a time', async () => {
    expect((await begin('another password')).statusCode).toBe(400);
    for (const role of ['admin', 'staff', 'finance'] as const)
      expect((await begin(password, await server.as(role))).statusCode).toBe(403);
    expect((await begin()).statusCode).toBe(202);
    expect((await begin()).statusCode).toBe(409);
    const made = await ended();
    expect(made).toMatchObject({ state: 'ready', reason: '' });
    expect(made?.by).toMatch(/\S/);
    expect(made?.done).toBe(made?.of);
    const kept = Date.parse(made?.expiresAt ?? '') - Date.parse(made?.endedAt ?? '');
    expect(Math.round(kept / 3_600_000)).toBe(24);
    const answer = await owner.get(`/centre-exports/${made?._id}/file`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.rawPayload.length).toBe(made?.bytes);
    files = await unzipped(answer.rawPayload);
  });

  it.runIf(onPostgres)(
    'is given by every server on its database, and only to a superadmin',
    async () => {
      const [made] = await list();
      const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-export-b-'));
      const other = await startTestServer({
        database: { ...server.database, close: async () => {} },
        config: { dataDir: elsewhere },
      });
      const at = `/centre-exports/${made?._id}/file`;
      const answer = await (await other.as('superadmin')).get(at);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect([...(await unzipped(answer.rawPayload)).keys()]).toEqual([...files.keys()]);
      for (const role of ['admin', 'staff', 'finance'] as const)
        expect((await (await other.as(role)).get(at)).statusCode).toBe(403);
      expect(readdirSync(elsewhere)).toEqual([]);
      await other.close();
      rmSync(elsewhere, { recursive: true });
    },
  );

  it('stands in the audit log, and the superadmins are told', async () => {
    const entries = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entity, 'centre-exports'));
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['export']));
    expect(entries.length).toBeGreaterThan(1);
    const alerts = await server.db
      .select()
      .from(alertTable)
      .where(eq(alertTable.kind, 'everybodyExported'));
    expect(alerts.map(({ branchId, detail }) => [branchId, detail])).toEqual([
      [null, 'Everything / ຂໍ້ມູນທັງໝົດ'],
    ]);
  });

  it('has the workbook, every table, the journal, the files and a text with their check codes', async () => {
    const names = [...files.keys()];
    expect(names).toContain('moving.xlsx');
    for (const name of Object.keys(leavingTables)) expect(names).toContain(`tables/${name}.csv`);
    expect(names.some((name) => /^books\/journal-\d{4}-\d\d\.csv$/.test(name))).toBe(true);
    expect(files.get('files/students/DDK-0001.png')?.equals(png)).toBe(true);
    const { sheets } = await readBook(files.get('moving.xlsx') ?? Buffer.alloc(0));
    expect(sheets.map(({ name }) => name)).toContain('Students ນັກຮຽນ');
    const readme = textOf('README.txt');
    expect(readme).toMatch(/ຂໍ້ມູນທັງໝົດ[\s\S]*Everything of/);
    for (const [name, content] of files) {
      if (name === 'README.txt') continue;
      const code = createHash('sha256').update(content).digest('hex');
      expect(readme).toContain(`${code}  ${name}`);
    }
    // Its counts and sums are those of the files.
    for (const name of ['order-lines', 'payments']) {
      const rows = tableOf(name);
      const sum = rows.reduce((all, row) => all + Number(row['amount_lak']), 0);
      expect(rows.length).toBeGreaterThan(0);
      const said = new RegExp(`^  ${name}: ([\\d,]+) \\(.*?\\bamount_lak (-?[\\d,]*\\d)`, 'm').exec(
        readme,
      );
      expect(said?.slice(1)).toEqual([rows.length, sum].map((one) => one.toLocaleString('en')));
    }
  });

  it('writes times of Vientiane, sums in whole units, names beside ids, and no formula', () => {
    const [student] = tableOf('students').filter((row) => row['student_code'] === 'DDK-0001');
    expect(student).toMatchObject({
      first_name: "'=1+1",
      note: "'@sum",
      'home_branch (name)': 'DDK',
    });
    expect(student?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/);
    const lines = tableOf('order-lines');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]?.['order (name)']).toMatch(/^\w{3}-O\d\d-\d{6}$/);
    // The price of a place in another currency is in its whole units.
    const foreign = lines.find(({ currency }) => currency === 'USD');
    expect(Number(foreign?.['unit_price'])).toBeLessThan(1000);
    expect(textOf('tables/students.csv').startsWith('\uFEFF')).toBe(true);
  });

  it('has no secret in it', async () => {
    const all = Buffer.concat([...files.values()]).toString('latin1');
    const [user] = await server.db.select().from(userTable).where(eq(userTable.role, 'superadmin'));
    const { rows } = await server.db.execute<{ hash: string }>(
      sql`select token_hash as hash from sessions`,
    );
    const secrets = [user?.passwordHash, owner.token, TOTP_SECRET, ...rows.map(({ hash }) => hash)];
    for (const secret of secrets) {
      expect(secret).toBeTruthy();
      expect(all.includes(String(secret))).toBe(false);
    }
  });

  it('gives an admin the people and classes of the own branch, without money', async () => {
    const admin = await server.as('admin');
    expect((await (await server.as('staff')).get('/branch-export')).statusCode).toBe(403);
    const answer = await admin.get('/branch-export');
    expect(answer.statusCode).toBe(200);
    const { sheets } = await readBook(answer.rawPayload);
    const students = sheets.find(({ name }) => name === 'Students ນັກຮຽນ');
    const [heads, ...rows] = students?.rows ?? [];
    const branch = heads?.cells.findIndex((cell) => cell?.startsWith('Home branch')) ?? -1;
    expect(new Set(rows.map(({ cells }) => cells[branch]))).toEqual(new Set(['VTE']));
    const places = sheets.find(({ name }) => name.startsWith('Enrolments'));
    const price = places?.rows[0]?.cells.findIndex((cell) => cell?.startsWith('Price')) ?? -1;
    const prices = places?.rows.slice(1).map(({ cells }) => cells[price] ?? '');
    expect(new Set(prices)).toEqual(new Set(['']));
  });

  it('knows the key of every table, by which it is read in pages', () => {
    for (const table of Object.values(leavingTables))
      for (const column of primaryKeyOf(table)) expect(column.getSQLType()).toMatch(/^[a-z]/);
  });

  it('leaves no table undecided', () => {
    const tables = Object.values(schema).filter((table) => is(table, Table));
    const decided = new Set<object>([...Object.values(leavingTables), ...stayingTables]);
    const undecided = Object.entries(schema)
      .filter(([, table]) => is(table, Table) && !decided.has(table))
      .map(([name]) => name);
    expect(undecided).toEqual([]);
    expect(decided.size).toBe(tables.length);
  });

  it('is deleted after a day, and one that the server left is said to be lost', async () => {
    const place = { db: server.db, engine: server.database.engine, config };
    const folder = path.join(dataDir, 'exports');
    const [made] = await list();
    const isKept = async () => (await exportSize(place, made?._id ?? '')) > 0;
    await removeExpired(place);
    expect(await isKept()).toBe(true);
    await server.db
      .update(centreExportTable)
      .set({ expiresAt: sql`now() - interval '1 second'` as never });
    expect((await owner.get(`/centre-exports/${made?._id}/file`)).statusCode).toBe(404);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'left-over.zip'), '');
    await removeExpired(place);
    expect(readdirSync(folder)).toEqual([]);
    expect(await isKept()).toBe(false);
    expect((await list())[0]).toMatchObject({ state: 'gone' });
    const [user] = await server.db.select().from(userTable).where(eq(userTable.role, 'superadmin'));
    await server.db.insert(centreExportTable).values({ byId: user?._id ?? '' });
    await giveUpAllExports(server.db);
    expect((await list())[0]).toMatchObject({ state: 'failed', reason: 'lost' });
  });

  it('is not given any more once a person was erased who may stand in it', async () => {
    const place = { db: server.db, engine: server.database.engine, config };
    const erasedAt = (doneAt: SQL) =>
      server.db.insert(erasureTable).values({ kind: 'student', personId: randomUUID(), doneAt });
    await erasedAt(sql`clock_timestamp() - interval '1 hour'`);
    const [user] = await server.db.select().from(userTable).where(eq(userTable.role, 'superadmin'));
    const ready = { state: 'ready', bytes: 3, fileName: 'branchdesk.zip' } as const;
    const expiresAt = sql`now() + interval '1 day'` as never;
    const [made] = await server.db
      .insert(centreExportTable)
      .values({ ...ready, byId: user?._id ?? '', expiresAt })
      .returning();
    const { _id = '' } = made ?? {};
    await finished(exportWriter(place, _id).end('zip'));
    const file = async () => (await owner.get(`/centre-exports/${_id}/file`)).statusCode;
    await removeExpired(place);
    expect([await file(), (await list())[0]?.state]).toEqual([200, 'ready']);
    await erasedAt(sql`clock_timestamp()`);
    expect([await file(), (await list())[0]]).toMatchObject([
      404,
      { state: 'gone', reason: 'erased' },
    ]);
    await removeExpired(place);
    expect(await exportSize(place, _id)).toBe(0);
    expect((await list())[0]).toMatchObject({ state: 'gone', reason: 'erased' });
  });
});
