import { and, eq, getTableColumns, isNotNull, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  stockCounts,
  type StockCount,
  type StockCountInput,
} from '#contract/stock/stock-counts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { levelOf, lockStock, requireCounted, moveStock, type StockMove } from './stock-levels.ts';
import {
  countLineTable as lineTable,
  stockCountTable as table,
} from '#server/db/tables/ledger/stock-counts.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';

/** SQL for names of people, and for fields computed from the lines. */
export const countParts = {
  openedBy: nameOfUser(table.openedById),
  closedBy: nameOfUser(table.closedById),
  products: sql<number>`(
    select count(*)::int from ${lineTable} line
    where line.count_id = stock_counts.id)`,
  counted: sql<number>`(
    select count(line.counted)::int from ${lineTable} line
    where line.count_id = stock_counts.id)`,
};

/**
 * A sheet that `user` may see. A shared lock keeps it from being closed until the transaction ends;
 * closing takes an exclusive lock.
 */
export async function readCount(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
  lock?: 'share' | 'no key update',
): Promise<StockCount> {
  const own = and(eq(table._id, _id), ownBranchOnly(user, table.branchId));
  if (lock) await db.select({ _id: table._id }).from(table).where(own).for(lock);
  const [found] = await db
    .select({ ...getTableColumns(table), ...countParts })
    .from(table)
    .where(own);
  if (!found) throw new ApiError('notFound');
  return found;
}

/** Locks a sheet that is still open. */
export async function lockOpenCount(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  lock: 'share' | 'no key update',
): Promise<StockCount> {
  const count = await readCount(tx, user, _id, lock);
  if (count.status !== 'open') throw new ApiError('countClosed');
  return count;
}

/**
 * Adds the lines; refuses products that are on another open sheet of the branch, which it names.
 */
async function addLines(
  tx: Tx,
  countId: string,
  { branchId, categoryId }: StockCountInput,
): Promise<void> {
  const isOnSheet = sql`product.track_stock
    and (${categoryId}::uuid is null or product.category_id = ${categoryId}::uuid)
    and (product.active or exists (
      select from ${stockLevelTable} level
      where level.product_id = product.id and level.branch_id = ${branchId} and level.on_hand <> 0))`;
  const { rows: others } = await tx.execute<{ en: string; lo: string }>(sql`
    select product.name_en as en, product.name_lo as lo from ${productTable} product
    join ${lineTable} line on line.product_id = product.id and line.open_in_branch_id = ${branchId}
    where ${isOnSheet}
    order by product.sku`);
  if (others.length > 0) {
    const names = (language: 'en' | 'lo') => others.map((other) => other[language]).join(', ');
    throw new ApiError('countOverlaps', { n: { en: names('en'), lo: names('lo') } });
  }
  const added = await tx.execute(sql`
    insert into ${lineTable} (count_id, product_id, open_in_branch_id)
    select ${countId}, product.id, ${branchId} from ${productTable} product
    where ${isOnSheet}`);
  if (added.rowCount === 0) throw fieldsInvalid({ categoryId: 'noProducts' });
}

/**
 * POST `/stock-counts`: opens a sheet with all products of a category that have tracked stock and
 * are active or on hand.
 */
export async function openCount(
  { tx, user }: Writer,
  { branchId, categoryId }: StockCountInput,
): Promise<WriteResult<StockCount>> {
  await requireBranch(tx, user, 'branchId', branchId);
  const isKnown =
    categoryId === null ||
    (await tx.$count(productCategoryTable, eq(productCategoryTable._id, categoryId))) > 0;
  if (!isKnown) throw fieldsInvalid({ categoryId: 'categoryUnknown' });
  const openedAt = await transactionNow(tx);
  // Taking the number makes other sheets of the branch wait, so that the search for open ones
  // misses none.
  const number = await nextBranchNumber(tx, 'count', branchId, openedAt);
  const [branch] = await tx
    .select({ blind: branchTable.blindCount })
    .from(branchTable)
    .where(eq(branchTable._id, branchId));
  const _id = uuidv7();
  const search = searchText({ number }, stockCounts.search);
  await tx.insert(table).values({
    _id,
    number,
    branchId,
    categoryId,
    blind: branch?.blind ?? false,
    openedById: user._id,
    openedAt,
    search,
  });
  await addLines(tx, _id, { branchId, categoryId });
  const answer = await readCount(tx, user, _id);
  return {
    answer,
    audit: { action: 'create', entity: stockCounts.name, entityId: _id, after: answer },
  };
}

