import { gt } from 'drizzle-orm';
import type { ProductOfCourse } from '#contract/stock/products.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { courseProductTable, productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import type { KnownNames } from './known-names.ts';

/** The products of a centre by what a row says of them. */
export async function readKnownProducts(tx: Db | Tx) {
  const rows = await tx.select().from(productTable);
  const { productId, branchId, seq } = stockLevelTable;
  const levels = await tx.select({ productId, branchId }).from(stockLevelTable).where(gt(seq, 0));
  return {
    skus: new Map(rows.map(({ _id, sku }) => [sku, _id])),
    barcodes: new Map(rows.map(({ barcode, sku }) => [barcode, sku])),
    /** Levels that a movement has, by product and branch. */
    moved: new Set(levels.map((level) => `${level.productId} ${level.branchId}`)),
  };
}

type WithBooks = { names: KnownNames; books: Map<string, ProductOfCourse[]> };

/** Adds the products that a course can name, and those that each course has. */
export async function addKnownBooks(db: Db | Tx, { names, books }: WithBooks): Promise<void> {
  for (const { _id, sku, nameEn, nameLo } of await db.select().from(productTable))
    names.add('product', { id: _id, label: sku }, [sku], [nameEn, nameLo]);
  for (const { courseId, ...book } of await db.select().from(courseProductTable))
    books.set(courseId, [...(books.get(courseId) ?? []), book]);
}
