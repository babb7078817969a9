import { uuidv7 } from 'uuidv7';
import { productCategories, productCategoryInput } from '#contract/stock/product-categories.ts';
import { fold } from '#contract/words/normalise.ts';
import type { Tx } from '#server/db/client.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { freeCode } from '#server/lib/free-code.ts';
import type { Writer } from '#server/lib/writer.ts';

/**
 * The ids of categories of products by their name or code. Those that are missing are added under
 * the name in both languages.
 */
export async function productCategoriesNamed(
  writer: Writer,
  names: readonly string[],
): Promise<{ ids: Map<string, string>; added: string[] }> {
  const known = await writer.tx.select().from(productCategoryTable);
  const ids = new Map(
    known.flatMap(({ _id, code, nameEn, nameLo }) =>
      [code, nameEn, nameLo].filter(Boolean).map((text) => [fold(text), _id] as const),
    ),
  );
  const codes = new Set(known.map(({ code }) => code));
  const missing = [...new Map(names.map((name) => [fold(name), name]))].filter(
    ([key]) => !ids.has(key),
  );
  const rows = missing.map(([key, name]) => {
    const code = freeCode(name, codes);
    codes.add(code);
    const row = {
      _id: uuidv7(),
      ...productCategoryInput.parse({ code, nameEn: name, nameLo: name }),
    };
    ids.set(key, row._id);
    return row;
  });
  await addRecords(writer, productCategoryTable, productCategories, rows);
  return { ids, added: rows.map(({ _id }) => _id) };
}

export const removeProductCategories = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, productCategoryTable, ids);
