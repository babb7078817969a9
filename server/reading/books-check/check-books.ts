import { sql } from 'drizzle-orm';
import type { BooksProgress } from '#contract/money/books.ts';
import type { Database, Db, Tx } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { checkStock } from '#server/ledger/stock/check-stock.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { runCheck, whole, type BooksCheck, type Difference, type Slice } from './difference.ts';
import { dayChecks } from './day-checks.ts';
import { drawerChecks } from './drawer-checks.ts';
import { keptDayDifferences } from './kept-day-checks.ts';
import { movingChecks } from './moving-checks.ts';
import { orderChecks } from './order-checks.ts';
import { paymentChecks } from './payment-checks.ts';
import { bookChecks, receiptChecks } from './receipt-checks.ts';
import { requestChecks, transferChecks } from './transfer-checks.ts';

export type BooksReport = { checkedAt: string; orders: number; differences: Difference[] };

const groups: { table: string; checks: readonly BooksCheck[] }[] = [
  { table: 'orders', checks: [...orderChecks, ...transferChecks, ...movingChecks] },
  { table: 'payments', checks: paymentChecks },
  { table: 'receipts', checks: receiptChecks },
  { table: 'shifts', checks: drawerChecks },
];

const ROWS_OF_A_SLICE = 1000;

/**
 * Divides a table into slices by id; together they cover all rows, even those that are added
 * meanwhile.
 */
async function slicesOf(db: Db, table: string): Promise<Slice[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id
    from (select id, row_number() over (order by id) as n from ${sql.identifier(table)}) numbered
    where n % ${ROWS_OF_A_SLICE} = 0
    order by id`);
  const ends = [...rows.map(({ id }) => id), null];
  return ends.map((upTo, at) => ({ after: ends[at - 1] ?? null, upTo }));
}

async function stockDifferences(db: Db | Tx): Promise<Difference[]> {
  const problems = {
    sum: 'on hand is not the sum of its movements',
    running: 'what was left after each movement does not add up',
    numbers: 'its movements do not run from 1',
    belowZero: 'below zero',
    reserved: 'reserved is not what orders have sold and not handed over',
  };
  return (await checkStock(db)).map(
    ({ sku, branch, onHand, moved, reserved, promised, problem }) => ({
      check: 'stock',
      where: `${sku} ${branch}`,
      detail: `${problems[problem]}: on hand ${onHand}, moved ${moved}; reserved ${reserved}, promised ${promised}`,
    }),
  );
}

type Tell = (progress: BooksProgress) => void;

async function checkAll(
  db: Db | Tx,
  slices: (table: string) => Promise<Slice[]>,
  tell: Tell,
): Promise<Difference[]> {
  const steps: { check: BooksCheck; slice: Slice }[] = [];
  for (const { table, checks } of groups)
    for (const slice of await slices(table))
      steps.push(...checks.map((check) => ({ check, slice })));
  steps.push(
    ...[...bookChecks, ...dayChecks, ...requestChecks].map((check) => ({ check, slice: whole })),
  );
  const differences: Difference[] = [];
  for (const [at, { check, slice }] of steps.entries()) {
    differences.push(...(await runCheck(db, check, slice)));
    tell({ done: at + 1, total: steps.length + 1 });
  }
  return [...differences, ...(await stockDifferences(db)), ...(await keptDayDifferences(db))];
}

/**
 * Checks all rows at once. Nobody waits for it and it locks nothing, so comparing a million
 * payments may take longer than a request.
 */
async function checkWhole(tx: Tx, tell: Tell): Promise<Difference[]> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  return checkAll(tx, async () => [whole], tell);
}

/**
 * Compares every stored sum with the rows behind it. PostgreSQL reads everything as of one moment;
 * the embedded engine, which has one connection, compares in slices, each as of its own moment, and
 * serves others in between.
 */
export async function checkBooks(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  tell: Tell = () => undefined,
): Promise<BooksReport> {
  const checkedAt = await transactionNow(db);
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${orderTable}`,
  );
  const differences =
    engine === 'postgresql'
      ? await db.transaction((tx) => checkWhole(tx, tell), {
          isolationLevel: 'repeatable read',
          accessMode: 'read only',
        })
      : await checkAll(db, (table) => slicesOf(db, table), tell);
  return { checkedAt, orders: rows[0]?.n ?? 0, differences };
}
