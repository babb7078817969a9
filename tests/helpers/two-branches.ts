import { eq } from 'drizzle-orm';
import type { GrantedRole } from '#contract/centre/staff-accounts.ts';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { Role } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { branchId, emailOf, type Answer, type Client } from './test-server.ts';

export const accountOf = async (db: Db, email: string) => {
  const [account] = await db.select().from(userTable).where(eq(userTable.email, email));
  if (!account) throw new Error(`No account ${email}`);
  return account;
};

/** Gives an account a right in the branch with this code, past every rule. */
export async function grant(db: Db, email: string, code: string, role: GrantedRole) {
  const { _id: userId } = await accountOf(db, email);
  const [given] = await db
    .insert(accountGrantTable)
    .values({ userId, branchId: await branchId(db, code), role })
    .returning();
  return given?._id ?? '';
}

/** Adds an account that is like the demo account of `role`, in the branch with this code. */
export async function addLike(db: Db, role: Role, code: string, email: string): Promise<string> {
  const { _id: _old, ...like } = await accountOf(db, emailOf(role));
  await db.insert(userTable).values({ ...like, email, branchId: await branchId(db, code) });
  return email;
}

/** Lets the session of a client work in the branch with this code. */
export async function workIn(db: Db, client: Client, code: string, more = {}): Promise<Answer> {
  return client.post('/auth/branch', { branchId: await branchId(db, code), ...more });
}

/** The person of an answer of `workIn`. */
export const userIn = (answer: Answer) => answer.json<LoginAnswer>().user;
