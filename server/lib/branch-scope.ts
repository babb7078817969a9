import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';

/**
 * The column with the branch of a row; or the word for rows of the whole centre; or, for rows of
 * several branches, the condition under which a row belongs to the branch of `user`.
 */
export type BranchColumn = PgColumn | 'whole-centre' | ((user: SignedInUser) => SQL);

/** The condition for the rows that `user` may see; `undefined` if those are all rows. */
export function ownBranchOnly(user: SignedInUser, column: BranchColumn): SQL | undefined {
  if (column === 'whole-centre' || seesAllBranches(user.role)) return undefined;
  return typeof column === 'function' ? column(user) : eq(column, user.branchId);
}

/** The branch that a list shows to `user` who asked for one; undefined for all branches. */
export const listedBranch = (
  user: SignedInUser,
  asked: string | null | undefined,
): string | undefined => (seesAllBranches(user.role) ? asked : user.branchId) ?? undefined;
