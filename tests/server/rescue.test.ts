import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import { RESCUE_MINUTES, type Rescue } from '#contract/centre/rescue.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { accountDeviceTable as devices } from '#server/db/tables/centre/devices.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { rescueCodeTable } from '#server/db/tables/start/rescue-codes.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  askForRescueCode,
  takeRescueAnswer,
  answerRescueRequests,
} from '#server/setup/rescue-request.ts';
import { newRescueCode, RescueRefused } from '#server/setup/rescue.service.ts';
import { Client, emailOf, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const email = emailOf('superadmin');
const newPassword = 'a garden behind the temple';

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.as('superadmin');
  await server.db.delete(rescueCodeTable);
  // The wrong codes of one test make the next one wait.
  await server.db.delete(signInAttemptTable);
});
afterAll(() => server.close());

const rescue = (body: object) =>
  server.anybody.post('/auth/rescue', { newPassword, ...body }, { 'idempotency-key': '' });

it('gives a person who is locked out a new password, and ends their other sessions', async () => {
  const code = await newRescueCode(server.db, email.toUpperCase());
  const answer = await rescue({ code: code.toLowerCase().replaceAll('-', ' ') });
  expect(answer.statusCode).toBe(200);
  expect((await owner.get('/auth/me')).statusCode).toBe(401);
  const back = new Client(server.app, answer.json<LoginAnswer>().token);
  expect((await back.get('/auth/me')).json()).toMatchObject({ email });
  expect((await server.signIn(email, newPassword)).token).toBeDefined();
  expect((await back.get('/auth/rescues')).json<Rescue[]>()).toMatchObject([{ email }]);
  const alerts = await server.db
    .select()
    .from(alertTable)
    .where(eq(alertTable.kind, 'accountRescued'));
  expect(alerts).toMatchObject([{ detail: email, branchId: null, closedAt: null }]);
  const acts = await server.db.select().from(auditTable).where(eq(auditTable.action, 'rescue'));
  expect(acts).toHaveLength(1);
  expect(JSON.stringify(acts)).not.toContain(code);
});

it('tells again of a device that was new before it', async () => {
  const [here, late, old] = [randomUUID(), randomUUID(), randomUUID()];
  const [account] = await server.db.select().from(userTable).where(eq(userTable.email, email));
  const ofOwner = eq(devices.userId, String(account?._id));
  await server.db.insert(devices).values([
    { userId: String(account?._id), deviceId: late },
    { userId: String(account?._id), deviceId: old, firstSignInAt: '2026-01-05T02:00:00.000Z' },
  ]);
  const code = await newRescueCode(server.db, email);
  const named = { [DEVICE_HEADER]: here };
  const answer = await server.anybody.post('/auth/rescue', { code, newPassword }, named);
  expect(answer.statusCode).toBe(200);
  const left = await server.db.select().from(devices).where(ofOwner);
  expect(left.map(({ deviceId }) => deviceId).toSorted()).toEqual([here, old].toSorted());
});

it('takes a code once, within its minutes, and only the newest of an account', async () => {
  const wrong = { fields: { code: expect.stringMatching(/^This code is wrong/) as string } };
  const first = await newRescueCode(server.db, email);
  const second = await newRescueCode(server.db, email);
  expect((await rescue({ code: first })).json()).toMatchObject(wrong);
  const tries = await Promise.all([rescue({ code: second }), rescue({ code: second })]);
  expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const third = await newRescueCode(server.db, email);
  await server.db
    .update(rescueCodeTable)
    .set({ expiresAt: sql`clock_timestamp()` })
    .where(sql`used_at is null`);
  expect((await rescue({ code: third })).json()).toMatchObject(wrong);
});

