import { and, like, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { fold } from '#contract/words/normalise.ts';
import { searchWords, searchableText } from '#contract/words/search-words.ts';

/** The content of a row's `search` column, made of the searched fields of the resource. */
export function searchText(row: Record<string, unknown>, fields: readonly string[]): string {
  const texts = fields.map((field) => row[field]).filter((value) => typeof value === 'string');
  return texts.map(searchableText).filter(Boolean).join(' ');
}

const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition for rows with every word of `search`, in any order. */
export function matches(column: PgColumn | SQL, search: string): SQL | undefined {
  return and(
    ...searchWords(search).map((spellings) =>
      or(...spellings.map((spelling) => like(column, anywhere(spelling)))),
    ),
  );
}

/**
 * True for rows in which every word of `search` begins a word. People type the beginning of a name,
 * so these rows come before those that have it within a word.
 */
export function matchesStart(column: PgColumn | SQL, search: string): SQL {
  const text = sql`(' ' || replace(${column}, E'\\n', ' '))`;
  const words = searchWords(search).map((spellings) =>
    or(...spellings.map((spelling) => like(text, anywhere(` ${spelling}`)))),
  );
  return and(...words) ?? sql`true`;
}

/** True for rows in which one of these texts begins with `search`, such as a given name. */
export function startsWith(columns: readonly SQL[], search: string): SQL {
  const start = `${fold(search).replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => like(column, start))) ?? sql`false`;
}
