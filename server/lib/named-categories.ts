import { fold } from '#contract/words/normalise.ts';

/** A category as rows of a file name it; one without a Lao name has one name. */
export type NamedCategory = { name: string; nameLo: string | undefined };

/** The categories of some rows by their folded names; the first row of each says its Lao name. */
export function categoriesIn(named: readonly NamedCategory[]): Map<string, NamedCategory> {
  const found = new Map<string, NamedCategory>();
  for (const one of named) {
    const key = fold(one.name);
    if (!found.has(key)) found.set(key, one);
  }
  return found;
}
