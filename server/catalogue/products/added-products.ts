import { and, eq, inArray } from 'drizzle-orm';
import { products, type ProductInput } from '#contract/stock/products.ts';
import { searchText } from '#server/db/search-text.ts';
import type { Tx } from '#server/db/client.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { takeLocks, takeProductImportLock } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import { productsInStock } from './products-in-stock.ts';
import { costColumns } from './products.service.ts';

type NewProduct = Omit<ProductInput, 'courses' | 'reorderLevels'> & { _id: string };

/** A product as a row of its list says it, and how it was when the row was read. */
type ReadRow = Omit<ProductInput, 'courses' | 'reorderLevels'> & {
  version: number | null;
  before: Record<string, unknown> | null;
};

/** Adds products, with the cost of one piece in kip at the newest rate. */
export async function addProducts(writer: Writer, rows: readonly NewProduct[]): Promise<void> {
  await takeProductImportLock(writer.tx);
  const records = [];
  for (const { cost, ...row } of rows)
    records.push({ ...row, ...(await costColumns(writer.tx, cost ?? null)) });
  await addRecords(writer, productTable, products, records);
}

/** Locks the categories of products in use; throws if one was archived since the rows were read. */
async function lockCategories(tx: Tx, rows: readonly ReadRow[]): Promise<void> {
  const used = new Set(rows.flatMap(({ categoryId, active }) => (active ? [categoryId] : [])));
  const inUse = and(
    inArray(productCategoryTable._id, [...used]),
    eq(productCategoryTable.active, true),
  );
  const locked = await tx
    .select({ _id: productCategoryTable._id })
    .from(productCategoryTable)
    .where(inUse)
    .for('share');
  if (locked.length < used.size) throw new ApiError('importChanged');
}

/** Adds products of a list, whose categories are there. */
export async function addListedProducts(
  writer: Writer,
  rows: readonly (ReadRow & { _id: string })[],
): Promise<void> {
  await takeProductImportLock(writer.tx);
  await lockCategories(writer.tx, rows);
  await addProducts(
    writer,
    rows.map((row) => ({ _id: row._id, cost: row.cost, ...columnsOf(row) })),
  );
}

/** A cost that the row leaves out, or does not change, keeps its kip of the day it was entered. */
async function costOf(tx: Tx, { cost, before }: ReadRow) {
  const { costAmount, costCurrency } = before ?? {};
  const isSame = !cost || (cost.amount === costAmount && cost.currency === costCurrency);
  return isSame ? {} : costColumns(tx, cost);
}

/** The columns of the record; a row has more beside them. */
const columnsOf = ({ sku, barcode, nameEn, nameLo, categoryId, ...row }: ReadRow) => ({
  sku,
  barcode,
  nameEn,
  nameLo,
  categoryId,
  price: row.price,
  currency: row.currency,
  unit: row.unit,
  photoFileId: row.photoFileId,
  trackStock: row.trackStock,
  active: row.active,
});

/** Changes one product; throws if somebody has changed it since its row was read. */
export async function changeListedProduct(
  { tx, actor }: Pick<Writer, 'tx' | 'actor'>,
  _id: string,
  row: ReadRow,
): Promise<void> {
  await takeProductImportLock(tx);
  await lockCategories(tx, [row]);
  await takeLocks(tx, { products: [_id] });
  const { version, before } = row;
  const columns = columnsOf(row);
  const isCounted = before?.['trackStock'] === true && !columns.trackStock;
  if (isCounted && (await productsInStock(tx, [_id])).size > 0) throw new ApiError('importChanged');
  const [after] = await tx
    .update(productTable)
    .set({
      ...columns,
      ...(await costOf(tx, row)),
      search: searchText(columns, products.search),
      version: (version ?? 0) + 1,
      updatedAt: new Date().toISOString(),
    })
    .where(and(eq(productTable._id, _id), eq(productTable.version, version ?? 0)))
    .returning();
  if (!after) throw new ApiError('importChanged');
  const { search: _search, ...record } = after;
  const { search: _words, ...known } = before ?? {};
  await recordAudit(tx, actor, {
    action: 'update',
    entity: products.name,
    entityId: _id,
    before: known,
    after: record,
  });
}

/**
 * Puts back what a row has changed; throws if somebody has changed the product since. `madeVersion`
 * is the version that it has without such a change, where that is not the next one.
 */
export async function changeProductBack(
  tx: Tx,
  _id: string,
  row: ReadRow,
  madeVersion: number | null,
): Promise<void> {
  await takeProductImportLock(tx);
  const { version, before } = row;
  const {
    _id: _own,
    version: _version,
    createdAt: _made,
    updatedAt: _at,
    ...columns
  } = before ?? {};
  const next = madeVersion ?? (version ?? 0) + 1;
  const back = await tx
    .update(productTable)
    .set({ ...columns, version: next + 1, updatedAt: new Date().toISOString() })
    .where(and(eq(productTable._id, _id), eq(productTable.version, next)))
    .returning({ _id: productTable._id });
  if (back.length === 0) throw new ApiError('importInUse');
}

/** Removes added products; `versions` are those that some have from links to courses. */
export const removeProducts = (
  tx: Tx,
  ids: readonly string[],
  versions: ReadonlyMap<string, number>,
) => removeRecords(tx, productTable, ids, versions);
