import { and, eq, inArray, sql } from 'drizzle-orm';
import { priceCurrencies } from '#contract/currencies.ts';
import type { CurrencySums } from '#contract/drawers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { drawerMovementTable as table } from '#server/db/tables/ledger/drawer-movements.table.ts';

export const noMoney = (): CurrencySums => ({ LAK: 0, THB: 0, USD: 0 });

/** Computes one sum for each currency. */
export const perCurrency = (sumOf: (currency: keyof CurrencySums) => number): CurrencySums => ({
  LAK: sumOf('LAK'),
  THB: sumOf('THB'),
  USD: sumOf('USD'),
});
export const currenciesOf = (sums: CurrencySums) =>
  priceCurrencies.filter((currency) => sums[currency] !== 0);

/** Stored sums; a currency that was left out counts as 0. */
export const sumsOf = (stored: Record<string, number> | null): CurrencySums | null =>
  stored && perCurrency((currency) => stored[currency] ?? 0);

/** The money that each shift put into the safe, at its closing and before. */
export async function safeGivenBy(
  db: Db | Tx,
  shiftIds: readonly string[],
): Promise<Map<string, CurrencySums>> {
  const found = new Map(shiftIds.map((shiftId) => [shiftId, noMoney()]));
  if (shiftIds.length === 0) return found;
  const { shiftId, currency } = table;
  const rows = await db
    .select({ shiftId, currency, amount: sql<string>`-sum(${table.amount})` })
    .from(table)
    .where(and(inArray(shiftId, [...shiftIds]), eq(table.paidOutKind, 'safe')))
    .groupBy(shiftId, currency);
  for (const row of rows) {
    const sums = found.get(row.shiftId);
    if (sums) sums[row.currency] = Number(row.amount);
  }
  return found;
}

/** The money that each shift should have in its drawer: the sum of its movements. */
export async function expectedOf(
  db: Db | Tx,
  shiftIds: readonly string[],
): Promise<Map<string, CurrencySums>> {
  const found = new Map(shiftIds.map((shiftId) => [shiftId, noMoney()]));
  if (shiftIds.length === 0) return found;
  const { shiftId, currency } = table;
  const rows = await db
    .select({ shiftId, currency, amount: sql<string>`sum(${table.amount})` })
    .from(table)
    .where(inArray(shiftId, [...shiftIds]))
    .groupBy(shiftId, currency);
  for (const row of rows) {
    const sums = found.get(row.shiftId);
    if (sums) sums[row.currency] = Number(row.amount);
  }
  return found;
}
