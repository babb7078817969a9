import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Shift } from '#contract/money/drawers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { dayTable } from '#server/db/tables/ledger/books.table.ts';
import { openBooks } from '#server/ledger/books/posting.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { readShift } from './drawers.service.ts';
import { drawerTable, shiftTable as table } from '#server/db/tables/ledger/drawers.table.ts';

/**
 * POST `/shifts/{id}/reopen`: the drawer is counted again. Money that the closing put into the safe
 * stays there, so only the money left in the drawer is counted; the difference comes out the same
 * unless the first count was wrong.
 */
export async function reopenShift(
  { tx, user }: Writer,
  shiftId: string,
  reason: string,
): Promise<WriteResult<Shift>> {
  const before = await readShift(tx, user, shiftId);
  const { drawerId, branchId, day } = before;
  await tx
    .select({ _id: drawerTable._id })
    .from(drawerTable)
    .where(eq(drawerTable._id, drawerId))
    .for('no key update');
  await takeLocks(tx, { shifts: [shiftId] });
  const { at } = await openBooks(tx, [branchId]);
  const [row] = await tx.select().from(table).where(eq(table._id, shiftId));
  if (!row || row.closedAt === null) throw new ApiError('stepNotAllowed');
  if (
    (await tx.$count(
      dayTable,
      and(
        eq(dayTable.branchId, branchId),
        eq(dayTable.day, day),
        sql`${dayTable.closedAt} is not null`,
      ),
    )) > 0
  )
    throw new ApiError('dayClosed');
  if ((await tx.$count(table, and(eq(table.drawerId, drawerId), isNull(table.closedAt)))) > 0)
    throw new ApiError('drawerOpen');
  await tx
    .update(table)
    .set({ closedById: null, closedAt: null, counts: null, toBeAccepted: false })
    .where(eq(table._id, shiftId));
  await tx
    .insert(closingTable)
    .values({ branchId, shiftId, day, act: 'reopened', content: null, reason, byId: user._id, at });
  const answer = await readShift(tx, user, shiftId);
  return {
    answer,
    audit: { action: 'reopen', entity: 'shifts', entityId: shiftId, before, after: answer, reason },
  };
}
