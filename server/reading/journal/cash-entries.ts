import { sql, type SQL } from 'drizzle-orm';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import {
  drawerMovementTable,
  closingTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { columns, inKip, named } from './legs.ts';

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
 * left in a drawer is there when it is opened again.
 */
export const drawers = sql`
  select leg.*
  from ${drawerMovementTable} m
  join ${shiftTable} s on s.id = m.shift_id
  left join ${paymentTable} p on p.id = m.payment_id
  left join ${safeMovementTable} sm on sm.drawer_movement_id = m.id
  left join lateral (
    select true as is_there
    from ${drawerMovementTable} o
    where m.kind = 'paidIn'
      and o.at = m.at
      and o.kind = 'paidOut'
      and o.paid_out_kind = 'otherDrawer'
      and o.currency = m.currency
      and o.amount = -m.amount
    limit 1
  ) other on true
  cross join lateral (
    select case when m.currency = p.currency
      and m.currency <> 'LAK' then round(m.amount * p.rate::numeric / 100)
        else ${inKip('m.amount', 'm.currency', 'm.at')} end as lak
  ) kip
  cross join lateral (
    select case
      when sm.id is not null then 'safe'
      when m.kind not in ('paidIn', 'paidOut') then 'exchange'
      when other.is_there
      or m.paid_out_kind = 'otherDrawer' then 'betweenDrawers'
        when m.paid_out_kind = 'countedBefore'
        or m.counted_in_shift_id is not null then 'overShort'
        else m.kind end as against
  ) contra
  cross join lateral (values ${moved(named('cash'), {
    branch: 's.branch_id',
    at: 'm.at',
    currency: 'm.currency',
    minor: 'm.amount',
    against: sql.raw('contra.against'),
    detail: 'm.currency',
    againstDetail:
      "case contra.against when 'safe' then m.currency when 'paidOut' then m.paid_out_kind else '' end",
  })}) ${columns}
  where m.kind <> 'float'
  union all
  select leg.* from ${shiftTable} s cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  left join lateral (
    select c.content -> 'left' as sums
    from ${closingTable} c
    join ${shiftTable} before on before.id = c.shift_id
    where before.drawer_id = s.drawer_id and c.act = 'closed' and c.at < s.opened_at
    order by c.at desc
    limit 1
  ) last on true
  cross join lateral (
    select coalesce(
      (
        select sum(amount)
        from ${drawerMovementTable} m
        where m.shift_id = s.id and m.kind = 'float' and m.currency = cur.code
      ),
        0
    ) - coalesce((last.sums ->> cur.code)::bigint, 0) as minor
  ) float
  cross join lateral (select ${inKip('float.minor', 'cur.code', 's.opened_at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), {
    branch: 's.branch_id',
    at: 's.opened_at',
    currency: 'cur.code',
    minor: 'float.minor',
    against: sql.raw("case when last.sums is null then 'openings' else 'overShort' end"),
    detail: 'cur.code',
    againstDetail: "''",
  })}) ${columns}
  where float.minor <> 0
  union all
  select leg.*
  from ${closingTable} c
  join ${shiftTable} s on s.id = c.shift_id
  cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  cross join lateral (
    select content
    from ${closingTable} d
    where d.shift_id = c.shift_id and d.act = 'closed' and d.at <= c.at
    order by d.at desc
    limit 1
  ) counted
  cross join lateral (
    select case c.act
      when 'closed' then 1
      else -1 end * (
        coalesce((counted.content -> 'counted' ->> cur.code)::bigint, 0) - coalesce(
          (counted.content -> 'expected' ->> cur.code)::bigint, 0
        )
      ) as minor
  ) gap
  cross join lateral (select ${inKip('gap.minor', 'cur.code', 'c.at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), {
    branch: 's.branch_id',
    at: 'c.at',
    currency: 'cur.code',
    minor: 'gap.minor',
    against: named('overShort'),
    detail: 'cur.code',
    againstDetail: "''",
  })}) ${columns}
  where c.act in ('closed', 'reopened') and gap.minor <> 0`;

/**
 * Deposits from a safe to a bank, and its count differences; the drawers' legs cover its movements
 * with drawers.
 */
export const safes = sql`
  select leg.*
  from ${safeMovementTable} m
  cross join lateral (select ${inKip('m.amount', 'm.currency', 'm.at')} as lak) kip
  cross join lateral (values ${moved(named('safe'), {
    branch: 'm.branch_id',
    at: 'm.at',
    currency: 'm.currency',
    minor: 'm.amount',
    against: sql.raw("case m.kind when 'toBank' then 'bank' else 'overShort' end"),
    detail: 'm.currency',
    againstDetail: "coalesce(m.bank_account_id::text, '')",
  })}) ${columns}
  where m.drawer_movement_id is null and m.amount <> 0`;
