import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { MovedAccount, PasswordSheet } from '#contract/imports/moved-accounts.ts';
import type { Move } from '#contract/imports/moving-in.ts';
import { laoInLatin } from '#server/lib/lao-letters.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import {
  branchId,
  Client,
  startTestServer,
  type Answer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Each password takes its time to be hashed, as it should.
vi.setConfig({ testTimeout: 120_000 });

const HEAD = 'Full name,Role,Branch,E-mail,Phone';
const TEAM = csv(
  HEAD,
  'ຄຳຫຼ້າ ສີວິໄລ,ພະນັກງານ,VTE,,020 5557 1001',
  'ຄຳຫຼ້າ ສີວິໄລ,staff,VTE,,020 5557 1002',
  'ນິດຕະຍາ ມະນີວົງ,ພະນັກງານການເງິນ,VTE,Nittaya@Example.test,',
  'ໄພວັນ,admin,LPB,phayvanh@example.test,',
  'Owner Person,superadmin,VTE,owner2@example.test,',
);

let server: TestServer;
let owner: Client;
let move: Move;
let logged = '';
const steps = movingSteps(() => owner);

beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  server = await startTestServer({ log: { level: 'trace', stream } });
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const accounts = async () =>
  (await owner.get(`/moves/${move._id}/accounts`)).json<MovedAccount[]>();
const press = (key: string = randomUUID()) =>
  owner.send('POST', `/moves/${move._id}/passwords`, { headers: { 'idempotency-key': key } });
const sheetOf = (answer: Answer) =>
  new Map(
    answer.json<PasswordSheet>().accounts.map((one) => [one.email, one.temporaryPassword ?? '']),
  );
const signIn = (email: string, password: string) =>
  server.anybody.post('/auth/login', { email, password });

it('reads names, roles and phones, makes sign-in names, and never makes a superadmin', async () => {
  expect(['ສົມໄຊ', 'ບົວຈັນ', 'ພູທອນ', 'ເພັດ'].map(laoInLatin)).toEqual([
    'somxai',
    'bouachan',
    'phouthon',
    'phed',
  ]);
  move = await steps.upload(TEAM);
  expect(steps.sheetOf(move, 'accounts').counts).toMatchObject({ ready: 4, problem: 1 });
  const [wrong] = await steps.rows(move, 'accounts', 'problem');
  expect(wrong?.problems).toMatchObject([{ field: 'role', value: 'superadmin' }]);
  expect(wrong?.problems[0]?.error).toMatch(/never made by a file/);
  expect(wrong?.problems[0]?.choices).toEqual(['Staff', 'Finance', 'Admin']);
  await steps.run(move);
  expect(
    (await accounts()).map(({ email, role, branchCode }) => [email, role, branchCode]),
  ).toEqual([
    ['phayvanh@example.test', 'admin', 'LPB'],
    ['khamla.vte@centre.invalid', 'staff', 'VTE'],
    ['khamla2.vte@centre.invalid', 'staff', 'VTE'],
    ['nittaya@example.test', 'finance', 'VTE'],
  ]);
  const { rows } = await server.db.execute(
    sql`select detail from alerts where kind = 'accountRaised' order by detail`,
  );
  expect(rows.map(({ detail }) => String(detail).split(' ')[0])).toEqual([
    'nittaya@example.test',
    'phayvanh@example.test',
  ]);
});

it('finds the same people again, with and without an e-mail', async () => {
  const again = await steps.upload(TEAM);
  expect(steps.sheetOf(again, 'accounts').counts).toMatchObject({ same: 4, ready: 0, problem: 1 });
  const twice = await steps.upload(
    csv(HEAD, 'A One,staff,VTE,same@example.test,', 'B Two,staff,VTE,same@example.test,'),
  );
  const [other] = await steps.rows(twice, 'accounts', 'problem');
  expect(other?.problems).toMatchObject([{ field: 'email' }]);
});

