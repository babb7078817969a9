import { uuidv7 } from 'uuidv7';
import { courseCategories, courseCategoryInput } from '#contract/courses/course-categories.ts';
import { fold } from '#contract/words/normalise.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { freeCode } from '#server/lib/free-code.ts';
import type { Tx } from '#server/db/client.ts';
import type { Writer } from '#server/lib/writer.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';

/**
 * The ids of categories by their name or code. Those that are missing are added under the name in
 * both languages.
 */
export async function categoriesNamed(
  writer: Writer,
  names: readonly string[],
): Promise<{ ids: Map<string, string>; added: string[] }> {
  const known = await writer.tx.select().from(courseCategoryTable);
  const ids = new Map(
    known.flatMap(({ _id, code, nameEn, nameLo }) =>
      [code, nameEn, nameLo].filter(Boolean).map((text) => [fold(text), _id] as const),
    ),
  );
  const codes = new Set(known.map(({ code }) => code));
  const rows = [...new Map(names.map((name) => [fold(name), name]))].flatMap(([key, name]) => {
    if (ids.has(key)) return [];
    const code = freeCode(name, codes);
    codes.add(code);
    const position = codes.size;
    const row = {
      _id: uuidv7(),
      ...courseCategoryInput.parse({ code, nameEn: name, nameLo: name, position }),
    };
    ids.set(key, row._id);
    return [row];
  });
  await addRecords(writer, courseCategoryTable, courseCategories, rows);
  return { ids, added: rows.map(({ _id }) => _id) };
}

export const removeCategories = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, courseCategoryTable, ids);
