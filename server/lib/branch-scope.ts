import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';

/** The column that says which branch a row belongs to, or that rows belong to the centre as a whole. */
export type BranchColumn = PgColumn | 'whole-centre';

/** The condition that leaves only rows `user` may see; `undefined` when that is all of them. */
export function ownBranchOnly(user: SignedInUser, column: BranchColumn): SQL | undefined {
  return column === 'whole-centre' || seesAllBranches(user.role) ? undefined : eq(column, user.branchId);
}
