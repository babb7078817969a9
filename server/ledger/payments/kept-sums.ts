import { and, eq, sql, type SQL } from 'drizzle-orm';
import { inOrder } from '#contract/orders/payment-sums.ts';
import type { PaymentSums } from '#contract/orders/payment-rows.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  keptPaymentSumsTable,
  type KeptSums,
} from '#server/db/tables/ledger/kept-payment-sums.table.ts';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import { momentWithin } from './payment-moment.ts';

// docs/figures.md, "Kept days".

type Range = {
  branchId: string | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
};
type Gap = { branchId: string; from: string | null; to: string | null };
type Row = Record<Exclude<keyof KeptSums, 'byMethod'>, string | null> & {
  byMethod: KeptSums['byMethod'] | null;
  gaps: Gap[] | null;
};

/**
 * True if the sums of a day stand. Those of earlier releases count what they do not sum; their day
 * is read from rows until it is kept again.
 */
export const isKept = (sums: SQL): SQL => sql`coalesce(${sums} ? 'openings', false)`;

/**
 * The kept sums of the payments of a branch, or of all, and the conditions for the payments of the
 * days between and around them that have none.
 */
export async function readKeptSums(
  db: Db | Tx,
  { branchId, from, to }: Range,
): Promise<{ sums: PaymentSums; otherDays: SQL[] }> {
  const first = from ? sql`${from}::date` : sql`null::date`;
  const last = to ? sql`${to}::date` : sql`null::date`;
  const ofBranch = branchId === undefined ? sql`true` : sql`branch.id = ${branchId}::uuid`;
  const sumOf = (name: Exclude<keyof KeptSums, 'byMethod'>) =>
    sql`(select sum((sums ->> ${name})::bigint) from standing) as ${sql.identifier(name)}`;
  const { rows } = await db.execute<Row>(sql`
    with newest as (
      select distinct on (kept.branch_id, kept.day) kept.branch_id, kept.day, kept.sums
      from ${keptPaymentSumsTable} kept
      join ${branchTable} branch on branch.id = kept.branch_id
      where ${ofBranch} and kept.day >= coalesce(${first}, '-infinity')
        and kept.day <= coalesce(${last}, 'infinity')
      order by kept.branch_id, kept.day, kept.sequence desc
    ), standing as materialized (
      select * from newest where ${isKept(sql`sums`)}
    ), gap as (
      select branch_id, (day + 1)::date as first, (next - 1)::date as last from (
        select branch_id, day, lead(day) over (partition by branch_id order by day) as next
        from standing
      ) beside
      where next is null or next > day + 1
      union all
      select branch.id, null, min(standing.day) - 1
      from ${branchTable} branch left join standing on standing.branch_id = branch.id
      where ${ofBranch}
      group by branch.id
    )
    select ${sumOf('payments')}, ${sumOf('receipts')}, ${sumOf('units')}, ${sumOf('receivedLAK')},
      ${sumOf('rejected')}, ${sumOf('voided')}, ${sumOf('openings')},
      (select jsonb_agg(jsonb_build_object('method', method, 'currency', currency,
          'amount', amount)) from (
        select part.method, part.currency, sum(part.amount) as amount
        from standing, jsonb_to_recordset(standing.sums -> 'byMethod')
          as part (method text, currency text, amount bigint)
        group by 1, 2
      ) parts) as "byMethod",
      (select jsonb_agg(jsonb_build_object('branchId', branch_id, 'from', first, 'to', last))
        from gap
        where coalesce(first, ${first}, '-infinity') <= coalesce(last, ${last}, 'infinity')
      ) as gaps`);
  const [row] = rows;
  const read = (name: Exclude<keyof KeptSums, 'byMethod'>) => readSum(row?.[name] ?? null);
  return {
    sums: {
      payments: read('payments'),
      receipts: read('receipts'),
      units: read('units'),
      receivedLAK: read('receivedLAK'),
      rejected: read('rejected'),
      voided: read('voided'),
      openings: read('openings'),
      byMethod: row?.byMethod ?? [],
      pending: { count: 0, amountLAK: 0 },
    },
    otherDays: (row?.gaps ?? []).flatMap(
      (gap) =>
        and(
          eq(table.branchId, gap.branchId),
          momentWithin({ from: gap.from ?? from, to: gap.to ?? to }),
        ) ?? [],
    ),
  };
}

/** The sums of two groups of payments that have no receipt in common. */
export function addSums(a: PaymentSums, b: PaymentSums): PaymentSums {
  const byMethod = new Map<string, PaymentSums['byMethod'][number]>();
  for (const part of [...a.byMethod, ...b.byMethod]) {
    const key = `${part.method} ${part.currency}`;
    byMethod.set(key, { ...part, amount: part.amount + (byMethod.get(key)?.amount ?? 0) });
  }
  return {
    payments: a.payments + b.payments,
    receipts: a.receipts + b.receipts,
    units: a.units + b.units,
    receivedLAK: a.receivedLAK + b.receivedLAK,
    byMethod: inOrder([...byMethod.values()]),
    pending: {
      count: a.pending.count + b.pending.count,
      amountLAK: a.pending.amountLAK + b.pending.amountLAK,
    },
    rejected: a.rejected + b.rejected,
    voided: a.voided + b.voided,
    openings: a.openings + b.openings,
  };
}
