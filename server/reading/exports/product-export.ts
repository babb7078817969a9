import { eq, getTableColumns } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { can } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { choiceWord, yesNoWords } from '#server/lib/sheets/choice-words.ts';
import { sheetHeadings } from '#server/lib/sheets/headings.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import type { Export, ExportColumn } from './export-list.ts';
import { textColumns } from './person-columns.ts';

const { search: _search, ...columnsOfProduct } = getTableColumns(productTable);
type ExportedProduct = Omit<typeof productTable.$inferSelect, 'search'> & { category: string };

/** An amount in whole units of its currency. */
const sumCell = (amount: number | null, currency: PriceCurrency | null) =>
  amount === null || currency === null ? null : amount / 10 ** decimalsOf(currency);
const yesNo = (field: 'trackStock' | 'active'): ExportColumn<ExportedProduct> => ({
  ...sheetHeadings[field],
  cell: (product, language) => choiceWord(yesNoWords, product[field] ? 'yes' : 'no', language),
});

const costColumns: ExportColumn<ExportedProduct>[] = [
  {
    ...sheetHeadings.cost,
    cell: ({ costAmount, costCurrency }) => sumCell(costAmount, costCurrency),
  },
  { ...sheetHeadings.costCurrency, cell: ({ costCurrency }) => costCurrency },
];

/** The products, with their cost for users who may see it; the import knows the same headings. */
export const productExport = (db: Db, user: SignedInUser): Export<ExportedProduct> => ({
  name: 'products',
  title: { en: 'Products', lo: 'ສິນຄ້າ' },
  table: productTable,
  columns: [
    ...textColumns('sku', 'barcode', 'nameEn', 'nameLo', 'category'),
    { ...sheetHeadings.price, cell: ({ price, currency }) => sumCell(price, currency) },
    ...textColumns('currency'),
    ...(can(user, 'products:cost') ? costColumns : []),
    ...textColumns('unit'),
    yesNo('trackStock'),
    yesNo('active'),
  ],
  rows: ({ where, key, orderBy, limit }) =>
    db
      .select({ ...columnsOfProduct, category: productCategoryTable.code, key })
      .from(productTable)
      .innerJoin(productCategoryTable, eq(productCategoryTable._id, productTable.categoryId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
});
