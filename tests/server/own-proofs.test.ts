import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { RecoveryCodes, SecondFactorSecret } from '#contract/centre/second-factor.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { changeAccount, expectCode, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type Answer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Whoever guesses at an open screen, or at the second half of a sign-in, is as much on record as
// whoever guesses at the sign-in: docs/security.md, "Guessing".

const WRONG = 'not the password';
/** Passkeys need a site, and a page of this machine is one. */
const site = { origin: 'http://localhost:5173' };
let server: TestServer;
let owner: Client;
let account: StaffAccount;
beforeAll(async () => {
  server = await startTestServer({ secrets: secretBox(Buffer.alloc(32, 1)) });
  owner = await server.as('superadmin');
  account = await staffPeople(server, owner).ofRole('superadmin');
});
beforeEach(() => server.db.delete(signInAttemptTable));
afterAll(() => server.close());

/** The rows of failures of the account by its own person. */
const rowsOf = (action: string) =>
  server.db.$count(
    auditTable,
    and(
      eq(auditTable.action, action),
      eq(auditTable.entity, 'users'),
      eq(auditTable.entityId, account._id),
      eq(auditTable.actorId, account._id),
    ),
  );

/** Presses each form once, and expects a refusal and one row of each. */
async function expectRows(action: string, forms: readonly (() => Promise<Answer>)[]) {
  for (const press of forms) {
    await server.db.delete(signInAttemptTable);
    const before = await rowsOf(action);
    const answer = await press();
    expectCode(answer, 400, 'fieldsInvalid');
    expect((await rowsOf(action)) - before, answer.body).toBe(1);
  }
}

it('leaves a row for a wrong own password, at whatever form it is typed', async () => {
  const newPassword = 'a boat below the bridge';
  await expectRows('password-failed', [
    () => owner.post('/auth/unlock', { password: WRONG }),
    () =>
      owner.post('/auth/users/change-password', {
        email: account.email,
        oldPassword: WRONG,
        newPassword,
      }),
    () => owner.post('/auth/second-factor/begin', { password: WRONG }),
    () => owner.post('/auth/second-factor/remove', { password: WRONG, code: '123456' }),
    () => owner.post('/auth/passkeys/begin', { password: WRONG, code: '123456' }, site),
    () => owner.post('/auth/pin', { password: WRONG, pin: '480577' }),
    () => owner.post('/auth/pin/remove', { password: WRONG }),
    () => owner.post('/centre-exports', { password: WRONG }),
    () => changeAccount(owner, account, { email: 'other@branchdesk.test', password: WRONG }),
  ]);
});

it('leaves a row for a wrong code, makes whoever guesses wait, and tells the superadmins', async () => {
  const begun = await owner.post('/auth/second-factor/begin', { password });
  const { secret } = begun.json<SecondFactorSecret>();
  const first = (code: string) => owner.post('/auth/second-factor/confirm', { code });
  await expectRows('second-factor-failed', [() => first('000000')]);
  for (let n = 0; n < 9; n += 1) await first('000000');
  expectCode(await first('000000'), 429, 'tooManyTries');
  await server.db.delete(signInAttemptTable);
  const { codes } = (await first(codeOfApp(secret))).json<RecoveryCodes>();
  expect(codes).toHaveLength(10);

  const proof = { password, code: '000000' };
  await expectRows('second-factor-failed', [
    () => owner.post('/auth/second-factor/recovery-codes', proof),
    () => owner.post('/auth/second-factor/remove', proof),
    () => owner.post('/auth/passkeys/begin', proof, site),
    () => owner.post(`/auth/passkeys/${randomUUID()}/remove`, proof),
  ]);
  expect((await owner.get('/auth/second-factor')).json()).toMatchObject({ isOn: true });
});

it('tells the superadmins of somebody who knows the password and guesses codes', async () => {
  const people = staffPeople(server, owner);
  const finance = await people.ofRole('finance');
  const email = emailOf('finance');
  const signIn = async () => {
    const answer = await server.anybody.post('/auth/login', { email, password });
    return new Client(server.app, answer.json<LoginAnswer>().token);
  };
  const client = await signIn();
  const begun = await client.post('/auth/second-factor/begin', { password });
  const code = codeOfApp(begun.json<SecondFactorSecret>().secret);
  expect((await client.post('/auth/second-factor/confirm', { code })).statusCode).toBe(200);
  const alerts = () =>
    server.db
      .select({ detail: alertTable.detail })
      .from(alertTable)
      .where(and(eq(alertTable.kind, 'accountFailures'), eq(alertTable.subjectId, finance._id)));
  for (const half of [await signIn(), await signIn()]) {
    expect(await alerts()).toEqual([]);
    for (let n = 0; n < 5; n += 1) await half.post('/auth/second-factor', { code: '000000' });
  }
  expect(await alerts()).toMatchObject([{ detail: expect.stringContaining(email) as string }]);
});
