import { and, eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { products } from '#contract/stock/products.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits, type AuditEntry } from '#server/lib/audit.ts';
import { takeProductImportLock, takeLocks } from '#server/lib/locks.ts';
import { searchText } from '#server/db/search-text.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { costColumns } from '#server/catalogue/products/products.service.ts';
import { productsInStock } from '#server/catalogue/products/products-in-stock.ts';
import { productTable as table } from '#server/db/tables/catalogue/products.table.ts';
import { inSlices } from './in-slices.ts';
import type { Added, Duplicate, Importer, Writing } from './import-kind.ts';
import type { AddedIds, ChangedProduct } from '#server/db/tables/desk/imports.table.ts';
import { changes, productReader, type KnownProduct, type ReadProduct } from './read-products.ts';

const name = ({ nameEn }: { nameEn: string }) => nameEn;

/**
 * A row whose SKU belongs to a product, or to an earlier row, is left out or changes that product.
 */
const like: Importer<ReadProduct>['like'] = async (db, _branchId, rows) => {
  const known = new Map<string, KnownProduct>();
  for (const some of inSlices(rows)) {
    const skus = some.map(({ input }) => input.input.sku);
    for (const product of await db.select().from(table).where(inArray(table.sku, skus)))
      known.set(product.sku, product);
  }
  const earlier = new Map<string, { row: number; name: string }>();
  return rows.map(({ row, input: { input } }): Duplicate | undefined => {
    const product = known.get(input.sku);
    const before = earlier.get(input.sku);
    if (!before) earlier.set(input.sku, { row, name: name(input) });
    if (!product && !before) return undefined;
    const of = product
      ? { row: null, code: product.sku, name: name(product) }
      : { row: before?.row ?? null, code: input.sku, name: before?.name ?? '' };
    return { row, name: name(input), because: 'sku', of };
  });
};

/** The categories of the rows, locked; 409 if one has been archived since the file was checked. */
async function lockCategories(tx: Tx, rows: readonly ReadProduct[]): Promise<void> {
  const used = new Set(rows.flatMap(({ input }) => (input.active ? [input.categoryId] : [])));
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

async function columnsOf(tx: Tx, { input, known }: ReadProduct) {
  const { courses: _courses, reorderLevels: _levels, cost, ...columns } = input;
  const kept = {
    costAmount: known?.costAmount ?? null,
    costCurrency: known?.costCurrency ?? null,
    costLAK: known?.costLAK ?? null,
  };
  const isSame =
    cost === undefined ||
    cost === null ||
    (cost.amount === kept.costAmount && cost.currency === kept.costCurrency);
  return {
    ...columns,
    ...(isSame ? kept : await costColumns(tx, cost)),
    search: searchText(columns, products.search),
  };
}

/** A stored product without its search text. */
const recordOf = ({ search: _search, ...record }: { search: string } & Record<string, unknown>) =>
  record;

/** Changes one product, unless somebody has changed it since the file was read. */
async function change(
  tx: Tx,
  { known, input }: ReadProduct & { known: KnownProduct },
): Promise<{ changed: ChangedProduct; audit: AuditEntry }> {
  const { _id, version } = known;
  if (known.trackStock && !input.trackStock && (await productsInStock(tx, [_id])).size > 0)
    throw new ApiError('importChanged');
  const columns = await columnsOf(tx, { known, input });
  const [after] = await tx
    .update(table)
    .set({ ...columns, version: version + 1, updatedAt: new Date().toISOString() })
    .where(and(eq(table._id, _id), eq(table.version, version)))
    .returning();
  if (!after) throw new ApiError('importChanged');
  return {
    changed: { before: known, version: version + 1 },
    audit: {
      action: 'update',
      entity: products.name,
      entityId: _id,
      before: recordOf(known),
      after: recordOf(after),
    },
  };
}

/** One row a SKU: where several rows change one product, the last one counts. */
const lastOfEach = (rows: readonly ReadProduct[]) => [
  ...new Map(rows.map((row) => [row.input.sku, row])).values(),
];

async function add({ tx, actor, tell }: Writing, chosen: ReadProduct[]): Promise<Added> {
  const rows = lastOfEach(chosen);
  await lockCategories(tx, rows);
  await takeLocks(tx, { products: rows.flatMap(({ known }) => known?._id ?? []) });
  const productIds: string[] = [];
  const changedProducts: ChangedProduct[] = [];
  let done = 0;
  for (const some of inSlices(rows)) {
    const added = [];
    const audits: AuditEntry[] = [];
    for (const row of some) {
      const { known } = row;
      if (known && changes(row)) {
        const { changed, audit } = await change(tx, { ...row, known });
        changedProducts.push(changed);
        audits.push(audit);
      } else if (!known) added.push({ _id: uuidv7(), ...(await columnsOf(tx, row)) });
    }
    await insertMany(tx, table, added);
    for (const after of added)
      audits.push({
        action: 'create',
        entity: products.name,
        entityId: after._id,
        after: recordOf(after),
      });
    await recordAudits(tx, actor, audits);
    productIds.push(...added.map(({ _id }) => _id));
    done += some.length;
    tell({ done, total: rows.length });
  }
  const added = { students: [], parents: [], teachers: [], products: productIds, changedProducts };
  return {
    added,
    updated: chosen.length - productIds.length,
    parentsLinked: 0,
    cameSince: async () => false,
  };
}

/** Puts back what was changed and removes what was added, if nobody has touched either since. */
async function remove(
  tx: Tx,
  { products: added = [], changedProducts = [] }: AddedIds,
): Promise<number> {
  await takeProductImportLock(tx);
  for (const { before, version } of changedProducts) {
    const {
      _id,
      version: _version,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      ...columns
    } = before;
    const back = await tx
      .update(table)
      .set({ ...columns, version: version + 1, updatedAt: new Date().toISOString() })
      .where(and(eq(table._id, _id), eq(table.version, version)))
      .returning({ _id: table._id });
    if (back.length === 0) throw new ApiError('importInUse');
  }
  for (const some of inSlices(added)) {
    const gone = await tx
      .delete(table)
      .where(and(inArray(table._id, some), eq(table.version, 1)))
      .returning({ _id: table._id });
    if (gone.length < some.length) throw new ApiError('importInUse');
  }
  return added.length + changedProducts.length;
}

/**
 * Products of the whole centre. Only the SKU is required; fields that a file leaves out keep the
 * product's value.
 */
export const productImporter: Importer<ReadProduct> = {
  kind: products.name,
  fields: [
    { name: 'sku', required: true },
    ...(
      [
        'nameEn',
        'nameLo',
        'category',
        'price',
        'currency',
        'cost',
        'costCurrency',
        'barcode',
        'unit',
        'trackStock',
        'active',
      ] as const
    ).map((field) => ({ name: field, required: false })),
  ],
  example: () => ({
    ...{
      sku: 'BOOK-101',
      nameEn: 'English A1 student’s book',
      nameLo: 'ປຶ້ມຮຽນພາສາອັງກິດ A1',
      category: 'BOOK',
      price: '220000',
      currency: 'LAK',
    },
    ...{ cost: '160000', costCurrency: 'LAK', barcode: '9780194738750', unit: 'ຫົວ' },
  }),
  reader: productReader,
  like,
  gate: { close: takeProductImportLock, when: 'first' },
  add,
  remove,
};
