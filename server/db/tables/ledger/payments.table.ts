import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { KeptColumns } from '#contract/money/statements.ts';
import {
  bankMethods,
  paymentMethods,
  paymentStates,
  type PaymentMethod,
  type PaymentState,
} from '#contract/orders/payments.ts';
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
  wordLiterals,
} from '#server/db/columns.ts';
import { receiptTable } from './books.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { shiftTable } from './drawers.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { orderTable } from './orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** Money that was received or (below zero) paid out. The allocations say which orders it paid. */
export const paymentTable = pgTable(
  'payments',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /** Both are null for a walk-in, whose money is always allocated completely. */
    payerParentId: uuid('payer_parent_id').references(() => parentTable._id),
    payerStudentId: uuid('payer_student_id').references(() => studentTable._id),
    method: oneOf<PaymentMethod>('method').notNull(),
    currency: currency('currency').notNull(),
    /** As it was handed over, before change, in minor units. */
    tendered: money('tendered').notNull(),
    rate: rateColumn('rate').notNull().default('1'),
    rateId: uuid('rate_id').references(() => exchangeRateTable._id),
    /** Kip after change was taken off; never 0. */
    amountLAK: money('amount_lak').notNull(),
    /** Not allocated yet: the credit of its payer, once it is confirmed. */
    freeLAK: money('free_lak').notNull().default(0),
    state: oneOf<PaymentState>('state').notNull(),
    bankAccountId: uuid('bank_account_id').references(() => bankAccountTable._id),
    reference: text('reference').notNull().default(''),
    slipFileId: uuid('slip_file_id').references(() => fileTable._id),
    receiptId: uuid('receipt_id').references(() => receiptTable._id),
    shiftId: uuid('shift_id').references(() => shiftTable._id),
    recordedById: uuid('recorded_by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    decidedById: uuid('decided_by_id').references(() => userTable._id),
    decidedAt: timestampColumn('decided_at'),
    /** The day in Vientiane on which it counts; set once. */
    confirmedDay: date('confirmed_day', { mode: 'string' }),
    voidedById: uuid('voided_by_id').references(() => userTable._id),
    voidedAt: timestampColumn('voided_at'),
    reason: text('reason'),
    /** The payment that was recorded wrongly and that this one replaces. */
    mendsId: uuid('mends_id').references((): AnyPgColumn => paymentTable._id),
  },
  (table) => [
    index('payments_branch').on(table.branchId, table.at, table._id),
    index('payments_history').on(
      table.branchId,
      sql`coalesce(${table.decidedAt}, ${table.at})`,
      sql`coalesce(${table.receiptId}, ${table._id})`,
    ),
    index('payments_history_of_all').on(
      sql`coalesce(${table.decidedAt}, ${table.at})`,
      sql`coalesce(${table.receiptId}, ${table._id})`,
    ),
    index('payments_recorded_by').on(table.recordedById, table.at),
    index('payments_sum').on(table.amountLAK),
    index('payments_voided_at')
      .on(table.voidedAt)
      .where(sql`${table.voidedAt} is not null`),
    index('payments_by_reference')
      .on(table.reference.op('text_pattern_ops'))
      .where(sql`${table.reference} <> ''`),
    index('payments_day').on(table.branchId, table.confirmedDay),
    // The newest payments of a payer, and so of those that a name finds.
    index('payments_payer_parent').on(
      table.payerParentId,
      sql`coalesce(${table.decidedAt}, ${table.at})`,
      sql`coalesce(${table.receiptId}, ${table._id})`,
    ),
    index('payments_payer_student').on(
      table.payerStudentId,
      sql`coalesce(${table.decidedAt}, ${table.at})`,
      sql`coalesce(${table.receiptId}, ${table._id})`,
    ),
    index('payments_receipt').on(table.receiptId),
    index('payments_rate')
      .on(table.rateId)
      .where(sql`${table.rateId} is not null`),
    index('payments_shift').on(table.shiftId),
    unique('payments_mended_once').on(table.mendsId),
    index('payments_pending')
      .on(table.branchId, table.at)
      .where(sql`${table.state} = 'pending'`),
    uniqueIndex('payments_reference')
      .on(table.bankAccountId, table.reference)
      .where(
        sql`${table.state} in ('pending', 'confirmed') and ${table.amountLAK} > 0 and ${table.reference} <> ''`,
      ),
    wordCheck('payments', table.method, paymentMethods),
    wordCheck('payments', table.state, paymentStates),
    currencyCheck('payments', table.currency),
    ...signedMoneyChecks('payments', [table.tendered, table.amountLAK]),
    ...moneyChecks('payments', [table.freeLAK]),
    check(
      'payments_amount',
      sql`${table.amountLAK} <> 0 and sign(${table.tendered}) = sign(${table.amountLAK})`,
    ),
    check(
      'payments_shift_of_cash',
      sql`(${table.method} = 'cash') = (${table.shiftId} is not null)`,
    ),
    check(
      'payments_second_person',
      sql`${table.method} not in (${wordLiterals(bankMethods)}) or ${table.amountLAK} < 0 or ${table.decidedById} <> ${table.recordedById}`,
    ),
    check('payments_void', sql`(${table.state} = 'void') = (${table.voidedAt} is not null)`),
    check(
      'payments_receipt_of_confirmed',
      sql`${table.method} = 'opening' or ${table.state} = 'void' or (${table.state} = 'confirmed') = (${table.receiptId} is not null)`,
    ),
    check(
      'payments_confirmed_day',
      sql`${table.state} <> 'confirmed' or ${table.confirmedDay} is not null`,
    ),
  ],
);

