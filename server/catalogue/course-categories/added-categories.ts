import { uuidv7 } from 'uuidv7';
import { courseCategories, courseCategoryInput } from '#contract/courses/course-categories.ts';
import { fold } from '#contract/words/normalise.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { freeCode } from '#server/lib/free-code.ts';
import { categoriesIn, type NamedCategory } from '#server/lib/named-categories.ts';
import type { Tx } from '#server/db/client.ts';
import type { Writer } from '#server/lib/writer.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';

/**
 * The ids of categories by their name or code. Those that are missing are added, and one without a
 * Lao name has the other one in both languages.
 */
export async function categoriesNamed(
  writer: Writer,
  named: readonly NamedCategory[],
): Promise<{ ids: Map<string, string>; added: string[] }> {
  const known = await writer.tx.select().from(courseCategoryTable);
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
    const position = codes.size;
    const row = {
      _id: uuidv7(),
      ...courseCategoryInput.parse({ code, nameEn: name, nameLo: nameLo || name, position }),
    };
    for (const word of [name, row.nameLo]) ids.set(fold(word), row._id);
    return [row];
  });
  await addRecords(writer, courseCategoryTable, courseCategories, rows);
  return { ids, added: rows.map(({ _id }) => _id) };
}

export const removeCategories = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, courseCategoryTable, ids);
