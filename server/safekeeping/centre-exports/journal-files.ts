import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { addDays } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { csvStream } from '#server/lib/sheets/write-csv.ts';
import { readJournal } from '#server/reading/journal/journal.service.ts';

const MONTH = 7;

/** The months `yyyy-mm` from the first posting to today. */
export async function monthsWithMoney(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select min(moment.at at time zone 'Asia/Vientiane')::date::text as day from (
      select min(at) as at from ${orderTable}
      union all select min(at) from ${paymentTable}
      union all select min(at) from ${drawerMovementTable}) moment`);
  const first = rows[0]?.day;
  if (!first) return [];
  const today = await todayInLaos(db);
  const months: string[] = [];
  for (let day = `${first.slice(0, MONTH)}-01`; day <= today; day = nextMonth(day))
    months.push(day.slice(0, MONTH));
  return months;
}

const nextMonth = (first: string) => `${addDays(first, 31).slice(0, MONTH)}-01`;

async function* rowsOf(db: Db, user: SignedInUser, month: string): AsyncGenerator<Cell[][]> {
  const from = `${month}-01`;
  const codes = new Map(
    (await db.select({ _id: branchTable._id, code: branchTable.code }).from(branchTable)).map(
      ({ _id, code }) => [_id, code],
    ),
  );
  const query = { from, to: addDays(nextMonth(from), -1) };
  const rows = await readJournal(db, user, { ...query, branchId: undefined });
  yield rows.map((row) => [
    row.day,
    codes.get(row.branchId) ?? row.branchId,
    row.account,
    row.detail,
    row.code,
    row.debitLAK,
    row.creditLAK,
    row.isProvisional ? 'open' : 'closed',
  ]);
}

const headings = ['day', 'branch', 'account', 'detail', 'code', 'debit_lak', 'credit_lak', 'state'];

/** The journal of a month, as the accountant reads it. */
export const journalFile = (db: Db, user: SignedInUser, month: string): Readable =>
  csvStream(headings, rowsOf(db, user, month));
