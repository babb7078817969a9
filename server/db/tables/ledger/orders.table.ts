import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  pgView,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import {
  lineKinds,
  orderSources,
  orderStates,
  type LineKind,
  type OrderSource,
  type OrderState,
} from '#contract/orders/orders.ts';
import {
  currency,
  currencyCheck,
  idColumn,
  money,
  moneyChecks,
  oneOf,
  rateColumn,
  signedMoneyChecks,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { receiptTable } from './books.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { discountRuleTable } from './discount-rules.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * The bill of one visit in one branch. Only its state with the times, the end of its hold and the
 * stored sums change.
 */
export const orderTable = pgTable(
  'orders',
  {
    _id: idColumn(),
    number: text('number').notNull().unique(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /** The key of the visit: one key, one order. */
    clientRef: uuid('client_ref').notNull().unique(),
    source: oneOf<OrderSource>('source').notNull().default('desk'),
    payerParentId: uuid('payer_parent_id').references(() => parentTable._id),
    payerStudentId: uuid('payer_student_id').references(() => studentTable._id),
    walkInName: text('walk_in_name').notNull().default(''),
    walkInPhone: text('walk_in_phone').notNull().default(''),
    state: oneOf<OrderState>('state').notNull(),
    holdUntil: timestampColumn('hold_until'),
    /** Held although enough is paid: only *Confirm* or later money ends such a hold. */
    holdOnPurpose: boolean('hold_on_purpose').notNull().default(false),
    confirmedAt: timestampColumn('confirmed_at'),
    /** The day in Vientiane on which its lines count; set once. */
    confirmedDay: date('confirmed_day', { mode: 'string' }),
    lapsedAt: timestampColumn('lapsed_at'),
    voidedAt: timestampColumn('voided_at'),
    voidedById: uuid('voided_by_id').references(() => userTable._id),
    voidReason: text('void_reason'),
    totalLAK: money('total_lak').notNull(),
    paidLAK: money('paid_lak').notNull().default(0),
    pendingLAK: money('pending_lak').notNull().default(0),
    /** The time at which its cash was taken without network, by the clock of the desk. */
    takenOfflineAt: timestampColumn('taken_offline_at'),
    note: text('note').notNull().default(''),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    search: text('search').notNull(),
  },
  (table) => [
    index('orders_branch').on(table.branchId, table.at, table._id),
    index('orders_number_start').on(table.number.op('text_pattern_ops')),
    index('orders_serial').on(sql`right(${table.number}, 6)`),
    index('orders_payer_parent').on(table.payerParentId, table.at, table._id),
    index('orders_payer_student').on(table.payerStudentId, table.at, table._id),
    index('orders_owed')
      .on(table.branchId)
      .where(
        sql`${table.state} = 'confirmed' and ${table.totalLAK} > ${table.paidLAK} + ${table.pendingLAK}`,
      ),
    index('orders_confirmed_day').on(table.branchId, table.confirmedDay),
    index('orders_hold')
      .on(table.holdUntil)
      .where(sql`${table.state} = 'held'`),
    index('orders_search').using('gin', table.search.op('gin_trgm_ops')),
    wordCheck('orders', table.state, orderStates),
    wordCheck('orders', table.source, orderSources),
    ...moneyChecks('orders', [table.totalLAK, table.paidLAK, table.pendingLAK]),
    check('orders_not_over_paid', sql`${table.paidLAK} + ${table.pendingLAK} <= ${table.totalLAK}`),
    check(
      'orders_one_payer',
      sql`num_nonnulls(${table.payerParentId}, ${table.payerStudentId}, nullif(${table.walkInName}, '')) = 1`,
    ),
    check(
      'orders_held',
      sql`${table.state} <> 'held' or (${table.holdUntil} is not null and ${table.confirmedAt} is null and ${table.walkInName} = '')`,
    ),
    check(
      'orders_confirmed',
      sql`${table.state} <> 'confirmed' or ${table.confirmedAt} is not null`,
    ),
    check(
      'orders_confirmed_day',
      sql`(${table.confirmedAt} is null) = (${table.confirmedDay} is null)`,
    ),
    check('orders_lapsed', sql`(${table.state} = 'lapsed') = (${table.lapsedAt} is not null)`),
    check(
      'orders_void',
      sql`(${table.state} = 'void') = (${table.voidedAt} is not null and ${table.voidReason} <> '')`,
    ),
    // Opposite lines made it 0, so no figure needs to know these two states.
    check(
      'orders_ended_total',
      sql`${table.state} not in ('lapsed', 'void') or ${table.totalLAK} = 0`,
    ),
  ],
);

/**
 * Append-only: one charge, correction, discount or rounding. Names, price and rate are those of the
 * time.
 */
export const orderLineTable = pgTable(
  'order_lines',
  {
    _id: idColumn(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orderTable._id),
    position: integer('position').notNull(),
    kind: oneOf<LineKind>('kind').notNull(),
    /** The charged line that this one corrects, discounts or adjusts. */
    ofLineId: uuid('of_line_id').references((): AnyPgColumn => orderLineTable._id),
    studentId: uuid('student_id').references(() => studentTable._id),
    enrolmentId: uuid('enrolment_id').references(() => enrolmentTable._id),
    feeId: uuid('fee_id').references(() => courseFeeTable._id),
    productId: uuid('product_id').references(() => productTable._id),
    nameEn: text('name_en').notNull(),
    nameLo: text('name_lo').notNull(),
    /** Negative in a correction, like the sessions. */
    quantity: integer('quantity').notNull().default(0),
    sessions: integer('sessions').notNull().default(0),
    unitPrice: money('unit_price').notNull().default(0),
    currency: currency('currency').notNull().default('LAK'),
    rate: rateColumn('rate').notNull().default('1'),
    rateId: uuid('rate_id').references(() => exchangeRateTable._id),
    amountLAK: money('amount_lak').notNull(),
    /** The amount of a tuition line that must be paid before its place is confirmed. */
    minimumLAK: money('minimum_lak').notNull().default(0),
    coversFrom: date('covers_from', { mode: 'string' }),
    coversTo: date('covers_to', { mode: 'string' }),
    ruleId: uuid('rule_id').references(() => discountRuleTable._id),
    percent: integer('percent'),
    reason: text('reason').notNull().default(''),
    approvedById: uuid('approved_by_id').references(() => userTable._id),
    /**
     * A value from before BranchDesk, or a later change of one: in no figure of what was billed.
     * The database sets it for every line that names such a line.
     */
    isOpening: boolean('is_opening').notNull().default(false),
    /** The receipt whose payment made this rounding line. */
    receiptId: uuid('receipt_id').references(() => receiptTable._id),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    unique('order_lines_position').on(table.orderId, table.position),
    index('order_lines_at').on(table.at),
    index('order_lines_of_line').on(table.ofLineId),
    index('order_lines_enrolment').on(table.enrolmentId),
    index('order_lines_student').on(table.studentId),
    index('order_lines_product').on(table.productId),
    index('order_lines_fee').on(table.feeId),
    // The rows that the view `line_nets` shares over other lines are few and old.
    index('order_lines_loose')
      .on(table.orderId)
      .where(
        sql`${table.kind} = 'adjustment' and ${table.ofLineId} is null and (${table.amountLAK} < 0 or ${table.quantity} < 0)`,
      ),
    wordCheck('order_lines', table.kind, lineKinds),
    currencyCheck('order_lines', table.currency),
    ...moneyChecks('order_lines', [table.unitPrice, table.minimumLAK]),
    ...signedMoneyChecks('order_lines', [table.amountLAK]),
    check(
      'order_lines_correction',
      sql`${table.ofLineId} is null or ${table.kind} in ('rounding', 'discount') or (${table.quantity} <= 0 and ${table.sessions} <= 0 and ${table.amountLAK} <= 0 and ${table.reason} <> '')`,
    ),
    check(
      'order_lines_charge',
      sql`${table.ofLineId} is not null or ${table.kind} in ('adjustment', 'rounding') or (${table.amountLAK} >= 0 and ${table.quantity} > 0)`,
    ),
    check(
      'order_lines_discount',
      sql`${table.kind} <> 'discount' or ${table.ofLineId} is not null`,
    ),
    check('order_lines_opening', sql`${table.kind} <> 'opening' or ${table.isOpening}`),
    // NOT VALID in the migration, because older versions wrote reductions that name no line.
    check(
      'order_lines_reduction',
      sql`${table.kind} <> 'adjustment' or ${table.ofLineId} is not null or ${table.amountLAK} >= 0`,
    ),
  ],
);

/**
 * All lines, with each reduction that names no line replaced by its shares of the charged lines:
 * docs/money.md, "Reductions". Whoever reads the worth of a line reads this view.
 */
export const lineNetView = pgView('line_nets', {}).existing();

/**
 * An instalment: the part of an order that is due on a day. Append-only except for its end; a
 * changed plan is a new set of rows.
 */
export const instalmentTable = pgTable(
  'instalments',
  {
    _id: idColumn(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orderTable._id),
    position: integer('position').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    amountLAK: money('amount_lak').notNull(),
    reason: text('reason').notNull().default(''),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    endedAt: timestampColumn('ended_at'),
  },
  (table) => [
    index('instalments_order').on(table.orderId),
    // Figures read what is due, began or ended in a range of days.
    index('instalments_due').on(table.dueOn),
    index('instalments_at').on(table.at),
    index('instalments_ended_at')
      .on(table.endedAt)
      .where(sql`${table.endedAt} is not null`),
    index('instalments_open')
      .on(table.orderId, table.dueOn)
      .where(sql`${table.endedAt} is null`),
    ...moneyChecks('instalments', [table.amountLAK]),
  ],
);

/** A refund that a family asked for; it reserves nothing, and finance decides. */
export const refundRequestTable = pgTable(
  'refund_requests',
  {
    _id: idColumn(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orderTable._id),
    /** The enrolment that was left; null if the refund is for something else. */
    enrolmentId: uuid('enrolment_id').references(() => enrolmentTable._id),
    amountLAK: money('amount_lak').notNull(),
    reason: text('reason').notNull(),
    state: oneOf<'open' | 'paid' | 'intoCredit' | 'refused'>('state').notNull().default('open'),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    decidedById: uuid('decided_by_id').references(() => userTable._id),
    decidedAt: timestampColumn('decided_at'),
    decision: text('decision').notNull().default(''),
    /** The time at which somebody at the desk opened the decision. */
    openedById: uuid('opened_by_id').references(() => userTable._id),
    openedAt: timestampColumn('opened_at'),
  },
  (table) => [
    index('refund_requests_order').on(table.orderId),
    ...moneyChecks('refund_requests', [table.amountLAK]),
  ],
);
