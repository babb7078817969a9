import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { FieldError } from '#contract/field-errors.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { MovingRowCheck } from './row-check.ts';

/** A record that is there, as its table has it. */
export type KnownRecord = Record<string, unknown>;

/** A field of a record that a row changes, with the column that says it. */
export type ChangedField = { column: string; field: string; before: unknown; after: unknown };

/** The fields that a row changes, and the changes as they are shown. */
export type RowFields = { fields: ChangedField[]; changes: Record<string, [string, string]> };

/**
 * What a row says of a field of its record. An empty cell says nothing, so its value is undefined;
 * null is a value.
 */
type SaidField = {
  column: string;
  field: string;
  value: unknown;
  shown?: (value: unknown) => string;
};

const shownDay = (day: string) => day.split('-').toReversed().join('/');

/** The value of a field in words; empty for none. */
export function shownField(field: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return '';
  if (/Date$|^dateOfBirth$/.test(field)) return shownDay(value);
  return field === 'phone' ? formatPhone(value) : value;
}

/**
 * The fields in which a row differs from its record. The schema of the form reads each value, so
 * that what the form would refuse is a problem of its cell.
 */
export function changedFields(
  row: MovingRowCheck,
  record: KnownRecord,
  schema: Record<string, z.ZodMiniType>,
  said: readonly SaidField[],
): RowFields {
  const found: RowFields = { fields: [], changes: {} };
  for (const { column, field, value, shown = (one: unknown) => shownField(field, one) } of said) {
    if (value === undefined) continue;
    const read = schema[field]?.safeParse(value) ?? { success: true as const, data: value };
    if (!read.success) {
      row.fail(column, (read.error.issues[0]?.message ?? 'invalid') as FieldError);
      continue;
    }
    const [before, after] = [record[field], read.data];
    if (isDeepStrictEqual(before, after)) continue;
    found.fields.push({ column, field, before, after });
    found.changes[column] = [shown(before), shown(after)];
  }
  return found;
}

/** The value of a record after the changes of its row. */
export const afterFields = (record: KnownRecord, fields: readonly ChangedField[]): KnownRecord => ({
  ...record,
  ...Object.fromEntries(fields.map(({ field, after }) => [field, after])),
});

/** The text of a cell; an empty one says nothing. */
export const saidText = (row: MovingRowCheck, column: string): string | undefined =>
  row.text(column) || undefined;
