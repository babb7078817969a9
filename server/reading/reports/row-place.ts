import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { date } from '#contract/fields.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';

const ofRow = z.tuple([
  z.nullable(date),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.int().check(z.nonnegative()),
]);
/**
 * The place of a row behind a figure: its day, its class, its student, its branch, its unit, and a
 * number for rows that have all of them in common. No two rows have the same place.
 */
export type RowPlace = z.output<typeof ofRow>;

// The same order as that of the strings of this process, which puts slices together.
const texts = [
  'shown.class_code',
  'shown.student_code',
  'shown.f_branch::text',
  'shown.f_unit::text',
].map((text) => `coalesce(${text}, '') collate "C"`);
const day = "coalesce(shown.f_day, '-infinity')";

export const placeOf: SQL = sql.raw(
  `json_build_array(shown.f_day::text, ${texts.join(', ')}, shown.nth)`,
);
/** The newest day first; rows without a day come last. */
export const inPlaces: SQL = sql.raw(`${day} desc, ${texts.join(', ')}, shown.nth`);

/** The rows behind a place. */
export function isAfter([ofDay, ...rest]: RowPlace): SQL {
  const named = sql`coalesce(${ofDay}::date, '-infinity')`;
  const beside = sql.join(
    rest.map((part) => sql`${part}`),
    sql`, `,
  );
  return sql`(${sql.raw(day)} < ${named} or (${sql.raw(day)} = ${named}
    and (${sql.raw([...texts, 'shown.nth'].join(', '))}) > (${beside})))`;
}

/** Reads a place as an answer wrote it. */
export function readRowPlace(written: string): RowPlace {
  try {
    return ofRow.parse(JSON.parse(written));
  } catch {
    throw fieldsInvalid({ place: 'invalid' });
  }
}

/** Below 0 if `a` comes before `b`. */
export function comparePlaces([dayA, ...a]: RowPlace, [dayB, ...b]: RowPlace): number {
  if (dayA !== dayB) return (dayA ?? '') > (dayB ?? '') ? -1 : 1;
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at === -1) return 0;
  return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}
