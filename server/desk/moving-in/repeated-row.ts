import type { FieldError } from '#contract/field-errors.ts';
import type { KnownRecords } from './known-records.ts';
import { rowTwice, type CheckedMovingRow, type MovingRowCheck } from './row-check.ts';

type Repeated = {
  name: string;
  /** The column beside which it is said. */
  field: string;
  /** What makes two rows the same record. */
  key: string;
  /** Everything that the row says of it. */
  said: unknown;
};

/**
 * The result of a row for whose record an earlier row stands already; undefined for the first one.
 * A row that says the same is left out by itself. One that says something else is a problem,
 * because what it says would be lost.
 */
export function repeatedRow(
  row: MovingRowCheck,
  { seen }: Pick<KnownRecords, 'seen'>,
  { name, field, key, said }: Repeated,
): CheckedMovingRow | undefined {
  const whole = `${key} says ${JSON.stringify(said)}`;
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, row.number);
    seen.set(whole, row.number);
    return undefined;
  }
  if (seen.has(whole)) return rowTwice(name, field, first);
  row.fail(field, `rowOtherwise:${first}` as FieldError);
  return row.result(name, { input: null });
}
