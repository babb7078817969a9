import { sql } from 'drizzle-orm';
import { can } from '#contract/roles.ts';
import { owedRows } from '#server/reading/balances/owed.ts';
import { readToVerify } from '#server/ledger/figures/flows.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { receiptTable, dayTable } from '#server/db/tables/ledger/books.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { shiftTable, drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import {
  queueColumns,
  ofShown,
  payersOf,
  readKind,
  TODAY_IN_LAOS,
  todaySql,
  type QueueQuestion,
  type QueueRows,
} from './queue-kind.ts';

/** docs/figures.md, "Figure 16: to verify", as one row. */
export async function slipsToVerify({ db, user, branchId }: QueueQuestion): Promise<QueueRows> {
  const { count, sumLAK, oldest } = await readToVerify(db, branchId);
  if (count === 0 || oldest === null) return { rows: [], count: 0 };
  const row = {
    _id: 'slips',
    kind: 'slips',
    branchId: null,
    branchCode: '',
    at: new Date(`${oldest}T00:00:00+07:00`).toISOString(),
    name: '',
    nameLo: '',
    code: '',
    detail: '',
    detailLo: '',
    amountLAK: sumLAK,
    n: count,
    of: null,
    held: null,
    toId: null,
  } as const;
  return { rows: [{ ...row, mayAct: can(user, 'verification:write') }], count: 1 };
}

const [late, lateSum] = [sql.raw('days_late > 0'), sql.raw('to30 + to60 + to90 + older')];

/**
 * Families with overdue balances, the longest overdue first; users who see only figures get their
 * number and sum.
 */
export function balancesOverdue({ db, user, branchId }: QueueQuestion): Promise<QueueRows> {
  const owed = owedRows(user, { branchId, search: '' });
  if (!can(user, 'balances:read'))
    return readKind(
      db,
      'overdue',
      sql`
        ${owed} select ${queueColumns({
          id: sql.raw(`'overdue'`),
          branchId: sql.raw('null::uuid'),
          at: sql.raw(`
          (${TODAY_IN_LAOS} - max(days_late))::timestamp at time zone 'Asia/Vientiane'`),
          amountLAK: sql`
          sum(${lateSum})`,
          n: sql.raw('count(*)'),
        })}
          from families
          where ${late}
          having count(*) > 0`,
      { mayAct: false },
    );
  return readKind(
    db,
    'overdue',
    sql`${owed} select ${queueColumns({
      id: sql.raw('families.payer_id'),
      branchId: sql.raw('families.branch_id'),
      at: sql.raw(`(${TODAY_IN_LAOS} - days_late)::timestamp at time zone 'Asia/Vientiane'`),
      amountLAK: lateSum,
      ...payersOf(
        'families.payer_id',
        'families.payer_id',
        '(select walk_in_name from orders where id = families.payer_id)',
      ),
      detail: sql.raw(
        `
          coalesce(
            (select phone from parents where id = families.payer_id),
              (select phone from students where id = families.payer_id),
              (select walk_in_phone from orders where id = families.payer_id), ''
          )`,
      ),
      // A walk-in has no account, only the order.
      toId: sql.raw(`case when kind = 'walkIn' then null else families.payer_id end`),
    })} from families where ${late}`,
    { order: sql.raw('at, amount desc, id') },
  );
}

/** Drawers from an earlier day that are still uncounted. */
export const shiftsLeftOpen = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'shift',
    sql`
    select ${queueColumns({
      id: sql.raw('shifts.id'),
      branchId: sql.raw('shifts.branch_id'),
      at: sql.raw('shifts.opened_at'),
      name: sql.raw('drawers.name'),
      detail: sql.raw(`
      coalesce(
        (select first_name || ' ' || last_name from users where id = shifts.opened_by_id), ''
      )`),
    })}
    from ${shiftTable}
    join ${drawerTable} on drawers.id = shifts.drawer_id
    where shifts.closed_at is null
      and shifts.day < ${todaySql}
      and ${ofShown('shifts.branch_id', branchId)}`,
  );

/**
 * Open drawers that should hold less than nothing of a currency, because change was given offline.
 * `detail` names the sums.
 */
export const shortDrawers = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'shortDrawer',
    sql`
    select ${queueColumns({
      id: sql.raw('shifts.id'),
      branchId: sql.raw('shifts.branch_id'),
      at: sql.raw('shifts.opened_at'),
      name: sql.raw('drawers.name'),
      detail: sql.raw('short.sums'),
    })}
    from ${shiftTable}
    join ${drawerTable} on drawers.id = shifts.drawer_id
    cross join lateral (
      select string_agg(
        case currency
          when 'LAK' then to_char(amount, 'FM999,999,999,999,990')
          else to_char(amount / 100.0, 'FM999,999,999,999,990.00')
        end || ' ' || currency, ', ' order by currency
      ) as sums
      from (
        select currency, sum(amount) as amount
        from ${drawerMovementTable}
        where shift_id = shifts.id
        group by currency
      ) held
      where amount < 0
    ) short
    where shifts.closed_at is null
      and short.sums is not null
      and ${ofShown('shifts.branch_id', branchId)}`,
  );

/** The last day before today with bookings, if it is not closed. */
export const daysLeftOpen = ({ db, user, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'day',
    sql`
    select ${queueColumns({
      id: sql.raw('last.day::text'),
      branchId: sql.raw('branches.id'),
      at: sql.raw(`
      last.day::timestamp at time zone 'Asia/Vientiane'`),
    })}
    from ${branchTable} cross join lateral (select greatest(
      (select max(day) from ${shiftTable} where branch_id = branches.id and day < ${todaySql}),
      (select max(day) from ${receiptTable} where branch_id = branches.id and day < ${todaySql}),
      (
        select max(confirmed_day)
        from ${orderTable}
        where branch_id = branches.id and confirmed_day < ${todaySql}
      )) as day) last
    where last.day is not null
      and not exists (
        select
        from ${dayTable}
        where days.branch_id = branches.id and days.day = last.day and days.closed_at is not null
      )
      and ${ofShown('branches.id', branchId)}`,
    { mayAct: can(user, 'days:close') },
  );

/** Currencies whose newest rate is older than a day, as one row. */
export const oldRates = ({ db }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'rates',
    sql`
    select ${queueColumns({
      id: sql.raw(`'rates'`),
      branchId: sql.raw('null::uuid'),
      at: sql.raw('min(newest.at)'),
      code: sql.raw(`
      string_agg(newest.currency, ' ' order by newest.currency)`),
      n: sql.raw('count(*)'),
    })}
    from (
      select currency, (array_agg(created_at order by sequence desc))[1] as at
      from ${exchangeRateTable}
      group by currency
    ) newest
    where newest.at < clock_timestamp() - interval '1 day'
    having count(*) > 0`,
  );
