import { and, eq, getTableColumns, gt, lt, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  stockMovements,
  type MovementSums,
  type StockMovement,
  type StockMovementInput,
  type stockMovementsQuery,
} from '#contract/stock/stock-movements.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { lockStock, requireCounted, moveStock } from './stock-levels.ts';
import { stockMovementTable as table } from '#server/db/tables/ledger/stock.table.ts';

type Filter = Pick<
  z.output<typeof stockMovementsQuery>,
  'productId' | 'branchId' | 'type' | 'paper' | 'from' | 'to'
>;

/** Fields of a movement that are not columns. */
export const movementNames = { by: nameOfUser(table.byId) };

/** Midnight in Laos at the beginning of a day, or at the end of it. */
const midnight = (day: string, after: number) =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone 'Asia/Vientiane'`;

export function movementFilter({
  productId,
  branchId,
  type,
  paper,
  from,
  to,
}: Filter): SQL | undefined {
  return and(
    productId === undefined ? undefined : eq(table.productId, productId),
    branchId === undefined ? undefined : eq(table.branchId, branchId),
    type && eq(table.type, type),
    paper && eq(table.paper, paper),
    from ? sql`${table.at} >= ${midnight(from, 0)}` : undefined,
    to ? sql`${table.at} < ${midnight(to, 1)}` : undefined,
  );
}

/** The quantities that came and went, over all rows that match the filter of a list. */
export async function sumMovements(
  db: Db,
  user: SignedInUser,
  filter: Filter,
): Promise<MovementSums> {
  const sumWhere = (condition: SQL) =>
    sql`coalesce(sum(abs(${table.qtyChange})) filter (where ${condition}), 0)`.mapWith(
      (sum: string) => readSum(sum),
    );
  const [sums] = await db
    .select({ came: sumWhere(gt(table.qtyChange, 0)), went: sumWhere(lt(table.qtyChange, 0)) })
    .from(table)
    .where(and(ownBranchOnly(user, table.branchId), movementFilter(filter)));
  return sums ?? { came: 0, went: 0 };
}

async function readMovement(tx: Tx, _id: string): Promise<StockMovement> {
  const [found] = await tx
    .select({ ...getTableColumns(table), ...movementNames })
    .from(table)
    .where(eq(table._id, _id));
  if (!found) throw new Error('The new movement is not there');
  return found;
}

/** POST `/stock-movements`: a movement written by hand. */
export async function moveByHand(
  writer: Writer,
  { productId, branchId, type, quantity, reason }: StockMovementInput,
): Promise<WriteResult<StockMovement>> {
  const { tx, user } = writer;
  await requireBranch(tx, user, 'branchId', branchId);
  const stock = await lockStock(tx, [{ productId, branchId }]);
  await requireCounted(tx, [{ productId }], () => 'productId', stock);
  const qtyChange = type === 'opening' ? quantity : -quantity;
  const [moved] = await moveStock(writer, stock, [
    { productId, branchId, type, qtyChange, paper: 'hand', reason },
  ]);
  const answer = await readMovement(tx, String(moved?._id));
  return {
    answer,
    audit: { action: 'create', entity: stockMovements.name, entityId: answer._id, after: answer },
  };
}
