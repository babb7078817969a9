import { and, eq, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Product, ProductInput, products, productsQuery } from '#contract/stock/products.ts';
import { can } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { About } from '#server/lib/crud.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { coursesOfProduct, storeCourses } from './course-products.ts';
import { productsInStock } from './products-in-stock.ts';
import { productTable as table } from '#server/db/tables/catalogue/products.table.ts';
import { reorderLevelsOfProduct, storeReorderLevels } from './reorder-levels.ts';

const SKU_DIGITS = 3;

const costOfProduct = sql<Product['cost']>`case when ${table.costAmount} is null then null
  else jsonb_build_object('amount', ${table.costAmount}, 'currency', ${table.costCurrency}) end`;

/** The cost of a product is hidden from people without the right to see it. */
const hiddenFrom = (user: SignedInUser) =>
  can(user, 'products:cost') ? [] : (['cost', 'costLAK'] as const);

/** Maps products to the answer; one list for the whole centre. */
export const productSource = {
  table,
  branch: 'whole-centre' as const,
  derived: {
    cost: costOfProduct,
    courses: coursesOfProduct,
    reorderLevels: reorderLevelsOfProduct,
  },
  hidden: hiddenFrom,
};

/** Filters both the list and its export. */
export const productFilter = ({ categoryId, active }: z.output<typeof productsQuery>) =>
  and(
    categoryId === undefined ? undefined : eq(table.categoryId, categoryId),
    active === undefined ? undefined : eq(table.active, active === 'true'),
  );

/**
 * The category must exist, and be in use if the product is. It is locked until the transaction
 * ends.
 */
async function checkCategory(tx: Tx, { categoryId, active }: ProductInput): Promise<void> {
  const category = productCategoryTable;
  const [row] = await tx
    .select({ active: category.active })
    .from(category)
    .where(eq(category._id, categoryId))
    .for('share');
  if (!row) throw fieldsInvalid({ categoryId: 'categoryUnknown' });
  if (active && !row.active) throw fieldsInvalid({ categoryId: 'categoryInactive' });
}

/** The error for a barcode that another product has; it names that product. */
export async function barcodeError(
  tx: Tx,
  barcode: string,
  exceptId: string | undefined,
): Promise<FieldError | undefined> {
  if (barcode === '') return undefined;
  // One writer at a time, so that the second of two writers finds the product of the first.
  await takeLocks(tx, { advisoryKeys: [`barcode:${barcode}`] });
  const isOther = exceptId === undefined ? undefined : ne(table._id, exceptId);
  const [other] = await tx
    .select()
    .from(table)
    .where(and(eq(table.barcode, barcode), isOther));
  return other && `barcodeTaken:${other.sku}, ${other.nameEn} / ${other.nameLo}`;
}

/** Throws if the product must not be stored like this. */
export async function checkProduct(
  tx: Tx,
  input: ProductInput,
  { before, user }: About<typeof products>,
): Promise<void> {
  await checkCategory(tx, input);
  if (before?.trackStock && !input.trackStock && (await productsInStock(tx, [before._id])).size > 0)
    throw fieldsInvalid({ trackStock: 'stockThere' });
  await requireFile(tx, user, {
    field: 'photoFileId',
    fileId: input.photoFileId,
    purpose: 'centre',
    branchId: null,
  });
  const barcode = await barcodeError(tx, input.barcode, before?._id);
  if (barcode) throw fieldsInvalid({ barcode });
}

/** The columns of a cost, in kip at the newest rate. */
export async function costColumns(tx: Tx, cost: NonNullable<Product['cost']> | null) {
  if (cost === null) return { costAmount: null, costCurrency: null, costLAK: null };
  return {
    costAmount: cost.amount,
    costCurrency: cost.currency,
    costLAK: await amountInKip(tx, cost.amount, cost.currency),
  };
}

/** Keeps a cost that is left out or unchanged, with its kip value from the day it was entered. */
async function storeCost(
  tx: Tx,
  _id: string,
  { cost }: ProductInput,
  before: Product | undefined,
): Promise<void> {
  const isSame = cost?.amount === before?.cost?.amount && cost?.currency === before?.cost?.currency;
  if (cost === undefined || isSame) return;
  await tx
    .update(table)
    .set(await costColumns(tx, cost))
    .where(eq(table._id, _id));
}

/** Stores the product's cost and its parts that are in other tables. */
export async function storeParts(
  tx: Tx,
  _id: string,
  input: ProductInput,
  about: About<typeof products>,
): Promise<AuditEntry[]> {
  await storeCost(tx, _id, input, about.before);
  const audit = await storeCourses(tx, _id, about.before?.courses ?? [], input.courses);
  await storeReorderLevels(tx, _id, about, input.reorderLevels);
  return audit;
}

/**
 * The code of a category with the number after the highest one, such as `BOOK-013`; only the
 * category's code if no product has a number.
 */
export async function suggestSku(db: Db, categoryId: string): Promise<string> {
  const [category] = await db
    .select({ code: productCategoryTable.code })
    .from(productCategoryTable)
    .where(eq(productCategoryTable._id, categoryId));
  if (!category) throw fieldsInvalid({ categoryId: 'categoryUnknown' });
  const number = sql`substring(${table.sku} from ${`^${category.code}-(\\d{1,6})$`}::text)::int`;
  const [highest] = await db
    .select({ number: sql<number>`coalesce(max(${number}), 0)` })
    .from(table);
  return `${category.code}-${String((highest?.number ?? 0) + 1).padStart(SKU_DIGITS, '0')}`;
}
