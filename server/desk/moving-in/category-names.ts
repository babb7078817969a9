import { courseCategoryInput } from '#contract/courses/course-categories.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { productCategoryInput } from '#contract/stock/product-categories.ts';
import { fold } from '#contract/words/normalise.ts';
import type { KnownRecords } from './known-records.ts';
import type { MovingRowCheck } from './row-check.ts';

/** The columns of a category, and the schemas of its two names. */
const sheets = {
  courses: { en: 'courseCategory', lo: 'courseCategoryLo', ...courseCategoryInput.shape },
  products: { en: 'category', lo: 'categoryLo', ...productCategoryInput.shape },
} as const;

type Category = { code: string; nameEn: string; nameLo: string };

/** Keeps the Lao name of a category under every word that names it. */
export function keepLaoName(names: Map<string, string>, { code, nameEn, nameLo }: Category): void {
  for (const word of [code, nameEn, nameLo].filter(Boolean))
    names.set(fold(word), nameLo || nameEn);
}

/** Says which Lao name a category keeps, where a row has another one. */
export function sayLaoName(row: MovingRowCheck, column: string, here: string): void {
  const said = row.text(column);
  if (said !== '' && fold(said) !== fold(here)) row.hint(column, `staysHere:${here}` as FieldError);
}

/**
 * The category that a new record names. One that is missing gets both names of the first row that
 * names it; one that is there keeps its own.
 */
export function categoryIn(
  row: MovingRowCheck,
  { things: { laoNames } }: KnownRecords,
  kind: keyof typeof sheets,
): { category: string; categoryLo: string } {
  const sheet = sheets[kind];
  const nameLo = row.text(sheet.lo);
  const name = row.text(sheet.en) || nameLo || row.needed(sheet.en);
  const names = laoNames[kind];
  const here = names.get(fold(name));
  if (here !== undefined) sayLaoName(row, sheet.lo, here);
  if (here !== undefined || name === '') return { category: name, categoryLo: nameLo };
  for (const [column, read] of [
    [sheet.en, sheet.nameEn.safeParse(name)],
    [sheet.lo, sheet.nameLo.safeParse(nameLo || name)],
  ] as const)
    if (!read.success) row.fail(column, (read.error.issues[0]?.message ?? 'invalid') as FieldError);
  keepLaoName(names, { code: '', nameEn: name, nameLo });
  return { category: name, categoryLo: nameLo };
}
