import { and, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import {
  stockTransfers,
  type StockTransfer,
  type StockTransferInput,
  type StockTransferStatus,
} from '#contract/stock/stock-transfers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireBranch, requireBranches } from '#server/centre/branches/branches.service.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { requireCounted } from './stock-levels.ts';
import {
  stockTransferTable as table,
  transferLineTable as lineTable,
} from '#server/db/tables/ledger/stock-transfers.table.ts';

/** Both branches see a transfer. */
export const stockTransferBranch = ({ branchId }: SignedInUser): SQL =>
  eitherBranchOfStockTransfer(branchId);
export const eitherBranchOfStockTransfer = (branchId: string): SQL =>
  sql`(${or(eq(table.fromBranchId, branchId), eq(table.toBranchId, branchId))})`;

/** SQL for names of people, and for the lines, which have their own table. */
export const transferParts = {
  createdBy: nameOfUser(table.createdById),
  sentBy: nameOfUser(table.sentById),
  endedBy: nameOfUser(table.endedById),
  lines: sql<StockTransfer['lines']>`(
    select json_agg(json_build_object('productId', line.product_id, 'quantity', line.quantity,
      'missing', line.missing, 'damaged', line.damaged, 'note', line.note) order by line.position)
    from ${lineTable} line where line.transfer_id = stock_transfers.id)`,
};

/** A transfer that `user` may see. */
export async function readStockTransfer(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<StockTransfer> {
  const own = and(eq(table._id, _id), ownBranchOnly(user, stockTransferBranch));
  const [found] = await db
    .select({ ...getTableColumns(table), ...transferParts })
    .from(table)
    .where(own);
  if (!found) throw new ApiError('notFound');
  return found;
}

type Step = { version: number; from: StockTransferStatus; by: 'fromBranchId' | 'toBranchId' };

/**
 * Locks a transfer if the branch of `user` may take its next step, from the status and version that
 * they know.
 */
export async function lockTransfer(
  { tx, user }: Writer,
  _id: string,
  { version, from, by }: Step,
): Promise<StockTransfer> {
  await tx.select({ _id: table._id }).from(table).where(eq(table._id, _id)).for('no key update');
  const transfer = await readStockTransfer(tx, user, _id);
  if (!seesAllBranches(user.role) && transfer[by] !== user.branchId)
    throw new ApiError('forbidden');
  if (transfer.status !== from) throw new ApiError('transferStep');
  if (transfer.version !== version) throw new ApiError('versionConflict');
  return transfer;
}

/** Throws unless the lines are of different products with tracked stock. */
async function checkLines(tx: Tx, { lines, toBranchId }: StockTransferInput): Promise<void> {
  await requireBranches(tx, 'toBranchId', [toBranchId]);
  const ids = lines.map(({ productId }) => productId.toLowerCase());
  const twice = ids.flatMap((productId, index) =>
    ids.indexOf(productId) < index ? [[`lines.${index}.productId`, 'productTwice'] as const] : [],
  );
  if (twice.length > 0) throw fieldsInvalid(Object.fromEntries(twice));
  await requireCounted(tx, lines, (index) => `lines.${index}.productId`);
}

const saveLines = (tx: Tx, transferId: string, lines: StockTransferInput['lines']) =>
  insertMany(
    tx,
    lineTable,
    lines.map((line, position) => ({
      ...line,
      transferId,
      position,
      missing: 0,
      damaged: 0,
      note: '',
    })),
  );

/** POST `/stock-transfers`: a draft; nothing moves yet. */
export async function draftTransfer(
  { tx, user }: Writer,
  input: StockTransferInput,
): Promise<WriteResult<StockTransfer>> {
  const { fromBranchId, toBranchId, note, lines } = input;
  await requireBranch(tx, user, 'fromBranchId', fromBranchId);
  await checkLines(tx, input);
  const number = await nextBranchNumber(tx, 'transfer', fromBranchId, await transactionNow(tx));
  const _id = uuidv7();
  await tx.insert(table).values({
    _id,
    number,
    fromBranchId,
    toBranchId,
    note,
    createdById: user._id,
    search: searchText({ number }, stockTransfers.search),
  });
  await saveLines(tx, _id, lines);
  const answer = await readStockTransfer(tx, user, _id);
  return {
    answer,
    audit: {
      action: 'create',
      entity: stockTransfers.name,
      entityId: _id,
      after: answer,
      branchId: fromBranchId,
    },
  };
}

/**
 * PUT `/stock-transfers/{id}`: replaces the content of a draft. The sending branch cannot change,
 * because the number names it.
 */
export async function replaceDraft(
  writer: Writer,
  _id: string,
  { version, ...input }: StockTransferInput & { version: number },
): Promise<WriteResult<StockTransfer>> {
  const { tx, user } = writer;
  const before = await lockTransfer(writer, _id, { version, from: 'draft', by: 'fromBranchId' });
  if (input.fromBranchId.toLowerCase() !== before.fromBranchId)
    throw fieldsInvalid({ fromBranchId: 'cannotChange' });
  await checkLines(tx, input);
  await tx.delete(lineTable).where(eq(lineTable.transferId, _id));
  await saveLines(tx, _id, input.lines);
  await saveStep(tx, before, { toBranchId: input.toBranchId, note: input.note });
  const answer = await readStockTransfer(tx, user, _id);
  return {
    answer,
    audit: {
      action: 'update',
      entity: stockTransfers.name,
      entityId: _id,
      before,
      after: answer,
      branchId: before.fromBranchId,
    },
  };
}

/** Changes a locked transfer and increments its version. */
export const saveStep = (
  tx: Tx,
  { _id, version }: StockTransfer,
  values: Partial<typeof table.$inferInsert>,
) =>
  tx
    .update(table)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, _id));
