import { and, like, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
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