it('takes no code with one wrong sign, none that was used, and each for 15 minutes', async () => {
  const wrong = [400, { fields: { code: expect.stringMatching(/^This code is wrong/) as string } }];
  const tried = async (code: string) => {
    const answer = await rescue({ code });
    return [answer.statusCode, answer.json<object>()];
  };
  const older = (seconds: number) =>
    server.db
      .update(rescueCodeTable)
      .set({ expiresAt: sql`expires_at - make_interval(secs => ${seconds}::int)` })
      .where(sql`used_at is null`);
  const code = await newRescueCode(server.db, email);
  const last = code.endsWith('A') ? 'C' : 'A';
  expect(await tried(code.slice(0, -1) + last)).toMatchObject(wrong);
  await older(RESCUE_MINUTES * 60 - 60);
  expect(await tried(code)).toMatchObject([200, {}]);
  expect(await tried(code)).toMatchObject(wrong);
  const late = await newRescueCode(server.db, email);
  await older(RESCUE_MINUTES * 60);
  expect(await tried(late)).toMatchObject(wrong);
  expect(RESCUE_MINUTES).toBe(15);
});

it('opens no account that was switched off after its code was made', async () => {
  const finance = emailOf('finance');
  const ofFinance = eq(userTable.email, finance);
  const code = await newRescueCode(server.db, finance);
  const read = () => server.db.select().from(userTable).where(ofFinance);
  await server.db.update(userTable).set({ active: false }).where(ofFinance);
  const before = await read();
  const refused = await rescue({ code });
  expect([refused.statusCode, refused.json<object>()]).toMatchObject([
    400,
    { fields: { code: expect.stringMatching(/^This code is wrong/) as string } },
  ]);
  expect(await read()).toEqual(before);
  await server.db.update(userTable).set({ active: true }).where(ofFinance);
  expect((await rescue({ code })).statusCode).toBe(200);
});

it('keeps the code when the new password would be guessed soon', async () => {
  const code = await newRescueCode(server.db, email);
  const answer = await rescue({ code, newPassword: 'password2026' });
  expect(answer.json()).toMatchObject({
    fields: { newPassword: expect.stringMatching(/^This password is on a list/) as string },
  });
  expect((await rescue({ code })).statusCode).toBe(200);
});

it('makes no code for an unknown or a disabled account', async () => {
  await expect(newRescueCode(server.db, 'nobody@example.com')).rejects.toThrow(RescueRefused);
  const finance = eq(userTable.email, emailOf('finance'));
  await server.db.update(userTable).set({ active: false }).where(finance);
  await expect(newRescueCode(server.db, emailOf('finance'))).rejects.toThrow(/switched off/);
  await server.db.update(userTable).set({ active: true }).where(finance);
});

it('shows rescues to superadmins alone', async () => {
  expect((await (await server.as('finance')).get('/auth/rescues')).statusCode).toBe(403);
});

it('answers the request of a command beside a running server on its console, once', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-rescue-'));
  const lines: string[] = [];
  try {
    const stop = answerRescueRequests({
      db: server.db,
      folder,
      say: (line) => lines.push(line),
      onError: (error) => lines.push(String(error)),
    });
    askForRescueCode(folder, email);
    expect(fs.statSync(path.join(folder, 'recover.request')).mode & 0o777).toBe(0o600);
    await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
    await vi.waitFor(() => expect(takeRescueAnswer(folder)).toBe('printed'), 10_000);
    expect(fs.readdirSync(folder)).toEqual([]);
    const code = lines[0]?.split(': ')[1] ?? '';
    expect((await rescue({ code })).statusCode).toBe(200);
    askForRescueCode(folder, 'nobody@example.com');
    await vi.waitFor(() => expect(takeRescueAnswer(folder)).toBe('unknownAccount'), 10_000);
    expect(lines[2]).toMatch(/^There is no account/);
    stop();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

it('makes guessing wait, and puts each wrong code on record', async () => {
  const failures = () => server.db.$count(auditTable, eq(auditTable.action, 'sign-in-failed'));
  const before = await failures();
  const answers: number[] = [];
  for (let n = 0; n < 7; n += 1)
    answers.push((await rescue({ code: 'AAAA-AAAA-AAAA' })).statusCode);
  expect(answers).toContain(429);
  const wrong = answers.filter((status) => status === 400);
  expect((await failures()) - before).toBe(wrong.length);
  expect(wrong.length).toBeGreaterThan(0);
});
