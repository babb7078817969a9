import type { FoundColumns, TableKind } from '#server/lib/sheets/table-kind.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';

const wordsIn = (text: string) => text.trim().split(/\s+/).filter(Boolean);

/** The last word is the last name; a name of one word has none. */
export function splitName(written: string): { firstName: string; lastName: string } {
  const words = wordsIn(written);
  return words.length < 2
    ? { firstName: words[0] ?? '', lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** True if most cells of a column have two words or more. */
function holdsFullNames(rows: readonly ReadRow[], at: number): boolean {
  const names = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '');
  return names.filter((name) => wordsIn(name).length > 1).length * 2 > names.length;
}

/**
 * Decides between a first and a full name: `Name` beside a column of last names is a first name,
 * and alone it is a full name if most of its cells have two words.
 */
export function withFullNames(
  columns: FoundColumns<FieldName>,
  rows: readonly ReadRow[],
  { columns: known }: TableKind<FieldName>,
): FoundColumns<FieldName> {
  if (!known.some(({ name }) => name === 'fullName')) return columns;
  const hasLast = columns.includes('lastName');
  const first = columns.indexOf('firstName');
  const full = columns.indexOf('fullName');
  if (full < 0 && first >= 0 && !hasLast && holdsFullNames(rows, first))
    return columns.with(first, 'fullName');
  return full >= 0 && hasLast && first < 0 ? columns.with(full, 'firstName') : columns;
}
