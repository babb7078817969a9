import { sql, type SQL } from 'drizzle-orm';
import { foldSigns } from '#contract/words/normalise.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';

const SERIAL = /^\d{1,6}$/;
const START = /^[A-Z]{2,4}-R\d*(-\d*)?$/;

/**
 * Finds receipts by the beginning of their number or by its last digits, because both have an
 * index. Undefined if no number was typed.
 */
export function receiptNumberIs(typed: string): SQL | undefined {
  const written = foldSigns(typed).toUpperCase();
  if (SERIAL.test(written))
    return sql`right(${receiptTable.number}, 6) = ${written.padStart(6, '0')}`;
  return START.test(written) ? sql`${receiptTable.number} like ${`${written}%`}` : undefined;
}
