import { and, desc, eq, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MAX_RATE_USES, type RateUses } from '#contract/money/exchange-rates.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { latinNameOf, nameOfPayer } from '#server/people/students/payer-name.ts';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';

/**
 * GET `/exchange-rates/{id}/payments`: the payments of the user's branches that were converted at
 * this rate.
 */
export async function rateUses(db: Db, user: SignedInUser, rateId: string): Promise<RateUses> {
  const where = and(eq(table.rateId, rateId), ownBranchOnly(user, table.branchId));
  const { _id, at, currency, tendered, amountLAK, state } = table;
  const payments = await db
    .select({
      _id,
      at,
      currency,
      tendered,
      amountLAK,
      state,
      payerName: sql<string>`coalesce(${nameOfPayer}, '')`,
      payerNameEn: latinNameOf(table.payerStudentId),
      receiptNumber: receiptTable.number,
    })
    .from(table)
    .leftJoin(receiptTable, eq(receiptTable._id, table.receiptId))
    .where(where)
    .orderBy(desc(at), desc(_id))
    .limit(MAX_RATE_USES);
  return { count: await db.$count(table, where), payments };
}
