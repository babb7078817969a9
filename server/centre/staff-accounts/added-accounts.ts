import { and, eq, inArray, isNull } from 'drizzle-orm';
import { NEWS } from '#contract/centre/whats-new.ts';
import { staffAccounts, type StaffAccountInput } from '#contract/centre/staff-accounts.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { searchText } from '#server/db/search-text.ts';
import type { Tx } from '#server/db/client.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { NO_PASSWORD } from '#server/lib/password.ts';
import type { Writer } from '#server/lib/writer.ts';
import { tellOfRole } from './staff-accounts.service.ts';

/**
 * Adds accounts without a password: nobody can sign in with one of them until a temporary password
 * is made for it. The superadmins are told of each one that sees money or accounts of others.
 */
export async function addAccounts(
  { tx, user, actor }: Writer,
  rows: readonly (StaffAccountInput & { _id: string })[],
): Promise<void> {
  await insertMany(
    tx,
    userTable,
    rows.map((row) => ({
      ...{ ...row, search: searchText(row, staffAccounts.search) },
      ...{ passwordHash: NO_PASSWORD, mustChangePassword: true, seenNews: NEWS },
      temporaryUntil: new Date().toISOString(),
    })),
  );
  // Of no branch, because an alert would keep a new branch from being taken back.
  for (const row of rows) await tellOfRole(tx, { user }, { ...row, branchId: null });
  await recordAudits(
    tx,
    actor,
    rows.map((after) => ({
      ...{ action: 'create', entity: staffAccounts.name, entityId: after._id, after },
    })),
  );
}

/**
 * Removes added accounts with the right in their own branch; throws if one of them was changed or
 * somebody has signed in with it. The database refuses while anything else names one.
 */
export async function removeAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  const { _id, version, lastSignInAt, temporaryUsedAt } = userTable;
  const { userId, createdById, permissionSetId } = accountGrantTable;
  const untouched = and(
    inArray(_id, [...ids]),
    ...[eq(version, 1), isNull(lastSignInAt), isNull(temporaryUsedAt)],
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
