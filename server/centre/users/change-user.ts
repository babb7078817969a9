import { eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

type User = typeof userTable.$inferSelect;

export async function addUser(tx: Tx, values: typeof userTable.$inferInsert): Promise<string> {
  const [added] = await tx.insert(userTable).values(values).returning({ _id: userTable._id });
  return String(added?._id);
}

/** Changes an account and returns it; `undefined` if there is none. */
export async function changeUser(
  db: Db,
  _id: string,
  change: PgUpdateSetSource<typeof userTable>,
): Promise<User | undefined> {
  const [user] = await db.update(userTable).set(change).where(eq(userTable._id, _id)).returning();
  return user;
}
