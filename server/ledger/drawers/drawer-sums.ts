import { and, eq, inArray, sql } from 'drizzle-orm';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import {
  closingTable,
  drawerMovementTable as table,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { openingCashTable } from '#server/db/tables/ledger/opening-cash.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';

export const zeroSums = (): CurrencySums => ({ LAK: 0, THB: 0, USD: 0 });

/** Computes one sum for each currency. */
export const perCurrency = (sumOf: (currency: keyof CurrencySums) => number): CurrencySums => ({
  LAK: sumOf('LAK'),
  THB: sumOf('THB'),
  USD: sumOf('USD'),
});
export const currenciesOf = (sums: CurrencySums) =>
  priceCurrencies.filter((currency) => sums[currency] !== 0);

/** The worth of these sums in kip, at the newest rates. */
export async function worthLAK(tx: Tx, sums: CurrencySums): Promise<number> {
  let kip = 0;
  for (const currency of currenciesOf(sums)) kip += await amountInKip(tx, sums[currency], currency);
  return kip;
}

/** Stored sums; a currency that was left out counts as 0. */
export const drawerSums = (stored: Record<string, number> | null): CurrencySums | null =>
  stored && perCurrency((currency) => stored[currency] ?? 0);

/** The money that each shift put into the safe, at its closing and before. */
export async function safeGivenBy(
  db: Db | Tx,
  shiftIds: readonly string[],
): Promise<Map<string, CurrencySums>> {
  const found = new Map(shiftIds.map((shiftId) => [shiftId, zeroSums()]));
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

/**
 * The opening difference of each shift: its float less what the last closing before it left in the
 * drawer. The first shift of a drawer has one only if the old book says what is in the drawer.
 */
export async function openingDifferencesOf(
  db: Db | Tx,
  shiftIds: readonly string[],
): Promise<Map<string, CurrencySums>> {
  if (shiftIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: string;
    left: Record<string, number>;
    float: Record<string, number> | null;
  }>(sql`
    select shift.id, last.left_in_it as left, (
      select jsonb_object_agg(float.currency, float.amount)
      from (
        select currency, sum(amount) as amount
        from ${table}
        where shift_id = shift.id and kind = 'float'
        group by currency
      ) float
    ) as float
    from ${shiftTable} shift
    cross join lateral (
      (select closing.content -> 'left' as left_in_it
      from ${closingTable} closing
      join ${shiftTable} earlier on earlier.id = closing.shift_id
      where earlier.drawer_id = shift.drawer_id
        and earlier.opened_at < shift.opened_at
        and closing.act = 'closed'
        and closing.at <= shift.opened_at
      order by earlier.opened_at desc, closing.at desc
      limit 1)
      union all
      (select cash.sums from ${openingCashTable} cash
      where cash.drawer_id = shift.drawer_id and not exists (
        select from ${shiftTable} earlier
        where earlier.drawer_id = shift.drawer_id and earlier.opened_at < shift.opened_at))
    ) last
    where shift.id = any(${sql.param([...shiftIds])}::uuid[])`);
  return new Map(
    rows.map(({ id, left, float }) => [
      id,
      perCurrency((currency) => Number(float?.[currency] ?? 0) - Number(left[currency] ?? 0)),
    ]),
  );
}

/** The money that each shift should have in its drawer: the sum of its movements. */
export async function expectedOf(
  db: Db | Tx,
  shiftIds: readonly string[],
): Promise<Map<string, CurrencySums>> {
  const found = new Map(shiftIds.map((shiftId) => [shiftId, zeroSums()]));
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
