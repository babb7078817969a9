import { sql, type SQL } from 'drizzle-orm';
import { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { lineNetView, orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { drawers, safes } from './cash-entries.ts';
import { columns, leg, named } from './legs.ts';

/**
 * Lines of orders that were ever confirmed, at the later of the two moments. With `tuitionWaits`,
 * tuition and its discounts stay deferred until they are earned.
 */
const lines = (tuitionWaits: boolean) => sql`
  select leg.*
  from ${orderLineTable} line
  join ${orderTable} o on o.id = line.order_id and o.confirmed_at is not null
  left join ${orderLineTable} charged on charged.id = line.of_line_id
  cross join lateral (values
    ${leg(
      'o.branch_id',
      'greatest(line.at, o.confirmed_at)',
      named('receivables'),
      'line.amount_lak',
    )},
    ${leg(
      'o.branch_id',
      'greatest(line.at, o.confirmed_at)',
      sql.raw(`
      case ${tuitionWaits ? "when coalesce(charged.kind, line.kind) = 'tuition' then 'unearned'" : ''}
        when line.kind = 'product' then 'products'
        when line.kind = 'discount' then 'discounts'
        when line.kind = 'adjustment' then 'adjustments'
        when line.kind = 'opening' then 'openings'
        else line.kind end`),
      '-line.amount_lak',
    )}
  ) ${columns}`;

/**
 * A reduction that names no line is booked whole as an adjustment. Its shares of tuition move on to
 * deferred tuition, because the earned tuition that comes out of it is net of them.
 */
const sharedReductions = sql`
  select leg.*
  from ${lineNetView} line
  join ${orderTable} o on o.id = line.order_id and o.confirmed_at is not null
  join ${orderLineTable} charged on charged.id = line.of_line_id and charged.kind = 'tuition'
  cross join lateral (values
    ${leg('o.branch_id', 'greatest(line.at, o.confirmed_at)', named('unearned'), '-line.amount_lak')},
    ${leg('o.branch_id', 'greatest(line.at, o.confirmed_at)', named('adjustments'), 'line.amount_lak')}
  ) ${columns} where line.is_shared`;

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
    ${leg(
      'p.branch_id',
      'p.at',
      sql`case when ${isSlip} then 'slips' else ${goesTo} end`,
      'p.amount_lak',
      "coalesce(p.bank_account_id::text, '')",
    )},
    ${leg('p.branch_id', 'p.at', named('credits'), '-p.amount_lak')}
  ) ${columns}
  union all
  select leg.* from ${paymentTable} p cross join lateral (values
    ${leg(
      'p.branch_id',
      'p.decided_at',
      sql`
      case when p.state = 'rejected' then 'credits' else ${goesTo} end`,
      'p.amount_lak',
      "case when p.state = 'rejected' then '' else coalesce(p.bank_account_id::text, '') end",
    )},
    ${leg(
      'p.branch_id',
      'p.decided_at',
      named('slips'),
      '-p.amount_lak',
      "coalesce(p.bank_account_id::text, '')",
    )}
  ) ${columns} where ${isSlip} and p.decided_at is not null
  union all
  select leg.* from ${paymentTable} p cross join lateral (values
    ${leg('p.branch_id', 'p.voided_at', named('credits'), 'p.amount_lak')},
    ${leg(
      'p.branch_id',
      'p.voided_at',
      sql`
      case when ${isSlip} and p.decided_at is null then 'slips' else ${goesTo} end`,
      '-p.amount_lak',
      "coalesce(p.bank_account_id::text, '')",
    )}
  ) ${columns} where p.voided_at is not null`;

const orderAccount = sql.raw(
  `case when o.confirmed_at <= g.at then 'receivables' else 'holds' end`,
);

/**
 * Uses of money, between branches too; money of a hold becomes paid when its order is confirmed.
 */
const allocations = sql`
  select leg.*
  from ${allocationTable} g
  join ${paymentTable} p on p.id = g.payment_id
  join ${orderTable} o on o.id = g.order_id
  cross join lateral (values
    ${leg('p.branch_id', 'g.at', named('credits'), 'g.amount_lak')},
    ${leg('o.branch_id', 'g.at', orderAccount, '-g.amount_lak')},
    ${leg(
      'p.branch_id',
      'g.at',
      named('between'),
      'case when p.branch_id = o.branch_id then 0 else -g.amount_lak end',
      'o.branch_id',
    )},
    ${leg(
      'o.branch_id',
      'g.at',
      named('between'),
      'case when p.branch_id = o.branch_id then 0 else g.amount_lak end',
      'p.branch_id',
    )}
  ) ${columns}
  union all
  select leg.*
  from ${allocationTable} g
  join ${orderTable} o on o.id = g.order_id and g.at < o.confirmed_at
  cross join lateral (values
    ${leg('o.branch_id', 'o.confirmed_at', named('holds'), 'g.amount_lak')},
    ${leg('o.branch_id', 'o.confirmed_at', named('receivables'), '-g.amount_lak')}
  ) ${columns}
  union all
  select leg.*
  from ${allocationTable} g
  join ${paymentTable} p on p.id = g.payment_id
  join ${paymentTable} r on r.id = g.refund_id and r.branch_id <> p.branch_id
  cross join lateral (values
    ${leg('p.branch_id', 'g.at', named('credits'), 'g.amount_lak')},
    ${leg('p.branch_id', 'g.at', named('between'), '-g.amount_lak', 'r.branch_id')},
    ${leg('r.branch_id', 'g.at', named('between'), 'g.amount_lak', 'p.branch_id')},
    ${leg('r.branch_id', 'g.at', named('credits'), '-g.amount_lak')}
  ) ${columns}`;

const settlements = sql`
  select leg.* from ${settlementTable} t cross join lateral (values
    ${leg(
      't.from_branch_id',
      't.confirmed_at',
      named('between'),
      't.amount_lak',
      't.to_branch_id',
    )},
    ${leg(
      't.from_branch_id',
      't.confirmed_at',
      named('settlements'),
      '-t.amount_lak',
      "coalesce(t.bank_account_id::text, t.drawer_id::text, '')",
    )},
    ${leg('t.to_branch_id', 't.confirmed_at', named('settlements'), 't.amount_lak')},
    ${leg(
      't.to_branch_id',
      't.confirmed_at',
      named('between'),
      '-t.amount_lak',
      't.from_branch_id',
    )}
  ) ${columns} where t.confirmed_at is not null`;

/** All legs of the journal. */
export const journalLegs = (tuitionWaits: boolean): SQL =>
  sql.join(
    [
      lines(tuitionWaits),
      ...(tuitionWaits ? [sharedReductions] : []),
      payments,
      allocations,
      drawers,
      safes,
      settlements,
    ],
    sql` union all `,
  );
