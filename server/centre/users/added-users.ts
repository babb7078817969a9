import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError } from '#server/lib/api-error.ts';

/** Adds many accounts at once. */
export const addUsers = (tx: Tx, rows: readonly (typeof userTable.$inferInsert)[]): Promise<void> =>
  insertMany(tx, userTable, rows);

/**
 * Removes added accounts with the right in their own branch; throws if one of them was changed or
 * somebody has signed in with it. The database refuses while anything else names one.
 */
export async function removeUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  const { _id, version, lastSignInAt, temporaryUsedAt } = userTable;
  const { userId, createdById, permissionSetId } = accountGrantTable;
  const untouched = and(
    inArray(_id, [...ids]),
    eq(version, 1),
    isNull(lastSignInAt),
    isNull(temporaryUsedAt),
  );
  // Behind the lock of the accounts, so that nobody signs in meanwhile.
  await tx
    .select({ _id })
    .from(userTable)
    .where(inArray(_id, [...ids]))
    .orderBy(_id)
    .for('update');
  await tx
    .delete(accountGrantTable)
    .where(and(inArray(userId, [...ids]), isNull(createdById), isNull(permissionSetId)));
  const removed = await tx.delete(userTable).where(untouched).returning({ _id });
  if (removed.length < ids.length) throw new ApiError('importInUse');
}
