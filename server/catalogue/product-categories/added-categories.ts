import { uuidv7 } from 'uuidv7';
import { productCategories, productCategoryInput } from '#contract/stock/product-categories.ts';
import { fold } from '#contract/words/normalise.ts';
import type { Tx } from '#server/db/client.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { freeCode } from '#server/lib/free-code.ts';
import { categoriesIn, type NamedCategory } from '#server/lib/named-categories.ts';
import type { Writer } from '#server/lib/writer.ts';

/**
 * The ids of categories of products by their name or code. Those that are missing are added, and
 * one without a Lao name has the other one in both languages.
 */
export async function productCategoriesNamed(
  writer: Writer,
  named: readonly NamedCategory[],
): Promise<{ ids: Map<string, string>; added: string[] }> {
  const known = await writer.tx.select().from(productCategoryTable);
  const ids = new Map(
    known.flatMap(({ _id, code, nameEn, nameLo }) =>
      [code, nameEn, nameLo].filter(Boolean).map((text) => [fold(text), _id] as const),
    ),
  );
  const codes = new Set(known.map(({ code }) => code));
  const rows = [...categoriesIn(named)].flatMap(([key, { name, nameLo }]) => {
    if (ids.has(key)) return [];
    const code = freeCode(name, codes);
    codes.add(code);
    const row = {
      _id: uuidv7(),
      ...productCategoryInput.parse({ code, nameEn: name, nameLo: nameLo || name }),
    };
    for (const word of [name, row.nameLo]) ids.set(fold(word), row._id);
    return [row];
  });
  await addRecords(writer, productCategoryTable, productCategories, rows);
  return { ids, added: rows.map(({ _id }) => _id) };
}

export const removeProductCategories = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, productCategoryTable, ids);