type Closed = Partial<typeof table.$inferInsert> & {
  status: 'finished' | 'cancelled';
  reason: string;
};

async function closeCount(
  { tx, user }: Writer,
  before: StockCount,
  closed: Closed,
): Promise<WriteResult<StockCount>> {
  const { _id } = before;
  await tx
    .update(table)
    .set({ closedAt: await transactionNow(tx), ...closed, closedById: user._id })
    .where(eq(table._id, _id));
  await tx.update(lineTable).set({ openInBranchId: null }).where(eq(lineTable.countId, _id));
  const answer = await readCount(tx, user, _id);
  const action = closed.status === 'finished' ? 'finish' : 'cancel';
  return {
    answer,
    audit: {
      action,
      entity: stockCounts.name,
      entityId: _id,
      before,
      after: answer,
      reason: closed.reason,
    },
  };
}

/**
 * POST `/stock-counts/{id}/finish`: each line that differs from the books at its count becomes a
 * movement of the difference, so that later movements stay counted.
 */
export async function finishCount(
  writer: Writer,
  _id: string,
  reason: string,
): Promise<WriteResult<StockCount>> {
  const { tx, user } = writer;
  const before = await lockOpenCount(tx, user, _id, 'no key update');
  if (before.counted === 0) throw new ApiError('countEmpty');
  const { branchId, number } = before;
  const isDifferent = and(isNotNull(lineTable.counted), ne(lineTable.counted, lineTable.expected));
  const lines = await tx
    .select({
      productId: lineTable.productId,
      difference: sql<number>`${lineTable.counted} - ${lineTable.expected}`,
    })
    .from(lineTable)
    .innerJoin(productTable, eq(productTable._id, lineTable.productId))
    .where(and(eq(lineTable.countId, _id), isDifferent))
    .orderBy(productTable.sku);
  if (lines.length === 0)
    return closeCount(writer, before, {
      status: 'finished',
      reason,
      differing: 0,
      differenceLAK: 0,
    });
  const stock = await lockStock(
    tx,
    lines.map(({ productId }) => ({ productId, branchId })),
  );
  await requireCounted(tx, lines, (index) => `lines.${index}`, stock);
  const paper = { paper: 'count', paperId: _id, paperNumber: number, reason } as const;
  await moveStock(
    writer,
    stock,
    lines.map(({ productId, difference }): StockMove => ({
      productId,
      branchId,
      type: 'countAdjustment',
      qtyChange: difference,
      ...paper,
    })),
  );
  const worth = lines.map(
    ({ productId, difference }) =>
      difference * (levelOf(stock, { productId, branchId }).costLAK ?? 0),
  );
  const differenceLAK = worth.reduce((sum, one) => sum + one, 0);
  return closeCount(writer, before, {
    status: 'finished',
    reason,
    differing: lines.length,
    differenceLAK,
    closedAt: stock.at,
  });
}

/** POST `/stock-counts/{id}/cancel`: closes the sheet without movements. */
export async function cancelCount(
  writer: Writer,
  _id: string,
  reason: string,
): Promise<WriteResult<StockCount>> {
  const before = await lockOpenCount(writer.tx, writer.user, _id, 'no key update');
  return closeCount(writer, before, { status: 'cancelled', reason });
}
