import { eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid, ApiError } from '#server/lib/api-error.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/**
 * The branch `branchId` of the field `field`; throws `fieldsInvalid` unless `user` may keep records
 * in it.
 */
export async function requireBranch(
  db: Db | Tx,
  user: SignedInUser,
  field: string,
  branchId: string,
): Promise<typeof branchTable.$inferSelect> {
  const isAllowed = seesAllBranches(user.role) || branchId.toLowerCase() === user.branchId;
  const [branch] = isAllowed
    ? await db.select().from(branchTable).where(eq(branchTable._id, branchId))
    : [];
  if (!branch) throw fieldsInvalid({ [field]: 'branchUnknown' });
  return branch;
}

/** Throws `fieldsInvalid` for `field` unless `branchIds` are different existing branches. */
export async function requireBranches(
  tx: Tx,
  field: string,
  branchIds: readonly string[],
): Promise<void> {
  const count =
    branchIds.length === 0
      ? 0
      : await tx.$count(branchTable, inArray(branchTable._id, [...branchIds]));
  if (count < branchIds.length) throw fieldsInvalid({ [field]: 'branchUnknown' });
}

export type DeskBranch = typeof branchTable.$inferSelect;

export async function readBranch(db: Db | Tx, _id: string): Promise<DeskBranch> {
  const [branch] = await db.select().from(branchTable).where(eq(branchTable._id, _id));
  if (!branch) throw new ApiError('notFound');
  return branch;
}
