import { sql, type SQL } from 'drizzle-orm';
import { openingCashTable } from '#server/db/tables/ledger/opening-cash.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import {
  drawerMovementTable,
  closingTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { legColumns, kipAtMoment, named } from './legs.ts';

/**
 * Legs of cash in a drawer or safe, with its amount in its own currency, against another account.
 */
const moved = (
  money: SQL,
  {
    branch,
    at,
    currency,
    minor,
    against,
    detail,
    againstDetail,
  }: {
    branch: string;
    at: string;
    currency: string;
    minor: string;
    against: SQL;
    detail: string;
    againstDetail: string;
  },
) => sql`
  (
    ${sql.raw(branch)}, ${sql.raw(at)}, ${money}, ${sql.raw(detail)}::text,
      ${sql.raw(currency)}::text, ${sql.raw(minor)}::numeric, kip.lak::numeric
  ),
  (
    ${sql.raw(branch)}, ${sql.raw(at)}, ${against}, ${sql.raw(againstDetail)}::text,
      case when ${against} = 'safe' then ${sql.raw(currency)}::text else 'LAK' end,
      case when ${against} = 'safe' then -${sql.raw(minor)} else 0 end::numeric, -kip.lak::numeric
  )`;

/**
 * Drawers: cash payments at their own rate, everything else at the newest one. The float that was
 * left in a drawer is there when it is opened again; that of the old book comes with its first
 * opening.
 */
export const drawerEntries = sql`
  select leg.*
  from ${drawerMovementTable} movement
  join ${shiftTable} shift on shift.id = movement.shift_id
  left join ${paymentTable} payment on payment.id = movement.payment_id
  left join ${safeMovementTable} safe_movement on safe_movement.drawer_movement_id = movement.id
  left join lateral (
    select true as is_there
    from ${drawerMovementTable} sent
    where movement.kind = 'paidIn'
      and sent.at = movement.at
      and sent.kind = 'paidOut'
      and sent.paid_out_kind = 'otherDrawer'
      and sent.currency = movement.currency
      and sent.amount = -movement.amount
    limit 1
  ) other on true
  cross join lateral (
    select case when movement.currency = payment.currency
      and movement.currency <> 'LAK' then round(movement.amount * payment.rate::numeric / 100)
        else ${kipAtMoment('movement.amount', 'movement.currency', 'movement.at')} end as lak
  ) kip
  cross join lateral (
    select case
      when safe_movement.id is not null then 'safe'
      when movement.kind not in ('paidIn', 'paidOut') then 'exchange'
      when other.is_there
      or movement.paid_out_kind = 'otherDrawer' then 'betweenDrawers'
        when movement.paid_out_kind = 'countedBefore'
        or movement.counted_in_shift_id is not null then 'overShort'
        else movement.kind end as against
  ) contra
  cross join lateral (values ${moved(named('cash'), {
    branch: 'shift.branch_id',
    at: 'movement.at',
    currency: 'movement.currency',
    minor: 'movement.amount',
    against: sql.raw('contra.against'),
    detail: 'movement.currency',
    againstDetail:
      "case contra.against when 'safe' then movement.currency when 'paidOut' then movement.paid_out_kind else '' end",
  })}) ${legColumns}
  where movement.kind <> 'float'
  union all
  select leg.* from ${shiftTable} shift cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  left join lateral (
    select closing.content -> 'left' as sums
    from ${closingTable} closing
    join ${shiftTable} before on before.id = closing.shift_id
    where before.drawer_id = shift.drawer_id and closing.act = 'closed'
      and closing.at < shift.opened_at
    order by closing.at desc
    limit 1
  ) last on true
  left join ${openingCashTable} cash on cash.drawer_id = shift.drawer_id and last.sums is null
  cross join lateral (
    select coalesce(
      (
        select sum(amount)
        from ${drawerMovementTable} movement
        where movement.shift_id = shift.id and movement.kind = 'float'
          and movement.currency = cur.code
      ),
        0
    ) - coalesce((coalesce(last.sums, cash.sums) ->> cur.code)::bigint, 0) as minor
  ) float
  cross join lateral (select ${kipAtMoment('float.minor', 'cur.code', 'shift.opened_at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), {
    branch: 'shift.branch_id',
    at: 'shift.opened_at',
    currency: 'cur.code',
    minor: 'float.minor',
    against: sql.raw(
      "case when coalesce(last.sums, cash.sums) is null then 'openings' else 'overShort' end",
    ),
    detail: 'cur.code',
    againstDetail: "''",
  })}) ${legColumns}
  where float.minor <> 0
  union all
  select leg.* from ${openingCashTable} cash
  join lateral (
    select first.* from ${shiftTable} first
    where first.drawer_id = cash.drawer_id
    order by first.opened_at
    limit 1
  ) shift on true
  cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  cross join lateral (select coalesce((cash.sums ->> cur.code)::bigint, 0) as minor) opening
  cross join lateral (select ${kipAtMoment('opening.minor', 'cur.code', 'shift.opened_at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), {
    branch: 'shift.branch_id',
    at: 'shift.opened_at',
    currency: 'cur.code',
    minor: 'opening.minor',
    against: named('openings'),
    detail: 'cur.code',
    againstDetail: "''",
  })}) ${legColumns}
  where opening.minor <> 0
  union all
  select leg.*
  from ${closingTable} closing
  join ${shiftTable} shift on shift.id = closing.shift_id
  cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  cross join lateral (
    select content
    from ${closingTable} closed
    where closed.shift_id = closing.shift_id and closed.act = 'closed' and closed.at <= closing.at
    order by closed.at desc
    limit 1
  ) counted
  cross join lateral (
    select case closing.act
      when 'closed' then 1
      else -1 end * (
        coalesce((counted.content -> 'counted' ->> cur.code)::bigint, 0) - coalesce(
          (counted.content -> 'expected' ->> cur.code)::bigint, 0
        )
      ) as minor
  ) gap
  cross join lateral (select ${kipAtMoment('gap.minor', 'cur.code', 'closing.at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), {
    branch: 'shift.branch_id',
    at: 'closing.at',
    currency: 'cur.code',
    minor: 'gap.minor',
    against: named('overShort'),
    detail: 'cur.code',
    againstDetail: "''",
  })}) ${legColumns}
  where closing.act in ('closed', 'reopened') and gap.minor <> 0`;

