import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { cutOldAddresses } from '#server/jobs/erase-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Addresses and devices are kept for a time that the centre sets, wherever they stand:
// docs/security.md, "Kinds of data".

const ADDRESS = '203.0.113.77';
const email = emailOf('superadmin');
const tablet = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
const MARKS = /203\.0\.113\.77|Chrome|Android|Galaxy/;
let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } });
  owner = await signIn(await server.as('superadmin'));
});
afterAll(() => server.close());

async function signIn(from: Client): Promise<Client> {
  const answer = await from.post(
    '/auth/login',
    { email, password },
    { 'x-forwarded-for': ADDRESS, 'user-agent': tablet, [DEVICE_HEADER]: randomUUID() },
  );
  return new Client(server.app, answer.json<LoginAnswer>().token);
}

const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await server.db.execute<{ line: string }>(query)).rows.map(({ line }) => line);
const alertsOf = (isOld: boolean) =>
  rowsOf(sql`select to_jsonb(a)::text as line from alerts a
    where (at < now() - interval '12 months') = ${isOld}::boolean order by kind`);
const rowsOfLog = (isOld: boolean) =>
  rowsOf(sql`select to_jsonb(a)::text as line from audit_log a
    where (at < now() - interval '12 months') = ${isOld}::boolean
      and (action in ('end-session', 'rename-passkey') or entity = 'alerts') order by action`);

/** Rows of the log and alerts as they are, 13 months older. */
async function copyToThePast() {
  for (const table of ['audit_log', 'alerts'])
    await server.db.execute(sql`
      insert into ${sql.identifier(table)}
      select (jsonb_populate_record(a, jsonb_build_object(
        'id', gen_random_uuid(), 'at', at - interval '13 months'))).*
      from ${sql.identifier(table)} a`);
}

it('cuts them out of the values of the log, and out of alerts', async () => {
  await signIn(owner);
  const sessions = (await owner.get('/auth/sessions')).json<OwnSession[]>();
  const other = sessions.find(({ isThis, address }) => !isThis && address === ADDRESS);
  expect((await owner.post(`/auth/sessions/${other?._id}/end`, {})).statusCode).toBe(200);
  const { rows: told } = await server.db.execute<{ id: string }>(
    sql`select id from alerts where kind = 'newDevice' and detail like ${`%${ADDRESS}`} limit 1`,
  );
  const closing = await owner.post(`/alerts/${told[0]?.id}/close`, { note: 'It was me' });
  expect(closing.statusCode).toBe(200);
  await server.db.execute(
    sql`insert into alerts (id, kind, detail)
      values (gen_random_uuid(), 'addressFailures', ${ADDRESS})`,
  );
  // People call a passkey after the device that holds it.
  const { rows: keys } = await server.db.execute<{ id: string }>(sql`
    with factor as (insert into second_factors (user_id, secret)
      select id, 'x' from users where email = ${email} returning user_id)
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    select gen_random_uuid(), user_id, 'x', 'x', 0, '{}', 'Galaxy 5' from factor returning id`);
  const renamed = await owner.post(`/auth/passkeys/${keys[0]?.id}/rename`, { name: 'Galaxy 6' });
  expect(renamed.statusCode, renamed.body).toBe(200);
  await copyToThePast();
  expect((await rowsOfLog(true)).filter((line) => MARKS.test(line))).toHaveLength(3);

  await cutOldAddresses(server.db);
  const old = [...(await rowsOfLog(true)), ...(await alertsOf(true))];
  expect(old.filter((line) => MARKS.test(line))).toEqual([]);
  // The account and the note of the closing say still what it was about.
  expect(old.some((line) => line.includes('It was me') && line.includes(email))).toBe(true);
  // Younger ones keep theirs.
  expect((await rowsOfLog(false)).filter((line) => MARKS.test(line))).toHaveLength(3);
  expect((await alertsOf(false)).filter((line) => MARKS.test(line)).length).toBeGreaterThan(1);
});

it('gives way to that function in these columns alone', async () => {
  const refused = (column: string) =>
    expect(
      server.db.execute(sql.raw(`update audit_log set ${column} where action = 'end-session'`)),
    ).rejects.toThrow();
  for (const column of ["ip = ''", 'after = null']) await refused(column);
  await expect(server.db.execute(sql`update alerts set detail = ''`)).rejects.toThrow();
});
