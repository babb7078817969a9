import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/roles.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { branchId, emailOf, type Client, type TestServer } from '#tests/helpers/test-server.ts';

const oneBranch = ['admin', 'staff', 'finance'] as const;

/** Somebody who asks, and whether everything that the requests are about is foreign to them. */
export type Actor = { name: string; client: Client; isStranger: boolean };

/** Makes new people of each role, of the branch that the requests are about and of another one. */
export async function castOf(server: TestServer) {
  const { db } = server;
  const like = new Map<Role, typeof userTable.$inferSelect>();
  for (const role of [...oneBranch, 'superadmin'] as const) {
    const [account] = await db
      .select()
      .from(userTable)
      .where(eq(userTable.email, emailOf(role)));
    if (account) like.set(role, account);
  }
  const [vte, lpb] = [await branchId(db, 'VTE'), await branchId(db, 'LPB')];
  const person = async (role: Role, branch: string): Promise<Actor> => {
    const _id = uuidv7();
    const email = `fuzz-${_id}@branchdesk.test`;
    const account = like.get(role);
    if (!account) throw new Error(`No account of ${role}`);
    await db.insert(userTable).values({ ...account, _id, email, branchId: branch });
    const isStranger = branch === lpb && role !== 'superadmin';
    const name = `${role} of ${branch === vte ? 'VTE' : 'LPB'}`;
    return { name, client: await server.withSession(email), isStranger };
  };
  return {
    vte,
    lpb,
    superadmin: () => person('superadmin', vte),
    /** One of each role that works in one branch, of both branches. */
    ofOneBranch: () =>
      Promise.all(oneBranch.flatMap((role) => [person(role, vte), person(role, lpb)])),
    /** Undoes what would keep everybody else out: wrong passwords, and a rule for sign-ins. */
    letIn: async () => {
      await db.execute(sql`delete from sign_in_attempts`);
      await db.execute(
        sql`update school_info set second_factor_for = 'nobody', second_factor_since = null
          where second_factor_for <> 'nobody'`,
      );
    },
  };
}
