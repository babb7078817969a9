import { and, asc, eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  stockCounts,
  type CountLine,
  type CountLineInput,
  type StockCount,
} from '#contract/stock/stock-counts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { lockOpenCount, readCount } from './stock-counts.service.ts';
import { countLineTable as table } from '#server/db/tables/ledger/stock-counts.table.ts';
import { movementNames } from './stock-movements.service.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';

const MINUTE_MS = 60_000;

/**
 * Lines of a sheet in the order of the shelf. While a blind sheet is open, the expected quantities
 * are hidden from everybody.
 */
async function linesOf(
  db: Db | Tx,
  { _id, branchId, blind, status }: StockCount,
  which?: SQL,
): Promise<CountLine[]> {
  const isHidden = blind && status === 'open';
  const level = stockLevelTable;
  // A closed sheet shows the cost at which its difference was booked, whatever came later.
  const bookedCost = sql<number | null>`(
    select booked.unit_cost_lak::float8 from ${stockMovementTable} booked
    where booked.paper_id = ${table.countId} and booked.product_id = ${table.productId} limit 1)`;
  const rows = await db
    .select({
      productId: table.productId,
      expected: table.expected,
      counted: table.counted,
      seq: table.seq,
      countedAt: table.countedAt,
      costLAK: status === 'open' ? productTable.costLAK : bookedCost,
      countedBy: nameOfUser(table.countedById),
      onHand: sql<number>`coalesce(${level.onHand}, 0)`,
    })
    .from(table)
    .innerJoin(productTable, eq(productTable._id, table.productId))
    .leftJoin(level, and(eq(level.productId, table.productId), eq(level.branchId, branchId)))
    .where(and(eq(table.countId, _id), which))
    .orderBy(productTable.sku);
  return rows.map(({ onHand, expected, ...line }) => ({
    ...line,
    expected: isHidden ? null : expected,
    difference:
      isHidden || line.counted === null || expected === null ? null : line.counted - expected,
    movedSince: status === 'open' && expected !== null ? onHand - expected : 0,
  }));
}

/** GET `/stock-counts/{id}/lines`. */
export async function readLines(db: Db, user: SignedInUser, _id: string): Promise<CountLine[]> {
  return linesOf(db, await readCount(db, user, _id));
}

type Known = Pick<typeof stockLevelTable.$inferSelect, 'onHand' | 'seq'>;

/** The movements of a product since the minute of its count, up to a known one. */
async function movedSince(
  tx: Tx,
  { branchId, blind }: StockCount,
  productId: string,
  { countedAt, last }: { countedAt: string; last: number },
) {
  const moves = stockMovementTable;
  const minute = new Date(Math.floor(Date.parse(countedAt) / MINUTE_MS) * MINUTE_MS).toISOString();
  const rows = await tx
    .select({
      seq: moves.seq,
      type: moves.type,
      qtyChange: moves.qtyChange,
      qtyAfter: moves.qtyAfter,
      at: moves.at,
      paper: moves.paper,
      paperNumber: moves.paperNumber,
      reason: moves.reason,
      ...movementNames,
    })
    .from(moves)
    .where(
      and(
        eq(moves.productId, productId),
        eq(moves.branchId, branchId),
        gte(moves.at, minute),
        lte(moves.seq, last),
      ),
    )
    .orderBy(asc(moves.seq));
  return { rows, told: rows.map(({ qtyAfter, ...row }) => (blind ? row : { ...row, qtyAfter })) };
}

/**
 * The quantity in the books when a line was counted: the current one or, for a line with a time of
 * count, the one after the last movement that the person says came before.
 */
async function knownThen(
  tx: Tx,
  count: StockCount,
  productId: string,
  { countedAt, lastSeq }: CountLineInput,
): Promise<Known> {
  const level = stockLevelTable;
  const [found] = await tx
    .select({ onHand: level.onHand, seq: level.seq })
    .from(level)
    .where(and(eq(level.productId, productId), eq(level.branchId, count.branchId)));
  const now = found ?? { onHand: 0, seq: 0 };
  if (countedAt === null) return now;
  const { rows, told } = await movedSince(tx, count, productId, { countedAt, last: now.seq });
  const [first] = rows;
  if (!first) return now;
  if (lastSeq === null) throw new ApiError('movedMeanwhile', { rows: told });
  if (lastSeq < first.seq - 1 || lastSeq > now.seq) throw fieldsInvalid({ lastSeq: 'invalid' });
  const before = { seq: first.seq - 1, onHand: first.qtyAfter - first.qtyChange };
  const last = rows.find(({ seq }) => seq === lastSeq);
  return last ? { seq: last.seq, onHand: last.qtyAfter } : before;
}

/**
 * PUT `/stock-counts/{id}/lines/{productId}`: stores the counted quantity of one product, or clears
 * it.
 */
export async function saveCountLine(
  { tx, user }: Writer,
  countId: string,
  productId: string,
  input: CountLineInput,
): Promise<WriteResult<CountLine>> {
  const count = await lockOpenCount(tx, user, countId, 'share');
  const isLine = and(eq(table.countId, countId), eq(table.productId, productId));
  const [before] = await linesOf(tx, count, isLine);
  if (!before) throw new ApiError('notFound');
  const known = input.counted === null ? undefined : await knownThen(tx, count, productId, input);
  const values = known
    ? {
        counted: input.counted,
        expected: known.onHand,
        seq: known.seq,
        countedById: user._id,
        countedAt: input.countedAt ?? sql`clock_timestamp()`,
      }
    : { counted: null, expected: null, seq: null, countedById: null, countedAt: null };
  await tx.update(table).set(values).where(isLine);
  const [answer] = await linesOf(tx, count, isLine);
  if (!answer) throw new ApiError('notFound');
  const { branchId } = count;
  return {
    answer,
    audit: {
      action: 'count',
      entity: stockCounts.name,
      entityId: countId,
      branchId,
      before,
      after: answer,
    },
  };
}
