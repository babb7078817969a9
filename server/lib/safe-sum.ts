import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Reads the driver's result of `sum(bigint)`: a decimal string, or null without rows. Throws above
 * the largest exact number.
 */
export function readSum(sum: string | null): number {
  const whole = BigInt(sum ?? 0);
  if (whole > BigInt(Number.MAX_SAFE_INTEGER) || whole < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new RangeError('A sum is beyond what a number holds exactly');
  }
  return Number(whole);
}

/** The sum of a column of whole numbers; 0 without rows. */
export const sumColumn = (column: PgColumn | SQL): SQL<number> =>
  sql`coalesce(sum(${column}), 0)`.mapWith(readSum);
