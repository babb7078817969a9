import { isDeepStrictEqual } from 'node:util';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { fold } from '#contract/words/normalise.ts';
import { productInput, sku as skuSchema, type ProductInput } from '#contract/stock/products.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { currencyWords, yesNoWords } from '#server/lib/sheets/choice-words.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productsInStock } from '#server/catalogue/products/products-in-stock.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import type { Context, Problems, RowValues } from './import-kind.ts';
import { readRowFields } from './read-fields.ts';

export type KnownProduct = typeof productTable.$inferSelect;
/** A product as its row describes it, with the stored product of the same SKU. */
export type ReadProduct = { input: ProductInput; known: KnownProduct | undefined };
type Category = typeof productCategoryTable.$inferSelect;

const choices = {
  trackStock: yesNoWords,
  active: yesNoWords,
  currency: currencyWords,
  costCurrency: currencyWords,
} as const;
const yesNo = (word: string | null | undefined, before: boolean | undefined) =>
  word ? word === 'yes' : (before ?? true);

/**
 * The records that rows refer to: products by SKU and barcode, categories by code and names,
 * currencies with a rate.
 */
async function lookUp(db: Db | Tx) {
  const [known, categories, rates] = [
    await db.select().from(productTable),
    await db.select().from(productCategoryTable),
    await db.selectDistinct({ currency: exchangeRateTable.currency }).from(exchangeRateTable),
  ];
  const named = (category: Category) =>
    [category.code, category.nameEn, category.nameLo].map(
      (word) => [fold(word), category] as const,
    );
  return {
    bySku: new Map(known.map((product) => [product.sku, product])),
    byBarcode: new Map(known.map((product) => [product.barcode, product])),
    categories: new Map(categories.toReversed().flatMap(named)),
    categoryOf: new Map(categories.map((category) => [category._id, category])),
    inStock: await productsInStock(db),
    hasRate: new Set<string>(['LAK', ...rates.map(({ currency }) => currency)]),
  };
}

type Found = Awaited<ReturnType<typeof lookUp>>;
type Fields = Record<string, string | null>;

const currencyIn = (word: string | null | undefined): PriceCurrency | undefined =>
  priceCurrencies.find((currency) => currency === word);

/** Sums of a row, read in the currency beside them; a row without one has the product's, or kip. */
function sumsOf(
  { price, currency, cost, costCurrency }: Fields,
  known: KnownProduct | undefined,
  { hasRate }: Found,
) {
  const problems: Problems = {};
  const priceCurrency = currencyIn(currency) ?? known?.currency ?? 'LAK';
  const spent =
    currencyIn(costCurrency) ?? currencyIn(currency) ?? known?.costCurrency ?? priceCurrency;
  const read = (field: 'price' | 'cost', text: string | null | undefined, of: PriceCurrency) => {
    const amount = readAmount(text ?? '', of);
    if ('error' in amount) {
      // Without a currency in the row, the product's own or kip was meant.
      const isWritten = currencyIn(currency) ?? (field === 'cost' && currencyIn(costCurrency));
      problems[field] = isWritten
        ? amount.error
        : (amount.error.replace(/^otherCurrency:/, 'currencyMissing:') as FieldError);
    }
    return 'error' in amount ? null : amount.value;
  };
  const typed = { price: read('price', price, priceCurrency), cost: read('cost', cost, spent) };
  // Another currency needs the amount in it: the old digits would mean another sum.
  if (typed.price === null && known && priceCurrency !== known.currency)
    problems.price ??= 'required';
  if (typed.cost !== null && !hasRate.has(spent)) problems.costCurrency = 'rateNeeded';
  return {
    problems,
    currency: priceCurrency,
    price: typed.price ?? known?.price,
    cost: typed.cost === null ? undefined : { amount: typed.cost, currency: spent },
  };
}

/** A row as input for the contract; fields that the file leaves out keep the product's value. */
function draftOf(
  fields: Fields,
  known: KnownProduct | undefined,
  category: Category | undefined,
  sums: ReturnType<typeof sumsOf>,
) {
  return {
    sku: fields['sku'] ?? '',
    barcode: fields['barcode'] ?? known?.barcode ?? '',
    nameEn: fields['nameEn'] ?? known?.nameEn ?? '',
    nameLo: fields['nameLo'] ?? known?.nameLo ?? '',
    categoryId: category?._id ?? known?.categoryId,
    price: sums.price,
    currency: sums.currency,
    cost: sums.cost,
    unit: fields['unit'] ?? known?.unit ?? '',
    photoFileId: known?.photoFileId ?? null,
    trackStock: yesNo(fields['trackStock'], known?.trackStock),
    active: yesNo(fields['active'], known?.active),
  };
}

/** True if a row changes its product. */
export const changes = ({ input, known }: ReadProduct): boolean => {
  if (!known) return true;
  const { courses: _courses, reorderLevels: _levels, cost, ...columns } = input;
  const isSameCost =
    cost === undefined ||
    cost === null ||
    isDeepStrictEqual(cost, { amount: known.costAmount, currency: known.costCurrency });
  return (
    !isSameCost ||
    Object.entries(columns).some(([field, value]) => known[field as keyof typeof columns] !== value)
  );
};

/** The rules between rows and records: one product a barcode, a category that is in use. */
function rulesBetween(found: Found) {
  const barcodes = new Map<string, string>();
  return ({ sku, barcode, categoryId, active, trackStock }: ProductInput): Problems => {
    const problems: Problems = {};
    const other = found.byBarcode.get(barcode);
    if (barcode !== '' && other && other.sku !== sku)
      problems.barcode = `barcodeTaken:${other.sku}, ${other.nameEn} / ${other.nameLo}`;
    else if (barcode !== '' && (barcodes.get(barcode) ?? sku) !== sku)
      problems.barcode = `barcodeTaken:${barcodes.get(barcode)}`;
    barcodes.set(barcode, sku);
    const known = found.bySku.get(sku);
    if (known?.trackStock && !trackStock && found.inStock.has(known._id))
      problems.trackStock = 'stockThere';
    if (active && found.categoryOf.get(categoryId)?.active === false)
      problems.category = 'categoryInactive';
    return problems;
  };
}

/** Reads the rows of a file of products one by one. */
export async function productReader(db: Db | Tx, context: Context) {
  const found = await lookUp(db);
  const problemsBetween = rulesBetween(found);
  return (values: RowValues): { input: ReadProduct } | { problems: Problems } => {
    const { record, problems } = readRowFields(values, choices, context);
    const sku = skuSchema.safeParse(record['sku'] ?? '');
    const known = sku.success ? found.bySku.get(sku.data) : undefined;
    const category = record['category']
      ? found.categories.get(fold(record['category']))
      : undefined;
    const sums = sumsOf(record, known, found);
    const all: Record<string, FieldError | undefined> = { ...sums.problems, ...problems };
    if (record['category'] && !category) all['category'] = 'categoryUnknown';
    const read = productInput.safeParse(draftOf(record, known, category, sums));
    const issues = read.success
      ? Object.entries(problemsBetween(read.data))
      : read.error.issues.map(
          ({ path: [field], message }) =>
            [field === 'categoryId' ? 'category' : String(field), message as FieldError] as const,
        );
    for (const [field, error] of issues) all[field] ??= error;
    return read.success && Object.keys(all).length === 0
      ? { input: { input: read.data, known } }
      : { problems: all as Problems };
  };
}
