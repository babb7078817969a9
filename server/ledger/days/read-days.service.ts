import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  MAX_DAYS,
  type DayRecord,
  type DayRow,
  type DayState,
  type DayTotals,
} from '#contract/money/days.ts';
import type { Shift } from '#contract/money/drawers.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { chosenBranch } from '#server/lib/chosen-branch.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { dayTable, printTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { readShifts } from '#server/ledger/drawers/drawers.service.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { headOf } from '#server/centre/school-info/paper-head.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { flowsOf } from './day-flows.ts';
import { isInTheWay, receiptsOfDay, totalsNow } from './day-parts.ts';

/** The days that have rows or were closed, and `upTo` itself. */
const daysOf = (branchId: string, upTo: string) => sql`(
  select day from ${shiftTable} where branch_id = ${branchId} and day <= ${upTo}
  union select day from ${receiptTable} where branch_id = ${branchId} and day <= ${upTo}
  union
    select confirmed_day from ${orderTable}
    where branch_id = ${branchId} and confirmed_day <= ${upTo}
  union select day from ${dayTable} where branch_id = ${branchId} and day <= ${upTo})`;

const stateOf = (row: { closedAt: string | null } | undefined): DayState => {
  if (!row) return 'open';
  return row.closedAt === null ? 'reopened' : 'closed';
};

const yesterdayOf = (day: string) => addDays(day, -1);

/** GET `/days`. */
export async function listDays(
  db: Db,
  user: SignedInUser,
  { branchId: asked, before }: { branchId?: string | undefined; before?: string | undefined },
): Promise<DayRow[]> {
  const branchId = chosenBranch(user, asked);
  const today = dayInLaos(Date.parse(await transactionNow(db)));
  const upTo = before === undefined ? today : yesterdayOf(before);
  const { rows } = await db.execute<{ day: string }>(
    sql`
      select day::text as day from ${daysOf(branchId, upTo)} there
      order by day desc limit ${MAX_DAYS}`,
  );
  const named = rows.map(({ day }) => day);
  if (before === undefined && named[0] !== today) named.unshift(today);
  const from = named.at(-1);
  if (from === undefined) return [];
  const within = { branchId, from, to: upTo };
  const flows = await flowsOf(db, within);
  const stored = await db
    .select()
    .from(dayTable)
    .where(and(eq(dayTable.branchId, branchId), sql`${dayTable.day} between ${from} and ${upTo}`));
  const shifts = await db
    .select({
      day: shiftTable.day,
      closedAt: shiftTable.closedAt,
      toBeAccepted: shiftTable.toBeAccepted,
    })
    .from(shiftTable)
    .where(
      and(eq(shiftTable.branchId, branchId), sql`${shiftTable.day} between ${from} and ${upTo}`),
    );
  return named.map((day) => {
    const row = stored.find((one) => one.day === day);
    const totals = (row?.totals ?? flows.get(day)) as Partial<DayTotals> | undefined;
    const drawers = shifts.filter((one) => one.day === day);
    return {
      day,
      state: stateOf(row),
      closedAt: row?.closedAt ?? null,
      receivedLAK: totals?.receivedLAK ?? 0,
      billedLAK: totals?.billedLAK ?? 0,
      drawers: drawers.length,
      inTheWay: drawers.filter(isInTheWay).length,
    };
  });
}

/** Earlier open days, which are closed together with `day`. */
export async function openDaysBefore(
  db: Db | Tx,
  branchId: string,
  day: string,
): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select there.day::text as day from ${daysOf(branchId, yesterdayOf(day))} there
    left join ${dayTable} on days.branch_id = ${branchId} and days.day = there.day
    where days.closed_at is null
      and there.day > coalesce((
        select max(closed.day) from ${dayTable} closed
        where closed.branch_id = ${branchId} and closed.closed_at is not null
            and closed.day < ${day}),
          '0001-01-01')
    order by there.day`);
  return rows.map((row) => row.day);
}

/** Drawers of `day` and earlier ones that have to be counted or accepted first. */
export const inTheWayOf = (
  db: Db | Tx,
  user: SignedInUser,
  branchId: string,
  day: string,
): Promise<Shift[]> =>
  readShifts(
    db,
    user,
    and(
      eq(shiftTable.branchId, branchId),
      lte(shiftTable.day, day),
      sql`(${isNull(shiftTable.closedAt)} or ${shiftTable.toBeAccepted})`,
    ),
  );

export async function isLaterClosed(db: Db | Tx, branchId: string, day: string): Promise<boolean> {
  return (
    (await db.$count(
      dayTable,
      and(
        eq(dayTable.branchId, branchId),
        gt(dayTable.day, day),
        sql`${dayTable.closedAt} is not null`,
      ),
    )) > 0
  );
}

async function actsOf(db: Db, branchId: string, day: string): Promise<DayRecord['acts']> {
  const { _id, act, reason, at } = closingTable;
  const rows = await db
    .select({ _id, act, reason, at, by: nameOfUser(closingTable.byId) })
    .from(closingTable)
    .where(
      and(
        eq(closingTable.branchId, branchId),
        eq(closingTable.day, day),
        isNull(closingTable.shiftId),
      ),
    )
    .orderBy(desc(at), desc(_id));
  return rows.flatMap(({ act: of, ...row }) => (of === 'accepted' ? [] : [{ ...row, act: of }]));
}

async function totalsOf(
  db: Db,
  user: SignedInUser,
  branchId: string,
  day: string,
): Promise<DayTotals> {
  const [now] = await totalsNow(db, user, branchId, [day]);
  if (!now) throw new Error('A day has totals');
  return now.totals;
}

/** GET `/days/{day}`. */
export async function readDayRecord(
  db: Db,
  user: SignedInUser,
  day: string,
  asked: string | undefined,
): Promise<DayRecord> {
  const branchId = chosenBranch(user, asked);
  const [row] = await db
    .select()
    .from(dayTable)
    .where(and(eq(dayTable.branchId, branchId), eq(dayTable.day, day)));
  const isClosed = row !== undefined && row.closedAt !== null;
  const acts = await actsOf(db, branchId, day);
  const closing = isClosed ? acts.find(({ act }) => act === 'closed') : undefined;
  const { cashier: _cashier, ...head } = await headOf(db, { branchId, byId: null });
  return {
    day,
    branchId,
    state: stateOf(row),
    acts,
    ...head,
    totals: isClosed ? (row.totals as DayTotals) : await totalsOf(db, user, branchId, day),
    inTheWay: isClosed ? [] : await inTheWayOf(db, user, branchId, day),
    closesWith: isClosed ? [] : await openDaysBefore(db, branchId, day),
    mayReopen: isClosed && !(await isLaterClosed(db, branchId, day)),
    isToday: day === dayInLaos(Date.parse(await transactionNow(db))),
    receipts: await receiptsOfDay(db, branchId, day),
    paper: closing
      ? {
          closingId: closing._id,
          copies: await db.$count(
            printTable,
            and(eq(printTable.paper, 'closing'), eq(printTable.ofId, closing._id)),
          ),
        }
      : null,
  };
}
