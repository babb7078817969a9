import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/client.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';

let made = 0;

/** Adds `count` products in a category of their own, without a cost yet. */
export async function addProducts(
  db: Db,
  count: number,
  { trackStock = true } = {},
): Promise<{ categoryId: string; ids: string[] }> {
  made += 1;
  const code = `C${made}`;
  const categoryId = uuidv7();
  await db.insert(productCategoryTable).values({
    _id: categoryId,
    code,
    nameEn: `Books ${made}`,
    nameLo: `ປຶ້ມ ${made}`,
    active: true,
    search: '',
  });
  const common = {
    barcode: '',
    categoryId,
    price: 50_000,
    currency: 'LAK' as const,
    unit: 'piece',
    trackStock,
    active: true,
    search: '',
  };
  const rows = Array.from({ length: count }, (_, at) => ({
    ...common,
    _id: uuidv7(),
    sku: `${code}-${at}`,
    nameEn: `Book ${made}.${at}`,
    nameLo: `ປຶ້ມ ${made}.${at}`,
  }));
  await db.insert(productTable).values(rows);
  return { categoryId, ids: rows.map(({ _id }) => _id) };
}
