import { sql, type SQL } from 'drizzle-orm';
import { foldSigns } from '#contract/words/normalise.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';

const SERIAL = /^\d{1,6}$/;
const START = /^[A-Z]{2,4}-R\d*(-\d*)?$/;
const WHOLE = /^[A-Z]{2,4}-R\d{2}-\d{6}$/;

const asWritten = (typed: string) => foldSigns(typed).toUpperCase();

/**
 * Finds receipts by the beginning of their number or by its last digits, because both have an
 * index. Undefined if no number was typed.
 */
export function receiptNumberIs(typed: string): SQL | undefined {
  const written = asWritten(typed);
  if (SERIAL.test(written))
    return sql`right(${receiptTable.number}, 6) = ${written.padStart(6, '0')}`;
  return START.test(written) ? sql`${receiptTable.number} like ${`${written}%`}` : undefined;
}

/** True if the text is a whole receipt number; nothing else is numbered like that. */
export const isReceiptNumber = (typed: string): boolean => WHOLE.test(asWritten(typed));
