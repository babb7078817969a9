import { and, sql, type SQL } from 'drizzle-orm';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';

/** The moment at which a payment counts: its decision, as its receipt says, else its recording. */
export const moment = sql`coalesce(${table.decidedAt}, ${table.at})`;

/** The unit that rows are grouped by: a receipt, or a payment without one. */
export const receiptOrPaymentId = sql`coalesce(${table.receiptId}, ${table._id})`;

/** Midnight in Laos at the beginning of a day, or at the end of it. */
const midnight = (day: string, after: number) =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone 'Asia/Vientiane'`;

/** The payments that count on these days, both included; an empty end is open. */
export const momentWithin = ({
  from,
  to,
}: {
  from?: string | null | undefined;
  to?: string | null | undefined;
}): SQL | undefined =>
  and(
    from ? sql`${moment} >= ${midnight(from, 0)}` : undefined,
    to ? sql`${moment} < ${midnight(to, 1)}` : undefined,
  );
