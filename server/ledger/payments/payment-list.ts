import { and, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PaymentFilters, PaymentRow, PaymentsQuery } from '#contract/orders/payment-rows.ts';
import type { Db } from '#server/db/client.ts';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';
import { isOneOf } from '#server/lib/is-one-of.ts';
import { foundBy, paymentFilter, rowFilter, type FoundPayments } from './payment-filter.ts';
import { moment, receiptOrPaymentId } from './payment-moment.ts';
import { readPaymentRows } from './payment-rows.ts';

/** A page is made of these: the newest receipts of payers, and all found by an id. */
const unitsOfFound = (
  { payers, ids }: FoundPayments,
  isListed: SQL | undefined,
  most: number,
): SQL => {
  const newestOf = (payer: SQL, limit: number) => sql`
    select distinct ${moment} as moment, ${receiptOrPaymentId} as unit from ${table}
    where ${and(sql`${payer}`, isListed)}
    order by moment desc, unit desc limit ${sql.raw(String(limit))}`;
  // The newest n units belong to the n payers with the newest ones.
  const ofPayers = (column: PgColumn, people: readonly string[]) => sql`
    select newest.moment, newest.unit, null::uuid as id
    from (
      select person.id
      from unnest(${sql.param([...people])}::uuid[]) as person (id)
      cross join lateral (${newestOf(sql`${column} = person.id`, 1)}) latest
      order by latest.moment desc, latest.unit desc limit ${sql.raw(String(most))}
    ) payer
    cross join lateral (${newestOf(sql`${column} = payer.id`, most)}) newest`;
  return sql`
    ${ofPayers(table.payerParentId, payers.parents)}
    union all ${ofPayers(table.payerStudentId, payers.students)}
    union all
    select ${moment}, ${receiptOrPaymentId}, ${table._id} from ${table}
    where ${and(isListed, sql`payments.id in (${ids})`)}`;
};

/** One page of the receipts that a text finds: the newest of each payer, then of all. */
async function readFoundPage(
  db: Db,
  user: SignedInUser,
  { page, pageSize, ...filters }: PaymentsQuery,
  found: FoundPayments,
): Promise<PaymentRow[]> {
  const isListed = rowFilter(user, filters);
  const { rows } = await db.execute<{ unit: string; ids: string[] | null }>(sql`
    select unit, array_agg(id) filter (where id is not null) as ids
    from (${unitsOfFound(found, isListed, page * pageSize)}) found
    group by moment, unit order by moment desc, unit desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const units = rows.map(({ unit }) => unit);
  if (units.length === 0) return [];
  return readPaymentRows(
    db,
    user,
    and(
      isListed,
      or(isOneOf(table.receiptId, units), isOneOf(table._id, units)),
      or(
        isOneOf(table.payerParentId, found.payers.parents),
        isOneOf(table.payerStudentId, found.payers.students),
        isOneOf(
          table._id,
          rows.flatMap(({ ids }) => ids ?? []),
        ),
      ),
    ),
  );
}

/** One page of receipts, each with all its matching rows. */
export async function readPage(
  db: Db,
  user: SignedInUser,
  query: PaymentsQuery,
): Promise<PaymentRow[]> {
  const found = await foundBy(db, user, query);
  if (found) return readFoundPage(db, user, query, found);
  const where = rowFilter(user, query);
  const { page, pageSize } = query;
  const units = await db
    .select({ unit: sql<string>`${receiptOrPaymentId}` })
    .from(table)
    .where(where)
    .groupBy(moment, receiptOrPaymentId)
    .orderBy(sql`${moment} desc`, sql`${receiptOrPaymentId} desc`)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const ids = units.map((one) => one.unit);
  if (ids.length === 0) return [];
  return readPaymentRows(
    db,
    user,
    and(where, or(inArray(table.receiptId, ids), inArray(table._id, ids))),
  );
}

/** The number of receipts, and of payments without one, that match. */
export async function countUnits(
  db: Db,
  user: SignedInUser,
  query: PaymentFilters,
): Promise<number> {
  const [found] = await db
    .select({ n: sql<number>`count(distinct ${receiptOrPaymentId})::int` })
    .from(table)
    .where(await paymentFilter(db, user, query));
  return found?.n ?? 0;
}
