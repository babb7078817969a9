import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import {
  MAX_STOCK,
  productInput,
  sku as skuSchema,
  type ProductInput,
} from '#contract/stock/products.ts';
import { fold } from '#contract/words/normalise.ts';
import {
  productCategoriesNamed,
  removeProductCategories,
} from '#server/catalogue/product-categories/added-categories.ts';
import {
  addListedProducts,
  addProducts,
  changeListedProduct,
  changeProductBack,
  removeProducts,
} from '#server/catalogue/products/added-products.ts';
import {
  openStock,
  removeOpeningStock,
  type OpeningStock,
} from '#server/ledger/stock/opening-stock.ts';
import { currencyWords } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import { categoryIn } from '#server/desk/moving-in/category-names.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { readMadeVersions } from '#server/desk/moving-in/made-versions.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { isStockField, stockBranch } from '#server/desk/moving-in/stock-columns.ts';
import { currencyOf, sumIn } from '#server/desk/moving-in/cell-money.ts';
import { checkListedProduct, type ListedProduct } from './listed-products.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

/** An id in the place of the category, which is only known when the product is written. */
const CATEGORY_LATER = '00000000-0000-4000-8000-000000000000';

type Opening = Omit<OpeningStock, 'productId'>;
export type MovedProduct = Omit<ProductInput, 'categoryId' | 'courses' | 'reorderLevels'> & {
  category: string;
  categoryLo?: string;
  openings: Opening[];
};

/** What each branch has on hand, by its column; an empty cell and 0 are nothing. */
function openingsOf(row: MovingRowCheck, known: KnownRecords, productId: string) {
  return Object.keys(row.values)
    .filter(isStockField)
    .flatMap((field): (Opening & { field: string })[] => {
      const quantity = row.whole(field) ?? 0;
      const found = known.names.find('branch', stockBranch(field));
      if (quantity === 0) return [];
      if (quantity > MAX_STOCK) row.fail(field, 'numberTooLarge');
      if (!('thing' in found)) {
        row.fail(field, `nothingNamed:${stockBranch(field)}`);
        return [];
      }
      const hasMoved = known.products.moved.has(`${productId} ${found.id}`);
      return hasMoved ? [] : [{ field, branchId: found.id, quantity }];
    });
}

/** The currency of the cost: its own column, the one beside its digits, else that of the price. */
function costCurrencyOf(row: MovingRowCheck, ofPrice: PriceCurrency): PriceCurrency {
  const read = parseChoice(row.text('costCurrency'), currencyWords, 'en');
  if ('error' in read) row.fail('costCurrency', read.error);
  const own = 'value' in read ? priceCurrencies.find((one) => one === read.value) : undefined;
  if (own) return own;
  const written = currencyOf(row, '', ['cost']) ?? 'LAK';
  return written === 'LAK' ? ofPrice : written;
}

function inputOf(row: MovingRowCheck, known: KnownRecords, code: string) {
  const price = row.needed('price');
  const currency = currencyOf(row, 'currency', ['price']) ?? 'LAK';
  const amount = price === '' ? null : sumIn(row, 'price', currency);
  const costIn = costCurrencyOf(row, currency);
  const cost = row.text('cost') === '' ? null : sumIn(row, 'cost', costIn);
  if (cost !== null && !known.rates.has.has(costIn)) row.fail('cost', 'rateNeeded');
  row.needed('unit');
  const barcode = row.text('barcode');
  const other = known.products.barcodes.get(barcode);
  if (barcode !== '' && other !== undefined) row.fail('barcode', `barcodeTaken:${other}`);
  const [en, lo] = [row.text('nameEn'), row.text('nameLo')];
  if (en === '' && lo === '') row.fail('nameEn', 'required');
  if (row.isBroken) return undefined;
  if (barcode !== '') known.products.barcodes.set(barcode, code);
  return parsed(
    row,
    productInput,
    {
      sku: code,
      barcode,
      nameEn: en || lo,
      nameLo: lo || en,
      unit: row.text('unit'),
      categoryId: CATEGORY_LATER,
      price: amount,
      currency,
      photoFileId: null,
      cost: cost === null ? null : { amount: cost, currency: costIn },
    },
    { categoryId: 'category' },
  );
}

function check(row: MovingRowCheck, known: KnownRecords) {
  if (known.list !== null) return checkListedProduct(row, known);
  const read = skuSchema.safeParse(row.needed('sku'));
  if (!read.success) row.fail('sku', 'skuInvalid');
  const code = read.success ? read.data : row.text('sku');
  const name = `${code} ${row.text('nameEn') || row.text('nameLo')}`.trim();
  const twice = known.seen.get(`products ${code}`);
  if (twice !== undefined) return rowTwice(name, 'sku', twice);
  known.seen.set(`products ${code}`, row.number);
  const there = known.products.skus.get(code);
  const openings = openingsOf(row, known, there ?? row.id);
  const stock = openings.map(({ field: _field, ...opening }) => opening);
  if (there !== undefined) {
    const changes = Object.fromEntries(
      openings.map(({ field, quantity }): [string, [string, string]] => [
        field,
        ['0', String(quantity)],
      ]),
    );
    return row.result(name, { recordId: there, input: { openings: stock }, changes });
  }
  const names = categoryIn(row, known, 'products');
  const input = inputOf(row, known, code);
  const thing = { id: row.id, label: code, isBroken: row.isBroken };
  known.names.add('product', thing, [code], [row.text('nameEn'), row.text('nameLo')]);
  if (!input) return row.result(name, { input: null });
  const { categoryId: _later, courses: _none, reorderLevels: _levels, ...product } = input;
  return row.result(name, {
    input: { ...product, ...names, openings: stock },
  });
}

const stockOf = (productId: string, openings: readonly Opening[]): OpeningStock[] =>
  openings.map((opening) => ({ ...opening, productId }));

export const productKind: MovingKind = {
  check,
  async write(writer, rows) {
    if (rows.some(({ input }) => 'version' in input)) {
      await addListedProducts(
        writer,
        rows.map(({ _id, input }) => ({ ...(input as ListedProduct), _id })),
      );
      return undefined;
    }
    const inputs = rows.map(({ _id, input }) => ({ _id, ...(input as MovedProduct) }));
    const { ids, added } = await productCategoriesNamed(
      writer,
      inputs.map(({ category, categoryLo }) => ({ name: category, nameLo: categoryLo })),
    );
    await addProducts(
      writer,
      inputs.map(({ category, categoryLo: _lao, openings: _openings, ...product }) => ({
        ...product,
        categoryId: ids.get(fold(category)) ?? '',
      })),
    );
    await openStock(
      writer,
      inputs.flatMap(({ _id, openings }) => stockOf(_id, openings)),
    );
    const [first] = inputs;
    return first && new Map([[first._id, added]]);
  },
  async remove(tx, ids) {
    await removeOpeningStock(tx, ids);
    await removeProducts(tx, ids, await readMadeVersions(tx, ids));
  },
  removeBeside: removeProductCategories,
  async change(writer, recordId, input) {
    if ('version' in input) await changeListedProduct(writer, recordId, input as ListedProduct);
    else await openStock(writer, stockOf(recordId, (input as MovedProduct).openings));
    return undefined;
  },
  async changeBack({ tx }, recordId, input, { changedVersion }) {
    if ('version' in input)
      return changeProductBack(tx, recordId, input as ListedProduct, changedVersion);
    const branchIds = (input as MovedProduct).openings.map(({ branchId }) => branchId);
    await removeOpeningStock(tx, [recordId], branchIds);
  },
};