/**
 * Append-only: an amount of received money, in kip, that belongs to an order or was paid out by a
 * refund.
 */
export const allocationTable = pgTable(
  'allocations',
  {
    _id: idColumn(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentTable._id),
    orderId: uuid('order_id').references(() => orderTable._id),
    refundId: uuid('refund_id').references(() => paymentTable._id),
    amountLAK: money('amount_lak').notNull(),
    /** Older money that was used; a void makes it free again instead of handing it back. */
    asCredit: boolean('as_credit').notNull().default(false),
    reversesId: uuid('reverses_id').references((): AnyPgColumn => allocationTable._id),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    unique('allocations_reversed_once').on(table.reversesId),
    index('allocations_payment').on(table.paymentId),
    index('allocations_order').on(table.orderId),
    index('allocations_refund').on(table.refundId),
    index('allocations_at').on(table.at),
    ...signedMoneyChecks('allocations', [table.amountLAK]),
    check('allocations_one_use', sql`num_nonnulls(${table.orderId}, ${table.refundId}) = 1`),
    check(
      'allocations_amount',
      sql`${table.amountLAK} <> 0 and (${table.amountLAK} < 0) = (${table.reversesId} is not null)`,
    ),
  ],
);

/** The bank accounts that parents transfer to. */
export const bankAccountTable = pgTable(
  'bank_accounts',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    bank: text('bank').notNull(),
    currency: currency('currency').notNull(),
    accountName: text('account_name').notNull(),
    accountNo: text('account_no').notNull(),
    qrFileId: uuid('qr_file_id').references(() => fileTable._id),
    /** The text of the bank's static code; codes with an amount are made from it. */
    qrText: text('qr_text').notNull().default(''),
    /**
     * The time at which somebody paid 1,000 kip by such a code and saw it arrive; until then only
     * the static picture is shown.
     */
    triedAt: timestampColumn('tried_at'),
    /** The columns of its statements that a person chose, by their headings. */
    statementColumns: jsonb('statement_columns').$type<KeptColumns>(),
    orderNoInQr: boolean('order_no_in_qr').notNull().default(false),
    active: boolean('active').notNull().default(true),
    /** True for the account whose code is printed on papers. */
    isDefault: boolean('is_default').notNull().default(false),
  },
  (table) => [
    index('bank_accounts_branch').on(table.branchId),
    uniqueIndex('bank_accounts_default')
      .on(table.branchId)
      .where(sql`${table.isDefault}`),
    currencyCheck('bank_accounts', table.currency),
  ],
);
