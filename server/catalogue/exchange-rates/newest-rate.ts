import { desc, eq, inArray } from 'drizzle-orm';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { convert } from '#contract/money/money.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  exchangeRateTable as table,
  exchangeRateTable,
} from '#server/db/tables/catalogue/exchange-rates.table.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';

/** An amount in kip at the newest rate; answers 409 while its currency has no rate. */
export async function amountInKip(
  db: Db | Tx,
  amount: number,
  currency: PriceCurrency,
): Promise<number> {
  if (currency === 'LAK') return amount;
  const [newest] = await db
    .select({ rate: table.rateToLAK })
    .from(table)
    .where(eq(table.currency, currency))
    .orderBy(desc(table.sequence))
    .limit(1);
  if (!newest) throw new ApiError('rateMissing', { n: currency });
  return convert(amount, currency, newest.rate);
}

/** The newest rate of every currency of prices and payments. */
export async function newestRates(db: Db | Tx): Promise<VisitRates> {
  const { _id: rateId, currency, rateToLAK: rate, sequence } = exchangeRateTable;
  const rows = await db
    .selectDistinctOn([currency], { currency, rateId, rate })
    .from(exchangeRateTable)
    .where(inArray(currency, ['THB', 'USD']))
    .orderBy(currency, desc(sequence));
  return Object.fromEntries(rows.map(({ currency: of, ...found }) => [of, found]));
}
