import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';

/**
 * The column that says which branch a row belongs to, or that rows belong to the centre as a whole, or, where a row is
 * of several branches, the condition under which it is of the branch of `user`.
 */
export type BranchColumn = PgColumn | 'whole-centre' | ((user: SignedInUser) => SQL);

/** The condition that leaves only rows `user` may see; `undefined` when that is all of them. */
export function ownBranchOnly(user: SignedInUser, column: BranchColumn): SQL | undefined {
  if (column === 'whole-centre' || seesAllBranches(user.role)) return undefined;
  return typeof column === 'function' ? column(user) : eq(column, user.branchId);
}
