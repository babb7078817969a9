import { and, eq } from 'drizzle-orm';
import {
  productCategories,
  type ProductCategory,
  type ProductCategoryInput,
} from '#contract/stock/product-categories.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';

const source = { table: productCategoryTable, branch: 'whole-centre' as const };

/**
 * Refuses to archive a category with products in use. Its row is locked, so that no product is
 * added to it meanwhile.
 */
async function check(
  tx: Tx,
  { active }: ProductCategoryInput,
  { before }: { before: ProductCategory | undefined },
): Promise<void> {
  if (active || !before) return;
  const count = await tx.$count(
    productTable,
    and(eq(productTable.categoryId, before._id), eq(productTable.active, true)),
  );
  if (count > 0) throw fieldsInvalid({ active: `productsInUse:${count}` });
}

/** The categories of products; one list for the whole centre. */
export function productCategoryRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, productCategories, {
    ...source,
    query: productCategories.query,
    order: [productCategoryTable.code],
  });
  readRoute(api, db, productCategories, source);
  createRoute(api, db, productCategories, { ...source, check });
  replaceRoute(api, db, productCategories, { ...source, check });
}
