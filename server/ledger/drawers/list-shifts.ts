import { and, eq, lt, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MAX_SHIFTS, type Shift } from '#contract/money/drawers.ts';
import type { Db } from '#server/db/client.ts';
import { chosenBranch } from '#server/lib/chosen-branch.ts';
import { readShifts } from './drawers.service.ts';
import { shiftTable as table } from '#server/db/tables/ledger/drawers.table.ts';

/**
 * GET `/shifts`: shifts by whole days, newest first, and every shift that is still open or has a
 * difference to be accepted, whatever its age.
 */
export async function listShifts(
  db: Db,
  user: SignedInUser,
  { branchId: asked, before }: { branchId?: string | undefined; before?: string | undefined },
): Promise<Shift[]> {
  const branchId = chosenBranch(user, asked);
  const older = and(
    eq(table.branchId, branchId),
    before === undefined ? undefined : lt(table.day, before),
  );
  const firstDay = sql`(
    select min(day)
    from (
      select ${table.day} as day from ${table}
      where ${older}
      order by ${table.day} desc, ${table.openedAt} desc limit ${MAX_SHIFTS}) newest)`;
  const waits =
    before === undefined ? sql`${table.closedAt} is null or ${table.toBeAccepted}` : sql`false`;
  return readShifts(db, user, and(older, sql`(${table.day} >= ${firstDay} or ${waits})`));
}