it('lets nobody in before the sheet is made, and each with the password of the last sheet', async () => {
  expect((await accounts()).every((one) => one.isWaiting && !one.passwordUntil)).toBe(true);
  for (const guess of ['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA=='])
    expect((await signIn('nittaya@example.test', guess)).statusCode).not.toBe(200);
  const first = sheetOf(await press());
  expect([...first.keys()]).toHaveLength(4);
  expect(new Set(first.values()).size).toBe(4);
  const second = sheetOf(await press());
  expect(
    (await signIn('nittaya@example.test', first.get('nittaya@example.test') ?? '')).statusCode,
  ).toBe(401);
  const answer = await signIn('nittaya@example.test', second.get('nittaya@example.test') ?? '');
  expect(answer.statusCode).toBe(200);
  const { token } = answer.json<LoginAnswer>();
  const refused = await new Client(server.app, token).get('/students');
  expect(refused.json()).toMatchObject({ code: 'passwordChangeNeeded' });

  // Two weeks, as the sheet says, and once.
  const [until] = (await accounts()).flatMap(({ passwordUntil }) => passwordUntil ?? []);
  const days = (Date.parse(String(until)) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThanOrEqual(14);
  expect(
    (await signIn('nittaya@example.test', second.get('nittaya@example.test') ?? '')).statusCode,
  ).not.toBe(200);

  // Whoever has come once gets no new password by a sheet.
  const third = sheetOf(await press());
  expect([...third.keys()]).toHaveLength(3);
  expect(third.has('nittaya@example.test')).toBe(false);
});

it('keeps a password in no table and no log, and repeats none', async () => {
  const key = randomUUID();
  const passwords = [...sheetOf(await press(key)).values()];
  expect(passwords.every((one) => one.length === 16)).toBe(true);
  expect([...sheetOf(await press(key)).values()]).toEqual(['', '', '']);
  const { rows: tables } = await server.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`);
  expect(tables.length).toBeGreaterThan(50);
  for (const { name } of tables) {
    const { rows } = await server.db.execute<{ text: string | null }>(
      sql`select string_agg(row_to_json(kept)::text, ' ') as text from ${sql.identifier(name)} kept`,
    );
    for (const one of passwords) expect(rows[0]?.text ?? '', name).not.toContain(one);
  }
  expect(logged).toContain(`/moves/${move._id}/passwords`);
  for (const one of passwords) expect(logged).not.toContain(one);
  const { rows: hashes } = await server.db.execute<{ text: string }>(
    sql`select coalesce(string_agg(after::text, ' '), '') as text from audit_log where entity = 'staff-accounts'`,
  );
  expect(hashes[0]?.text).toContain('khamla.vte@centre.invalid');
  expect(hashes[0]?.text).not.toContain('scrypt');
});

it('is for the superadmin alone', async () => {
  for (const role of ['admin', 'staff', 'finance'] as const) {
    const person = await server.as(role);
    expect((await person.get(`/moves/${move._id}/accounts`)).statusCode).toBe(403);
    expect((await person.post(`/moves/${move._id}/passwords`, {})).statusCode).toBe(403);
  }
});

it('takes back those with which nobody has signed in, and no password of them opens anything', async () => {
  const sheet = sheetOf(await press());
  const refused = await steps.undo(move);
  expect(refused).toMatchObject({ removed: 0 });
  expect(refused.kept.map(({ kind, name }) => [kind, name])).toEqual([
    ['accounts', 'ນິດຕະຍາ ມະນີວົງ · nittaya@example.test'],
  ]);
  await steps.undo(move, true);
  const email = 'khamla.vte@centre.invalid';
  expect((await signIn(email, sheet.get(email) ?? '')).statusCode).toBe(401);
  expect((await accounts()).map((one) => one.email)).toEqual(['nittaya@example.test']);
  expect(sheetOf(await press()).size).toBe(0);
  const { rows } = await server.db.execute(
    sql`select 1 from users where email like '%centre.invalid' or branch_id = ${await branchId(server.db, 'LPB')} and email = 'phayvanh@example.test'`,
  );
  expect(rows).toEqual([]);
});
