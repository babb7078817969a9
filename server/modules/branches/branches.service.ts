import { eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { branchTable } from './branches.table.ts';

/** Throws `fieldsInvalid` unless `branchId`, written in `field`, is a branch in which `user` may keep records. */
export async function requireBranch(tx: Tx, user: SignedInUser, field: string, branchId: string): Promise<void> {
  const isAllowed = seesAllBranches(user.role) || branchId.toLowerCase() === user.branchId;
  const isThere = isAllowed && (await tx.$count(branchTable, eq(branchTable._id, branchId))) > 0;
  if (!isThere) throw fieldsInvalid({ [field]: 'branchUnknown' });
}

/** Throws `fieldsInvalid` unless `branchIds`, written in `field`, are different branches of the centre. */
export async function requireBranches(tx: Tx, field: string, branchIds: readonly string[]): Promise<void> {
  const known = branchIds.length === 0 ? 0 : await tx.$count(branchTable, inArray(branchTable._id, [...branchIds]));
  if (known < branchIds.length) throw fieldsInvalid({ [field]: 'branchUnknown' });
}
