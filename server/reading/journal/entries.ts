import { sql, type SQL } from 'drizzle-orm';
import { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import {
  drawerMovementTable,
  closingTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

// Every row of the books as double entry. Each query returns legs (branch_id, at, account, detail,
// currency, minor, amount): debits are positive, and the legs of one row add up to 0. `minor` is
// the change of a foreign account in its own currency.

/** A leg in kip on an account without a currency of its own. */
const leg = (branch: string, at: string, account: SQL, amount: string, detail = "''") =>
  sql`(${sql.raw(branch)}, ${sql.raw(at)}, ${account}, ${sql.raw(detail)}::text, 'LAK', 0::numeric, (${sql.raw(amount)})::numeric)`;
const named = (account: string) => sql.raw(`'${account}'`);
const columns = sql.raw('leg(branch_id, at, account, detail, currency, minor, amount)');

/** The kip of an amount in minor units, at the newest rate of a moment. */
const inKip = (amount: string, currency: string, at: string) =>
  sql.raw(
    `case when ${currency} = 'LAK' then ${amount} else round(${amount} * coalesce((select rate_to_lak from exchange_rates where exchange_rates.currency = ${currency} and created_at <= ${at} order by sequence desc limit 1), 0)::numeric / 100) end`,
  );

/**
 * Lines of orders that were ever confirmed, at the later of the two moments. With `tuitionWaits`,
 * tuition and its discounts stay deferred until they are earned.
 */
const lines = (tuitionWaits: boolean) => sql`
  select leg.* from ${orderLineTable} line join ${orderTable} o on o.id = line.order_id and o.confirmed_at is not null left join ${orderLineTable} charged on charged.id = line.of_line_id
  cross join lateral (values
    ${leg('o.branch_id', 'greatest(line.at, o.confirmed_at)', named('receivables'), 'line.amount_lak')},
    ${leg('o.branch_id', 'greatest(line.at, o.confirmed_at)', sql.raw(`case ${tuitionWaits ? "when coalesce(charged.kind, line.kind) = 'tuition' then 'unearned'" : ''} when line.kind = 'product' then 'products' when line.kind = 'discount' then 'discounts' when line.kind = 'adjustment' then 'adjustments' when line.kind = 'opening' then 'openings' else line.kind end`), '-line.amount_lak')}
  ) ${columns}`;

const isSlip = sql.raw(`(p.method in ('qr', 'transfer') and p.amount_lak > 0)`);
/**
 * The account of a payment once it is confirmed. Cash is booked by the drawer movements; what their
 * rates leave over is exchange.
 */
const goesTo = sql.raw(
  `case p.method when 'cash' then 'exchange' when 'opening' then 'openings' else 'bank' end`,
);

/**
 * A slip waits until it is confirmed or rejected; all other money is confirmed at once. A void
 * takes it back from the account where it is.
 */
const payments = sql`
  select leg.* from ${paymentTable} p cross join lateral (values
    ${leg('p.branch_id', 'p.at', sql`case when ${isSlip} then 'slips' else ${goesTo} end`, 'p.amount_lak', "coalesce(p.bank_account_id::text, '')")},
    ${leg('p.branch_id', 'p.at', named('credits'), '-p.amount_lak')}
  ) ${columns}
  union all
  select leg.* from ${paymentTable} p cross join lateral (values
    ${leg('p.branch_id', 'p.decided_at', sql`case when p.state = 'rejected' then 'credits' else ${goesTo} end`, 'p.amount_lak', "case when p.state = 'rejected' then '' else coalesce(p.bank_account_id::text, '') end")},
    ${leg('p.branch_id', 'p.decided_at', named('slips'), '-p.amount_lak', "coalesce(p.bank_account_id::text, '')")}
  ) ${columns} where ${isSlip} and p.decided_at is not null
  union all
  select leg.* from ${paymentTable} p cross join lateral (values
    ${leg('p.branch_id', 'p.voided_at', named('credits'), 'p.amount_lak')},
    ${leg('p.branch_id', 'p.voided_at', sql`case when ${isSlip} and p.decided_at is null then 'slips' else ${goesTo} end`, '-p.amount_lak', "coalesce(p.bank_account_id::text, '')")}
  ) ${columns} where p.voided_at is not null`;

const orderAccount = sql.raw(
  `case when o.confirmed_at <= g.at then 'receivables' else 'holds' end`,
);

/**
 * Uses of money, between branches too; money of a hold becomes paid when its order is confirmed.
 */
const allocations = sql`
  select leg.* from ${allocationTable} g join ${paymentTable} p on p.id = g.payment_id join ${orderTable} o on o.id = g.order_id cross join lateral (values
    ${leg('p.branch_id', 'g.at', named('credits'), 'g.amount_lak')},
    ${leg('o.branch_id', 'g.at', orderAccount, '-g.amount_lak')},
    ${leg('p.branch_id', 'g.at', named('between'), 'case when p.branch_id = o.branch_id then 0 else -g.amount_lak end', 'o.branch_id')},
    ${leg('o.branch_id', 'g.at', named('between'), 'case when p.branch_id = o.branch_id then 0 else g.amount_lak end', 'p.branch_id')}
  ) ${columns}
  union all
  select leg.* from ${allocationTable} g join ${orderTable} o on o.id = g.order_id and g.at < o.confirmed_at cross join lateral (values
    ${leg('o.branch_id', 'o.confirmed_at', named('holds'), 'g.amount_lak')},
    ${leg('o.branch_id', 'o.confirmed_at', named('receivables'), '-g.amount_lak')}
  ) ${columns}
  union all
  select leg.* from ${allocationTable} g join ${paymentTable} p on p.id = g.payment_id join ${paymentTable} r on r.id = g.refund_id and r.branch_id <> p.branch_id cross join lateral (values
    ${leg('p.branch_id', 'g.at', named('credits'), 'g.amount_lak')},
    ${leg('p.branch_id', 'g.at', named('between'), '-g.amount_lak', 'r.branch_id')},
    ${leg('r.branch_id', 'g.at', named('between'), 'g.amount_lak', 'p.branch_id')},
    ${leg('r.branch_id', 'g.at', named('credits'), '-g.amount_lak')}
  ) ${columns}`;

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
  (${sql.raw(branch)}, ${sql.raw(at)}, ${money}, ${sql.raw(detail)}::text, ${sql.raw(currency)}::text, ${sql.raw(minor)}::numeric, kip.lak::numeric),
  (${sql.raw(branch)}, ${sql.raw(at)}, ${against}, ${sql.raw(againstDetail)}::text, case when ${against} = 'safe' then ${sql.raw(currency)}::text else 'LAK' end, case when ${against} = 'safe' then -${sql.raw(minor)} else 0 end::numeric, -kip.lak::numeric)`;

/**
 * Drawers: cash payments at their own rate, everything else at the newest one. The float that was
 * left in a drawer is there when it is opened again.
 */
const drawers = sql`
  select leg.* from ${drawerMovementTable} m join ${shiftTable} s on s.id = m.shift_id left join ${paymentTable} p on p.id = m.payment_id left join ${safeMovementTable} sm on sm.drawer_movement_id = m.id
  left join lateral (select true as is_there from ${drawerMovementTable} o where m.kind = 'paidIn' and o.at = m.at and o.kind = 'paidOut' and o.paid_out_kind = 'otherDrawer' and o.currency = m.currency and o.amount = -m.amount limit 1) other on true
  cross join lateral (select case when m.currency = p.currency and m.currency <> 'LAK' then round(m.amount * p.rate::numeric / 100) else ${inKip('m.amount', 'm.currency', 'm.at')} end as lak) kip
  cross join lateral (select case when sm.id is not null then 'safe' when m.kind not in ('paidIn', 'paidOut') then 'exchange' when other.is_there or m.paid_out_kind = 'otherDrawer' then 'betweenDrawers' when m.paid_out_kind = 'countedBefore' then 'overShort' else m.kind end as against) contra
  cross join lateral (values ${moved(named('cash'), { branch: 's.branch_id', at: 'm.at', currency: 'm.currency', minor: 'm.amount', against: sql.raw('contra.against'), detail: 'm.currency', againstDetail: "case contra.against when 'safe' then m.currency when 'paidOut' then m.paid_out_kind else '' end" })}) ${columns}
  where m.kind <> 'float'
  union all
  select leg.* from ${shiftTable} s cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  left join lateral (select c.content -> 'left' as sums from ${closingTable} c join ${shiftTable} before on before.id = c.shift_id where before.drawer_id = s.drawer_id and c.act = 'closed' and c.at < s.opened_at order by c.at desc limit 1) last on true
  cross join lateral (select coalesce((select sum(amount) from ${drawerMovementTable} m where m.shift_id = s.id and m.kind = 'float' and m.currency = cur.code), 0) - coalesce((last.sums ->> cur.code)::bigint, 0) as minor) float
  cross join lateral (select ${inKip('float.minor', 'cur.code', 's.opened_at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), { branch: 's.branch_id', at: 's.opened_at', currency: 'cur.code', minor: 'float.minor', against: sql.raw("case when last.sums is null then 'openings' else 'overShort' end"), detail: 'cur.code', againstDetail: "''" })}) ${columns}
  where float.minor <> 0
  union all
  select leg.* from ${closingTable} c join ${shiftTable} s on s.id = c.shift_id cross join (values ('LAK'), ('THB'), ('USD')) cur(code)
  cross join lateral (select content from ${closingTable} d where d.shift_id = c.shift_id and d.act = 'closed' and d.at <= c.at order by d.at desc limit 1) counted
  cross join lateral (select case c.act when 'closed' then 1 else -1 end * (coalesce((counted.content -> 'counted' ->> cur.code)::bigint, 0) - coalesce((counted.content -> 'expected' ->> cur.code)::bigint, 0)) as minor) gap
  cross join lateral (select ${inKip('gap.minor', 'cur.code', 'c.at')} as lak) kip
  cross join lateral (values ${moved(named('cash'), { branch: 's.branch_id', at: 'c.at', currency: 'cur.code', minor: 'gap.minor', against: named('overShort'), detail: 'cur.code', againstDetail: "''" })}) ${columns}
  where c.act in ('closed', 'reopened') and gap.minor <> 0`;

/**
 * Deposits from a safe to a bank, and its count differences; the drawers' legs cover its movements
 * with drawers.
 */
const safes = sql`
  select leg.* from ${safeMovementTable} m cross join lateral (select ${inKip('m.amount', 'm.currency', 'm.at')} as lak) kip
  cross join lateral (values ${moved(named('safe'), { branch: 'm.branch_id', at: 'm.at', currency: 'm.currency', minor: 'm.amount', against: sql.raw("case m.kind when 'toBank' then 'bank' else 'overShort' end"), detail: 'm.currency', againstDetail: "coalesce(m.bank_account_id::text, '')" })}) ${columns}
  where m.drawer_movement_id is null and m.amount <> 0`;

const settlements = sql`
  select leg.* from ${settlementTable} t cross join lateral (values
    ${leg('t.from_branch_id', 't.confirmed_at', named('between'), 't.amount_lak', 't.to_branch_id')},
    ${leg('t.from_branch_id', 't.confirmed_at', named('settlements'), '-t.amount_lak', "coalesce(t.bank_account_id::text, t.drawer_id::text, '')")},
    ${leg('t.to_branch_id', 't.confirmed_at', named('settlements'), 't.amount_lak')},
    ${leg('t.to_branch_id', 't.confirmed_at', named('between'), '-t.amount_lak', 't.from_branch_id')}
  ) ${columns} where t.confirmed_at is not null`;

/** All legs. */
export const journalLegs = (tuitionWaits: boolean): SQL =>
  sql.join(
    [lines(tuitionWaits), payments, allocations, drawers, safes, settlements],
    sql` union all `,
  );
