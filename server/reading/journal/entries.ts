import { sql, type SQL } from 'drizzle-orm';
import { bankMethods } from '#contract/orders/payments.ts';
import { wordLiterals } from '#server/db/columns.ts';
import { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { lineNetView, orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { drawerEntries, safes } from './cash-entries.ts';
import { legColumns, leg, named } from './legs.ts';

/**
 * Lines of orders that were ever confirmed, at the later of the two moments. With `tuitionWaits`,
 * tuition and its discounts stay deferred until they are earned.
 */
const lines = (tuitionWaits: boolean) => sql`
  select leg.*
  from ${orderLineTable} line
  join ${orderTable} on orders.id = line.order_id and orders.confirmed_at is not null
  left join ${orderLineTable} charged on charged.id = line.of_line_id
  cross join lateral (values
    ${leg(
      'orders.branch_id',
      'greatest(line.at, orders.confirmed_at)',
      named('receivables'),
      'line.amount_lak',
    )},
    ${leg(
      'orders.branch_id',
      'greatest(line.at, orders.confirmed_at)',
      sql.raw(`
      case ${tuitionWaits ? "when coalesce(charged.kind, line.kind) = 'tuition' then 'unearned'" : ''}
        when line.is_opening then 'openings'
        when line.kind = 'product' then 'products'
        when line.kind = 'discount' then 'discounts'
        when line.kind = 'adjustment' then 'adjustments'
        else line.kind end`),
      '-line.amount_lak',
    )}
  ) ${legColumns}`;

/**
 * A reduction that names no line is booked whole as an adjustment. Its shares of tuition move on to
 * deferred tuition, because the earned tuition that comes out of it is net of them.
 */
const sharedReductions = sql`
  select leg.*
  from ${lineNetView} line
  join ${orderTable} on orders.id = line.order_id and orders.confirmed_at is not null
  join ${orderLineTable} charged on charged.id = line.of_line_id and charged.kind = 'tuition'
  cross join lateral (values
    ${leg('orders.branch_id', 'greatest(line.at, orders.confirmed_at)', named('unearned'), '-line.amount_lak')},
    ${leg('orders.branch_id', 'greatest(line.at, orders.confirmed_at)', named('adjustments'), 'line.amount_lak')}
  ) ${legColumns} where line.is_shared`;

const isSlip = sql`(payment.method in (${wordLiterals(bankMethods)}) and payment.amount_lak > 0)`;
/**
 * The account of a payment once it is confirmed. Cash is booked by the drawer movements; what their
 * rates leave over is exchange.
 */
const goesTo = sql.raw(
  `case payment.method when 'cash' then 'exchange' when 'opening' then 'openings' else 'bank' end`,
);

/**
 * A slip waits until it is confirmed or rejected; all other money is confirmed at once. A void
 * takes it back from the account where it is.
 */
const payments = sql`
  select leg.* from ${paymentTable} payment cross join lateral (values
    ${leg(
      'payment.branch_id',
      'payment.at',
      sql`case when ${isSlip} then 'slips' else ${goesTo} end`,
      'payment.amount_lak',
      "coalesce(payment.bank_account_id::text, '')",
    )},
    ${leg('payment.branch_id', 'payment.at', named('credits'), '-payment.amount_lak')}
  ) ${legColumns}
  union all
  select leg.* from ${paymentTable} payment cross join lateral (values
    ${leg(
      'payment.branch_id',
      'payment.decided_at',
      sql`
      case when payment.state = 'rejected' then 'credits' else ${goesTo} end`,
      'payment.amount_lak',
      "case when payment.state = 'rejected' then '' else coalesce(payment.bank_account_id::text, '') end",
    )},
    ${leg(
      'payment.branch_id',
      'payment.decided_at',
      named('slips'),
      '-payment.amount_lak',
      "coalesce(payment.bank_account_id::text, '')",
    )}
  ) ${legColumns} where ${isSlip} and payment.decided_at is not null
  union all
  select leg.* from ${paymentTable} payment cross join lateral (values
    ${leg('payment.branch_id', 'payment.voided_at', named('credits'), 'payment.amount_lak')},
    ${leg(
      'payment.branch_id',
      'payment.voided_at',
      sql`
      case when ${isSlip} and payment.decided_at is null then 'slips' else ${goesTo} end`,
      '-payment.amount_lak',
      "coalesce(payment.bank_account_id::text, '')",
    )}
  ) ${legColumns} where payment.voided_at is not null`;

const orderAccount = sql.raw(
  `case when orders.confirmed_at <= allocation.at then 'receivables' else 'holds' end`,
);

/**
 * Uses of money, between branches too; money of a hold becomes paid when its order is confirmed.
 */
const allocations = sql`
  select leg.*
  from ${allocationTable} allocation
  join ${paymentTable} payment on payment.id = allocation.payment_id
  join ${orderTable} on orders.id = allocation.order_id
  cross join lateral (values
    ${leg('payment.branch_id', 'allocation.at', named('credits'), 'allocation.amount_lak')},
    ${leg('orders.branch_id', 'allocation.at', orderAccount, '-allocation.amount_lak')},
    ${leg(
      'payment.branch_id',
      'allocation.at',
      named('between'),
      'case when payment.branch_id = orders.branch_id then 0 else -allocation.amount_lak end',
      'orders.branch_id',
    )},
    ${leg(
      'orders.branch_id',
      'allocation.at',
      named('between'),
      'case when payment.branch_id = orders.branch_id then 0 else allocation.amount_lak end',
      'payment.branch_id',
    )}
  ) ${legColumns}
  union all
  select leg.*
  from ${allocationTable} allocation
  join ${orderTable} on orders.id = allocation.order_id and allocation.at < orders.confirmed_at
  cross join lateral (values
    ${leg('orders.branch_id', 'orders.confirmed_at', named('holds'), 'allocation.amount_lak')},
    ${leg('orders.branch_id', 'orders.confirmed_at', named('receivables'), '-allocation.amount_lak')}
  ) ${legColumns}
  union all
  select leg.*
  from ${allocationTable} allocation
  join ${paymentTable} payment on payment.id = allocation.payment_id
  join ${paymentTable} refund on refund.id = allocation.refund_id
    and refund.branch_id <> payment.branch_id
  cross join lateral (values
    ${leg('payment.branch_id', 'allocation.at', named('credits'), 'allocation.amount_lak')},
    ${leg('payment.branch_id', 'allocation.at', named('between'), '-allocation.amount_lak', 'refund.branch_id')},
    ${leg('refund.branch_id', 'allocation.at', named('between'), 'allocation.amount_lak', 'payment.branch_id')},
    ${leg('refund.branch_id', 'allocation.at', named('credits'), '-allocation.amount_lak')}
  ) ${legColumns}`;

const settlements = sql`
  select leg.* from ${settlementTable} settlement cross join lateral (values
    ${leg(
      'settlement.from_branch_id',
      'settlement.confirmed_at',
      named('between'),
      'settlement.amount_lak',
      'settlement.to_branch_id',
    )},
    ${leg(
      'settlement.from_branch_id',
      'settlement.confirmed_at',
      named('settlements'),
      '-settlement.amount_lak',
      "coalesce(settlement.bank_account_id::text, settlement.drawer_id::text, '')",
    )},
    ${leg('settlement.to_branch_id', 'settlement.confirmed_at', named('settlements'), 'settlement.amount_lak')},
    ${leg(
      'settlement.to_branch_id',
      'settlement.confirmed_at',
      named('between'),
      '-settlement.amount_lak',
      'settlement.from_branch_id',
    )}
  ) ${legColumns} where settlement.confirmed_at is not null`;

/** All legs of the journal. */
export const journalLegs = (tuitionWaits: boolean): SQL =>
  sql.join(
    [
      lines(tuitionWaits),
      ...(tuitionWaits ? [sharedReductions] : []),
      payments,
      allocations,
      drawerEntries,
      safes,
      settlements,
    ],
    sql` union all `,
  );
