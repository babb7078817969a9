import { and, eq } from 'drizzle-orm';
import type { PaperPrint } from '#contract/orders/papers.ts';
import { can } from '#contract/roles.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { addPrint } from './add-print.ts';

/**
 * POST `/closings/{id}/print`: increments the print count of a closing of a drawer or a day. The
 * row is locked, so that two desks never get the same count.
 */
export async function printClosing(writer: Writer, ofId: string): Promise<WriteResult<PaperPrint>> {
  const { tx, user } = writer;
  const [closing] = await tx
    .select()
    .from(closingTable)
    .where(
      and(
        eq(closingTable._id, ofId),
        eq(closingTable.act, 'closed'),
        ownBranchOnly(user, closingTable.branchId),
      ),
    )
    .for('no key update');
  if (!closing || (closing.shiftId === null && !can(user, 'days:read')))
    throw new ApiError('notFound');
  const copy = await addPrint(writer, 'closing', ofId);
  const { shiftId, day, branchId } = closing;
  return {
    answer: { copy },
    audit: {
      action: 'print',
      entity: shiftId === null ? 'days' : 'shifts',
      entityId: shiftId ?? branchId,
      branchId,
      after: { day, copy },
    },
  };
}
