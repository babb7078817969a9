import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import {
  keptPaymentSumsTable,
  type KeptSums,
} from '#server/db/tables/ledger/kept-payment-sums.table.ts';
import { dayOfPayments } from '#server/ledger/payments/keep-payment-sums.ts';
import { isKept } from '#server/ledger/payments/kept-sums.ts';
import type { Difference } from './difference.ts';

type Kept = { day: string; sums: KeptSums };

/** The kept sums of a branch from a day on, and those of a random day of each month before it. */
async function comparedSums(db: Db | Tx, branchId: string, from: string): Promise<Kept[]> {
  const { rows } = await db.execute<Kept>(sql`
    with newest as (
      select distinct on (kept.day) kept.day, kept.sums from ${keptPaymentSumsTable} kept
      where kept.branch_id = ${branchId}::uuid
      order by kept.day, kept.sequence desc
    ), earlier as (
      select distinct on (date_trunc('month', day)) day, sums from newest
      where day < ${from}::date and ${isKept(sql`sums`)}
      order by date_trunc('month', day), random()
    )
    select day::text as day, sums from newest where day >= ${from}::date and ${isKept(sql`sums`)}
    union all select day::text, sums from earlier`);
  return rows;
}

/** Each sum by its name; money by its method and currency. */
const named = ({ byMethod, ...sums }: KeptSums): Map<string, number> =>
  new Map([
    ...Object.entries(sums),
    ...byMethod.map(({ method, currency, amount }) => [`${method} ${currency}`, amount] as const),
  ]);

/** docs/figures.md, "Kept days": where the kept sums of payments and those of their rows differ. */
export async function keptSumDifferences(
  db: Db | Tx,
  { _id, code }: { _id: string; code: string },
  from: string,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const { day, sums } of await comparedSums(db, _id, from)) {
    const [kept, counted] = [named(sums), named(await dayOfPayments(db, _id, day))];
    for (const name of new Set([...kept.keys(), ...counted.keys()])) {
      if ((kept.get(name) ?? 0) === (counted.get(name) ?? 0)) continue;
      differences.push({
        check: 'payments of a kept day',
        where: `${code} ${day}`,
        detail: `${name}: kept ${kept.get(name) ?? 0}, rows ${counted.get(name) ?? 0}`,
      });
    }
  }
  return differences;
}
