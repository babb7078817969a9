import { and, eq, max } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { PaperPrint } from '#contract/orders/papers.ts';
import { can } from '#contract/roles.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { printTable } from '#server/db/tables/ledger/books.table.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';

/**
 * POST `/closings/{id}/print`: increments the print count of a closing of a drawer or a day. The
 * row is locked, so that two desks never get the same count.
 */
export async function printClosing(
  { tx, user }: Writer,
  ofId: string,
): Promise<Written<PaperPrint>> {
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
  if (!closing || (closing.shiftId === null && !can(user.role, 'days:read')))
    throw new ApiError('notFound');
  const [last] = await tx
    .select({ copy: max(printTable.copy) })
    .from(printTable)
    .where(and(eq(printTable.paper, 'closing'), eq(printTable.ofId, ofId)));
  const copy = (last?.copy ?? 0) + 1;
  await tx.insert(printTable).values({
    _id: uuidv7(),
    paper: 'closing',
    ofId,
    copy,
    byId: user._id,
    at: await transactionNow(tx),
  });
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
