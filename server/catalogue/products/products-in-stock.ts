import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/client.ts';
import { stockLevelTable as level } from '#server/db/tables/ledger/stock.table.ts';
import {
  stockTransferTable as transfer,
  transferLineTable as line,
} from '#server/db/tables/ledger/stock-transfers.table.ts';

/**
 * The products (of `ids`, or all) that are on hand, reserved for orders, or on the way between
 * branches.
 */
export async function productsInStock(db: Db | Tx, ids?: readonly string[]): Promise<Set<string>> {
  const levels = db
    .select({ productId: level.productId })
    .from(level)
    .where(
      and(
        or(ne(level.onHand, 0), ne(level.reserved, 0)),
        ids && inArray(level.productId, [...ids]),
      ),
    );
  const sent = db
    .select({ productId: line.productId })
    .from(line)
    .innerJoin(transfer, eq(transfer._id, line.transferId))
    .where(and(eq(transfer.status, 'sent'), ids && inArray(line.productId, [...ids])));
  const rows = await union(levels, sent);
  return new Set(rows.map(({ productId }) => productId));
}