/**
 * Deposits from a safe to a bank, and its count differences; the drawers' legs cover its movements
 * with drawers. The first count brings in what the old book has in the safe.
 */
export const safes = sql`
  select leg.*
  from ${safeMovementTable} movement
  left join ${openingCashTable} cash on cash.branch_id = movement.branch_id
    and cash.drawer_id is null and movement.kind = 'counted' and cash.at <= movement.at
    and not exists (
      select from ${safeMovementTable} earlier
      where earlier.branch_id = movement.branch_id and earlier.kind = 'counted'
        and earlier.at < movement.at)
  cross join lateral (
    select coalesce((cash.sums ->> movement.currency)::bigint, 0) as minor
  ) opening
  cross join lateral (
    values ('openings', opening.minor),
      (case movement.kind when 'toBank' then 'bank' else 'overShort' end,
        movement.amount - opening.minor)
  ) part (against, minor)
  cross join lateral (select ${kipAtMoment(
    'part.minor',
    'movement.currency',
    'movement.at',
  )} as lak) kip
  cross join lateral (values ${moved(named('safe'), {
    branch: 'movement.branch_id',
    at: 'movement.at',
    currency: 'movement.currency',
    minor: 'part.minor',
    against: sql.raw('part.against'),
    detail: 'movement.currency',
    againstDetail: "coalesce(movement.bank_account_id::text, '')",
  })}) ${legColumns}
  where movement.drawer_movement_id is null and part.minor <> 0`;
