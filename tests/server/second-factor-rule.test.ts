import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { SchoolInfo } from '#contract/centre/school-info.ts';
import type { SecondFactorRule } from '#contract/centre/second-factor.ts';
import type { Role } from '#contract/roles.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import {
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Of whom the centre asks for a second factor, and from which day on: docs/security.md, "Second
// factor".

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ secrets: secretBox(Buffer.alloc(32, 1)) });
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

async function ask(secondFactorFor: SecondFactorRule): Promise<void> {
  const info = (await owner.get('/school-info')).json<SchoolInfo>();
  const put = await owner.put('/school-info', { ...info, secondFactorFor });
  expect(put.statusCode, put.body).toBe(200);
  expect(put.json()).not.toHaveProperty('secondFactorAllSince');
}

const letDaysPass = (days: number) => {
  const { secondFactorSince, secondFactorAllSince } = schoolInfoTable;
  const before = sql`make_interval(days => ${days}::int)`;
  return server.db.update(schoolInfoTable).set({
    secondFactorSince: sql`${secondFactorSince} - ${before}`,
    secondFactorAllSince: sql`${secondFactorAllSince} - ${before}`,
  });
};

async function halfOf(role: Role) {
  const login = { email: emailOf(role), password };
  return (await server.anybody.post('/auth/login', login)).json<LoginAnswer>().missingHalf;
}

it('leaves those their day of whom it was asked before, where everybody is asked', async () => {
  await ask('money');
  await letDaysPass(5);
  await ask('everybody');
  expect([await halfOf('finance'), await halfOf('staff')]).toEqual([null, null]);
  await letDaysPass(3);
  expect([await halfOf('finance'), await halfOf('staff')]).toEqual(['setUp', null]);
  const [finance, staff] = [await server.as('finance'), await server.as('staff')];
  await tidy(server.db);
  const statuses = [await finance.get('/auth/me'), await staff.get('/auth/me')];
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 200]);
  await letDaysPass(5);
  expect(await halfOf('staff')).toBe('setUp');
});

it('gives new days to those who are asked anew, and the same to all who are asked together', async () => {
  owner = await server.as('superadmin');
  await ask('money');
  expect([await halfOf('finance'), await halfOf('staff')]).toEqual(['setUp', null]);
  await ask('everybody');
  expect([await halfOf('finance'), await halfOf('staff')]).toEqual(['setUp', null]);
  await ask('nobody');
  await ask('everybody');
  expect([await halfOf('finance'), await halfOf('staff')]).toEqual([null, null]);
  await letDaysPass(8);
  expect([await halfOf('finance'), await halfOf('staff')]).toEqual(['setUp', 'setUp']);
});
