import { and, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normalise } from '#contract/normalise.ts';
import { formatPhone } from '#contract/phone.ts';

const E164 = /^\+\d{8,15}$/;

/**
 * A phone is found by its stored form, by its usual written form, and by that form without spaces.
 */
function spellings(value: string): string[] {
  if (!E164.test(value)) return [value];
  const local = formatPhone(value);
  return [value, local, local.replaceAll(' ', '')];
}

/** The content of a row's `search` column, made of the searched fields of the resource. */
export function searchText(row: Record<string, unknown>, fields: readonly string[]): string {
  const texts = fields.map((field) => row[field]).filter((value) => typeof value === 'string');
  return normalise(texts.flatMap(spellings).join(' '));
}

/** The condition for rows with every word of `search`, in any order. */
export function matches(column: PgColumn, search: string): SQL | undefined {
  const words = normalise(search).split(' ').filter(Boolean);
  return and(...words.map((word) => like(column, `%${word.replace(/[\\%_]/g, '\\$&')}%`)));
}
