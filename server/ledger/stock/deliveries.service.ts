import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import {
  deliveries,
  type Delivery,
  type DeliveryInput,
  type DeliveryLine,
} from '#contract/stock/deliveries.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import {
  deliveryLineTable as lineTable,
  deliveryTable as table,
} from '#server/db/tables/ledger/deliveries.table.ts';
import { lockStock, requireCounted, moveStock } from './stock-levels.ts';
type Costed = DeliveryLine & { costLAK: number | null };

/** SQL for names of people, and for the lines, which have their own table. */
export const deliveryParts = {
  receivedBy: nameOfUser(table.receivedById),
  takenBackBy: nameOfUser(table.takenBackById),
  lines: sql<Delivery['lines']>`(
    select json_agg(json_build_object('productId', line.product_id, 'quantity', line.quantity,
      'costLAK', line.cost_lak,
      'cost',
          case
            when line.cost_amount is not null then json_build_object('amount', line.cost_amount,
              'currency', line.cost_currency) end)
        order by line.position)
    from ${lineTable} line where line.delivery_id = deliveries.id)`,
};

/** A delivery that `user` may see; `lock` keeps it unchanged until the transaction ends. */
export async function readDelivery(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
  { lock = false } = {},
): Promise<Delivery> {
  const own = and(eq(table._id, _id), ownBranchOnly(user, table.branchId));
  if (lock) await db.select({ _id: table._id }).from(table).where(own).for('no key update');
  const [found] = await db
    .select({ ...getTableColumns(table), ...deliveryParts })
    .from(table)
    .where(own);
  if (!found) throw new ApiError('notFound');
  return found;
}

/** The cost of each line in kip, by the newest rates. */
async function costLines(tx: Tx, lines: readonly DeliveryLine[]): Promise<Costed[]> {
  const costed: Costed[] = [];
  for (const { productId, quantity, cost } of lines) {
    costed.push({
      productId: productId.toLowerCase(),
      quantity,
      cost,
      costLAK: cost && (await amountInKip(tx, cost.amount, cost.currency)),
    });
  }
  return costed;
}

type Cost = Pick<typeof productTable.$inferSelect, 'costAmount' | 'costCurrency' | 'costLAK'>;

const costOf = ({ cost, costLAK }: Costed): Cost => ({
  costAmount: cost?.amount ?? null,
  costCurrency: cost?.currency ?? null,
  costLAK,
});
const costWords = ({ costAmount, costCurrency, costLAK }: Cost) => ({
  cost: costAmount === null ? null : { amount: costAmount, currency: costCurrency },
  costLAK,
});

/** Stores the costs of this purchase as those of the products, which the caller has locked. */
async function saveCosts(tx: Tx, lines: readonly Costed[]): Promise<AuditEntry[]> {
  const newest = new Map(
    lines.filter(({ cost }) => cost !== null).map((line) => [line.productId, costOf(line)]),
  );
  const products = await tx
    .select()
    .from(productTable)
    .where(inArray(productTable._id, [...newest.keys()]));
  const rows = [...newest].map(([id, { costAmount, costCurrency, costLAK }]) => ({
    id,
    amount: costAmount,
    currency: costCurrency,
    lak: costLAK,
  }));
  await tx.execute(sql`
    update ${productTable}
    set cost_amount = cost.amount, cost_currency = cost.currency, cost_lak = cost.lak,
      version = version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}) as cost(id uuid, amount bigint, currency text,
      lak bigint)
    where products.id = cost.id`);
  return products.map((before) => {
    const after = newest.get(before._id) ?? before;
    return {
      action: 'update',
      entity: 'products',
      entityId: before._id,
      before: costWords(before),
      after: costWords(after),
    };
  });
}

/** POST `/deliveries`: adds the goods to stock and updates the costs of the products. */
export async function receiveDelivery(
  writer: Writer,
  { branchId, supplier, supplierNote, ...input }: DeliveryInput,
): Promise<WriteResult<Delivery>> {
  const { tx, user } = writer;
  await requireBranch(tx, user, 'branchId', branchId);
  const lines = await costLines(tx, input.lines);
  await takeLocks(tx, {
    products: lines.filter(({ cost }) => cost !== null).map(({ productId }) => productId),
  });
  const keys = lines.map(({ productId }) => ({ productId, branchId }));
  const stock = await lockStock(tx, keys);
  await requireCounted(tx, keys, (index) => `lines.${index}.productId`, stock);
  const { at } = stock;
  const number = await nextBranchNumber(tx, 'delivery', branchId, at);
  const _id = uuidv7();
  const search = searchText({ number, supplier, supplierNote }, deliveries.search);
  await tx.insert(table).values({
    _id,
    number,
    branchId,
    supplier,
    supplierNote,
    receivedById: user._id,
    receivedAt: at,
    search,
  });
  await insertMany(
    tx,
    lineTable,
    lines.map((line, position) => ({
      deliveryId: _id,
      position,
      productId: line.productId,
      quantity: line.quantity,
      ...costOf(line),
    })),
  );
  const audit = await saveCosts(tx, lines);
  await moveStock(
    writer,
    stock,
    lines.map(({ productId, quantity, cost, costLAK }) => ({
      productId,
      branchId,
      type: 'purchaseIn' as const,
      qtyChange: quantity,
      paper: 'delivery' as const,
      paperId: _id,
      paperNumber: number,
      ...(cost && { unitCostLAK: costLAK }),
    })),
  );
  const answer = await readDelivery(tx, user, _id);
  return {
    answer,
    audit: [{ action: 'create', entity: deliveries.name, entityId: _id, after: answer }, ...audit],
  };
}

/**
 * POST `/deliveries/{id}/take-back`: removes the same goods from stock, at the cost at which they
 * were received.
 */
export async function takeBackDelivery(
  writer: Writer,
  _id: string,
  reason: string,
): Promise<WriteResult<Delivery>> {
  const { tx, user } = writer;
  const before = await readDelivery(tx, user, _id, { lock: true });
  if (before.takenBackAt !== null) throw new ApiError('deliveryTakenBack');
  const { branchId, number } = before;
  const stock = await lockStock(
    tx,
    before.lines.map(({ productId }) => ({ productId, branchId })),
  );
  const received = await tx
    .select()
    .from(lineTable)
    .where(eq(lineTable.deliveryId, _id))
    .orderBy(asc(lineTable.position));
  await moveStock(
    writer,
    stock,
    received.map(({ productId, quantity, costLAK }) => ({
      productId,
      branchId,
      type: 'purchaseIn' as const,
      qtyChange: -quantity,
      paper: 'delivery' as const,
      paperId: _id,
      paperNumber: number,
      reason,
      ...(costLAK !== null && { unitCostLAK: costLAK }),
    })),
  );
  await tx
    .update(table)
    .set({ takenBackAt: stock.at, takenBackById: user._id, takenBackReason: reason })
    .where(eq(table._id, _id));
  const answer = await readDelivery(tx, user, _id);
  return {
    answer,
    audit: {
      action: 'take-back',
      entity: deliveries.name,
      entityId: _id,
      before,
      after: answer,
      reason,
    },
  };
}
