import { and, eq } from 'drizzle-orm';
import type { PaperKind } from '#contract/words/paper-code.ts';
import type { PaperPrint } from '#contract/orders/papers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { addPrint } from '#server/ledger/days/add-print.ts';

/** POST `/papers/{kind}/{id}/print`: increments the number of prints, one desk after the other. */
export async function printPaper(
  writer: Writer,
  kind: PaperKind,
  ofId: string,
): Promise<WriteResult<PaperPrint>> {
  const { tx, user } = writer;
  const table = kind === 'receipt' ? receiptTable : orderTable;
  const [paper] = await tx
    .select({ branchId: table.branchId, number: table.number })
    .from(table)
    .where(and(eq(table._id, ofId), ownBranchOnly(user, table.branchId)))
    .for('no key update');
  if (!paper) throw new ApiError('notFound');
  const copy = await addPrint(writer, kind, ofId);
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
