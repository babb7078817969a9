import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { choiceWord, yesNoWords } from '#server/lib/sheets/choice-words.ts';
import { changes, type ReadProduct } from '#server/desk/imports/read-products.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import type { CheckedMovingRow, MovingRowCheck } from '#server/desk/moving-in/row-check.ts';

/** A product of a list as its row is written: with its category, and nothing on hand. */
export type ListedProduct = Omit<ReadProduct['input'], 'courses' | 'reorderLevels'> & {
  /** The version of the product that the row changes. */
  version: number | null;
  /** Its columns before, so that the change can be taken back. */
  before: Record<string, unknown> | null;
};

const sumText = (amount: number, currency: PriceCurrency) =>
  `${(amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))} ${currency}`;

const shown = [
  ...(['barcode', 'nameEn', 'nameLo', 'unit'] as const),
  ...(['trackStock', 'active'] as const),
];

/** What a row changes of its product, in words. */
function changesOf({ input, known }: ReadProduct, { categoryNames, language }: KnownRecords) {
  const wordOf = (value: string | boolean) =>
    typeof value === 'string' ? value : choiceWord(yesNoWords, value ? 'yes' : 'no', language);
  const categoryOf = (id: string) => categoryNames.get(id) ?? '';
  const found: Record<string, [string, string]> = {};
  if (!known) return found;
  for (const field of shown)
    if (input[field] !== known[field]) found[field] = [wordOf(known[field]), wordOf(input[field])];
  if (input.categoryId !== known.categoryId)
    found['category'] = [categoryOf(known.categoryId), categoryOf(input.categoryId)];
  const price = [sumText(known.price, known.currency), sumText(input.price, input.currency)];
  if (price[0] !== price[1]) found['price'] = price as [string, string];
  const { cost } = input;
  if (cost) {
    const before =
      known.costAmount === null || known.costCurrency === null
        ? ''
        : sumText(known.costAmount, known.costCurrency);
    const after = sumText(cost.amount, cost.currency);
    if (before !== after) found['cost'] = [before, after];
  }
  return found;
}

/**
 * A row of the list of products. Only the SKU is needed; what a file leaves out keeps the value of
 * the product, and a product that is there is changed by what the row says.
 */
export function checkListedProduct(row: MovingRowCheck, known: KnownRecords): CheckedMovingRow {
  const { rowId: _key, ...values } = row.values;
  const read = known.readProduct?.(values as RowValues);
  if (!read || 'problems' in read) {
    for (const [field, error] of Object.entries(read?.problems ?? {})) row.fail(field, error);
    return row.result(`${row.text('sku')} ${row.text('nameEn')}`.trim(), { input: null });
  }
  const { input, known: there } = read.input;
  const name = `${input.sku} ${input.nameEn}`;
  const twice = known.seen.get(`products ${input.sku}`);
  if (twice === undefined) known.seen.set(`products ${input.sku}`, row.number);
  else row.fail('sku', `skuTwice:${twice}`);
  const { courses: _courses, reorderLevels: _levels, ...product } = input;
  const listed: ListedProduct = {
    ...product,
    version: there?.version ?? null,
    before: there ?? null,
  };
  const changed = changes(read.input) ? changesOf(read.input, known) : {};
  return row.result(name, {
    input: { ...listed, openings: [] },
    ...(there && { recordId: there._id, changes: changed }),
  });
}
