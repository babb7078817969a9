import { sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Product, ProductInput } from '#contract/stock/products.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';

type Levels = ProductInput['reorderLevels'];

/** The reorder levels of a product, for the branches that have set one. */
export const reorderLevelsOfProduct = sql<Levels>`coalesce((
  select jsonb_agg(
    jsonb_build_object('branchId', level.branch_id, 'level', level.reorder_level)
      order by level.branch_id
  )
  from ${stockLevelTable} level
  where level.product_id = ${productTable}.id and level.reorder_level is not null), '[]')`;

/**
 * Stores the reorder levels that changed; a branch that is missing in the input keeps its level.
 * Throws if `user` may not set the levels of a branch.
 */
export async function storeReorderLevels(
  tx: Tx,
  productId: string,
  { user, before }: { user: SignedInUser; before: Product | undefined },
  after: Levels,
): Promise<void> {
  const old = new Map(before?.reorderLevels.map(({ branchId, level }) => [branchId, level]));
  const branchIds = after.map(({ branchId }) => branchId.toLowerCase());
  const existing = new Set(
    (await tx.select({ _id: branchTable._id }).from(branchTable)).map(({ _id }) => _id),
  );
  const isChanged = (at: number) => (old.get(branchIds[at] ?? '') ?? null) !== after[at]?.level;
  const problemOf = (branchId: string, at: number): [string, FieldError][] => {
    if (branchIds.indexOf(branchId) < at) return [[`reorderLevels.${at}.branchId`, 'branchTwice']];
    if (!existing.has(branchId)) return [[`reorderLevels.${at}.branchId`, 'branchUnknown']];
    const mayChange = seesAllBranches(user.role) || branchId === user.branchId;
    return mayChange || !isChanged(at) ? [] : [[`reorderLevels.${at}.level`, 'reorderNotYours']];
  };
  const problems = branchIds.flatMap(problemOf);
  if (problems.length > 0) throw fieldsInvalid(Object.fromEntries(problems));
  for (const [at, branchId] of branchIds.entries()) {
    if (!isChanged(at)) continue;
    const reorderLevel = after[at]?.level ?? null;
    await tx
      .insert(stockLevelTable)
      .values({ productId, branchId, reorderLevel })
      .onConflictDoUpdate({
        target: [stockLevelTable.productId, stockLevelTable.branchId],
        set: { reorderLevel, updatedAt: sql`now()` },
      });
  }
}
