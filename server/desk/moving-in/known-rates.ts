import { rateLimits } from '#server/catalogue/exchange-rates/sign-rate.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';

/** The rates of today by currency, and what a change is compared with. */
export async function readKnownRates(tx: Db | Tx, user: { _id: string }) {
  const newest = new Map<string, { _id: string; rateToLAK: string }>();
  const { _id, currency, rateToLAK, sequence } = exchangeRateTable;
  for (const row of await tx
    .select({ _id, currency, rateToLAK })
    .from(exchangeRateTable)
    .orderBy(sequence))
    newest.set(row.currency, row);
  return { ...(await rateLimits(tx, user)), newest, has: new Set(['LAK', ...newest.keys()]) };
}
