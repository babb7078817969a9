import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { Role } from '#contract/roles.ts';
import type { IssuedAccount, StaffAccount } from '#contract/centre/staff-accounts.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { done } from './class-data.ts';
import {
  branchId,
  emailOf,
  password,
  type Answer,
  type Client,
  type TestServer,
} from './test-server.ts';

export const OWN_PASSWORD = 'my own words';

/** Checks the status and the code of an answer that is no success. */
export function expectCode(answer: Answer, status: number, code: string): void {
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code });
}

/** The fields of an account that its form sends. */
function bodyOf(account: StaffAccount) {
  const {
    firstName,
    lastName,
    email,
    phone,
    profileImage,
    role,
    branchId: branch,
    active,
    version,
  } = account;
  return {
    firstName,
    lastName,
    email,
    phone,
    profileImage,
    role,
    branchId: branch,
    active,
    version,
  };
}

/** Changes some fields of an account. */
export function changeAccount(
  client: Client,
  account: StaffAccount,
  fields: object,
): Promise<Answer> {
  return client.put(`/staff-accounts/${account._id}`, { ...bodyOf(account), ...fields });
}

/** A superadmin who has never signed in, so that nobody waits for them; gives the e-mail. */
async function standBySigner({ db }: TestServer): Promise<string> {
  const email = 'signer@branchdesk.test';
  const [like] = await db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('superadmin')));
  if (!like) throw new Error('No superadmin');
  const signer = { ...like, _id: uuidv7(), email, lastSignInAt: null };
  await db.insert(userTable).values(signer).onConflictDoNothing();
  return email;
}

/** People who work here, added by `owner`, a superadmin. */
export function staffPeople(server: TestServer, owner: Client) {
  let number = 0;
  const person = async (fields: object = {}) => ({
    firstName: 'ມະນີວັນ',
    lastName: 'ໄຊຍະວົງ',
    email: `person${(number += 1)}@branchdesk.test`,
    role: 'staff' as Role,
    branchId: await branchId(server.db, 'VTE'),
    ...fields,
  });
  const read = async (_id: string) =>
    (await owner.get(`/staff-accounts/${_id}`)).json<StaffAccount>();
  /** The signature of another superadmin, who is there for nothing else. */
  const signed = async (
    account: { email: string; role: Role; branchId: string },
    client: Client,
    signer?: { email: string; password: string },
  ) => {
    const { email, role, branchId: branch } = account;
    const act = { kind: 'accountRight', email, role, branchId: branch };
    const words = signer ?? { email: await standBySigner(server), password };
    return done<ApprovalAnswer>(await client.post('/auth/approvals', { ...words, act })).token;
  };
  const add = async (fields: object = {}, client = owner) => {
    const input = await person(fields);
    let answer = await client.post('/staff-accounts', input);
    if (answer.statusCode === 409) {
      expectCode(answer, 409, 'accountSignatureNeeded');
      const approvalToken = await signed(input, client);
      answer = await client.post('/staff-accounts', { ...input, approvalToken });
    }
    expect(answer.statusCode).toBe(201);
    const { temporaryPassword, ...account } = answer.json<IssuedAccount>();
    return { account, secret: String(temporaryPassword) };
  };
  return {
    person,
    read,
    add,
    signed,
    /** An account that has chosen a password of its own, and a session of it. */
    settled: async (fields: object = {}) => {
      const { account, secret } = await add(fields);
      const client = await server.signIn(account.email, secret);
      const chosen = { email: account.email, oldPassword: secret, newPassword: OWN_PASSWORD };
      expect((await client.post('/auth/users/change-password', chosen)).statusCode).toBe(200);
      return { account: await read(account._id), client };
    },
    /** The demo account of a role. */
    ofRole: async (role: Role): Promise<StaffAccount> => {
      const [row] = await server.db
        .select({ _id: userTable._id })
        .from(userTable)
        .where(eq(userTable.email, emailOf(role)));
      return read(String(row?._id));
    },
  };
}
