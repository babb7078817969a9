import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { OwnBranch, SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { isRunning, lockRight } from '#server/centre/users/account-grants.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import type { Session } from '#server/lib/current-user.ts';
import { writeAudited } from '#server/lib/write.ts';
import { missingHalfOf } from './second-factor.service.ts';

/** GET `/auth/branches`: the branches in which the person has a right today, by name. */
export function ownBranches(db: Db, user: SignedInUser): Promise<OwnBranch[]> {
  const { branchId, role, until } = accountGrantTable;
  const { branchName, branchNameLo, code } = branchTable;
  return db
    .select({
      branchId,
      branchName,
      branchNameLo,
      code,
      role,
      until,
      isCurrent: sql<boolean>`${branchId} = ${user.branchId}`,
    })
    .from(accountGrantTable)
    .innerJoin(branchTable, eq(branchTable._id, branchId))
    .where(and(eq(accountGrantTable.userId, user._id), isRunning))
    .orderBy(asc(branchName));
}

/** The names of the drawers that the person has opened in this branch and not closed. */
async function openDrawersOf(tx: Tx, userId: string, branchId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: drawerTable.name })
    .from(shiftTable)
    .innerJoin(drawerTable, eq(drawerTable._id, shiftTable.drawerId))
    .where(
      and(
        eq(shiftTable.openedById, userId),
        eq(shiftTable.branchId, branchId),
        isNull(shiftTable.closedAt),
      ),
    )
    .orderBy(asc(drawerTable.name));
  return rows.map(({ name }) => name);
}

/**
 * POST `/auth/branch`: the session works in another branch with the role that the person has there,
 * and in no other. A drawer of theirs that stays open is named first.
 */
export function changeBranch(
  db: Db,
  actor: Actor,
  { user, tokenHash }: Session,
  { branchId: asked, leaveDrawer }: { branchId: string; leaveDrawer: boolean },
): Promise<SignedInUser> {
  const branchId = asked.toLowerCase();
  return writeAudited(db, actor, async (tx) => {
    const right = await lockRight(tx, user._id, branchId);
    if (right === undefined) throw new ApiError('forbidden');
    const next = { ...user, ...right, branchId };
    if (branchId === user.branchId) return { answer: next, audit: [] };
    // The right may be younger than the session, which then knows nothing of a second factor.
    if ((await missingHalfOf(tx, next)) === 'setUp') throw new ApiError('secondFactorNeeded');
    const open = leaveDrawer ? [] : await openDrawersOf(tx, user._id, user.branchId);
    if (open.length > 0) throw new ApiError('drawerStaysOpen', { n: open.join(', ') });
    const moved = await tx
      .update(sessionTable)
      .set({ branchId: sql`nullif(${branchId}::uuid, ${userTable.branchId})` })
      .from(userTable)
      .where(and(eq(sessionTable.tokenHash, tokenHash), eq(userTable._id, sessionTable.userId)))
      .returning({ userId: sessionTable.userId });
    if (moved.length === 0) throw new ApiError('unauthenticated');
    return {
      answer: next,
      audit: {
        action: 'change-branch',
        entity: 'users',
        entityId: user._id,
        before: { branchId: user.branchId, role: user.role },
        after: { branchId, role: right.role },
      },
    };
  });
}
