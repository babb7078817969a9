import { and, eq, sql } from 'drizzle-orm';
import { can, seesAllBranches } from '#contract/roles.ts';
import { rightsOf } from '#server/centre/users/account-grants.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';

type OfMove = Pick<typeof moveTable.$inferSelect, 'userId' | 'list' | 'branchId'>;

/**
 * True while the author of a move may still write it. A run asks before each of its slices, because
 * the account may be closed, or its right be taken away, while it goes on.
 */
export async function mayGoOn(tx: Db | Tx, { userId, list, branchId }: OfMove): Promise<boolean> {
  const open = and(eq(userTable._id, userId), eq(userTable.active, true));
  if ((await tx.$count(userTable, open)) === 0) return false;
  const rights = await rightsOf(tx, userId);
  return rights.some((right) =>
    list === null
      ? can(right, 'moves:write')
      : can(right, `${list}:write`) && (seesAllBranches(right.role) || right.branchId === branchId),
  );
}

/** Ends a run before its end; what is left can be written later, by whoever may. */
export async function stopMove(tx: Db | Tx, moveId: string): Promise<void> {
  await tx
    .update(moveTable)
    .set({ state: 'stopped', endedAt: sql`now()` })
    .where(and(eq(moveTable._id, moveId), eq(moveTable.state, 'running')));
}
