import { and, eq, max } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { PaperKind } from '#contract/words/paper-code.ts';
import type { PaperPrint } from '#contract/orders/papers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { printTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';

/** POST `/papers/{kind}/{id}/print`: increments the number of prints, one desk after the other. */
export async function printPaper(
  { tx, user }: Writer,
  kind: PaperKind,
  ofId: string,
): Promise<Written<PaperPrint>> {
  const table = kind === 'receipt' ? receiptTable : orderTable;
  const [paper] = await tx
    .select({ branchId: table.branchId, number: table.number })
    .from(table)
    .where(and(eq(table._id, ofId), ownBranchOnly(user, table.branchId)))
    .for('no key update');
  if (!paper) throw new ApiError('notFound');
  const [last] = await tx
    .select({ copy: max(printTable.copy) })
    .from(printTable)
    .where(and(eq(printTable.paper, kind), eq(printTable.ofId, ofId)));
  const copy = (last?.copy ?? 0) + 1;
  await tx.insert(printTable).values({
    _id: uuidv7(),
    paper: kind,
    ofId,
    copy,
    byId: user._id,
    at: await transactionNow(tx),
  });
  return {
    answer: { copy },
    audit: {
      action: 'print',
      entity: kind === 'receipt' ? 'receipts' : 'orders',
      entityId: ofId,
      branchId: paper.branchId,
      after: { paper: kind, number: paper.number, copy },
    },
  };
}
