import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TransferSums } from '#contract/classes/transfer-preview.ts';
import {
  transferReasons,
  classTransferStatuses,
  type TransferReason,
  type ClassTransferStatus,
} from '#contract/classes/transfer-kinds.ts';
import {
  changeColumns,
  idColumn,
  oneOf,
  signedMoneyChecks,
  money,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** A request for a transfer. The pending enrolment that holds the seat ends with the request. */
export const transferTable = pgTable(
  'transfer_requests',
  {
    _id: idColumn(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolmentTable._id),
    toEnrolmentId: uuid('to_enrolment_id')
      .notNull()
      .unique()
      .references(() => enrolmentTable._id),
    fromBranchId: uuid('from_branch_id')
      .notNull()
      .references(() => branchTable._id),
    toBranchId: uuid('to_branch_id')
      .notNull()
      .references(() => branchTable._id),
    effectiveDate: date('effective_date', { mode: 'string' }).notNull(),
    reasonCode: oneOf<TransferReason>('reason_code').notNull(),
    reason: text('reason').notNull().default(''),
    keepDiscounts: boolean('keep_discounts').notNull(),
    status: oneOf<ClassTransferStatus>('status').notNull().default('open'),
    differenceLAK: money('difference_lak').notNull(),
    waives: boolean('waives').notNull().default(false),
    waiveReason: text('waive_reason').notNull().default(''),
    waivedById: uuid('waived_by_id').references(() => userTable._id),
    overrideReason: text('override_reason').notNull().default(''),
    holdUntil: timestampColumn('hold_until').notNull(),
    askedById: uuid('asked_by_id').references(() => userTable._id),
    askedAt: timestampColumn('asked_at').notNull(),
    fromApprovedById: uuid('from_approved_by_id').references(() => userTable._id),
    fromApprovedAt: timestampColumn('from_approved_at'),
    toApprovedById: uuid('to_approved_by_id').references(() => userTable._id),
    toApprovedAt: timestampColumn('to_approved_at'),
    endedById: uuid('ended_by_id').references(() => userTable._id),
    endedAt: timestampColumn('ended_at'),
    endReason: text('end_reason').notNull().default(''),
    /** The order that the transfer made, and its sums at that time. */
    orderId: uuid('order_id').references(() => orderTable._id),
    sums: jsonb('sums').$type<TransferSums>(),
    ...changeColumns(),
  },
  (table) => [
    // The database itself forbids a second request for the same enrolment.
    uniqueIndex('transfer_requests_once')
      .on(table.enrolmentId)
      .where(sql`${table.status} = 'open'`),
    index('transfer_requests_enrolment').on(table.enrolmentId),
    index('transfer_requests_from').on(table.fromBranchId, table.askedAt),
    index('transfer_requests_to').on(table.toBranchId, table.askedAt),
    index('transfer_requests_hold')
      .on(table.holdUntil)
      .where(sql`${table.status} = 'open'`),
    wordCheck('transfer_requests', table.status, classTransferStatuses),
    wordCheck('transfer_requests', table.reasonCode, transferReasons),
    ...signedMoneyChecks('transfer_requests', [table.differenceLAK]),
    check('transfer_requests_ended', sql`(${table.status} = 'open') = (${table.endedAt} is null)`),
    check(
      'transfer_requests_done',
      sql`(${table.status} = 'done') = (${table.orderId} is not null)`,
    ),
    check(
      'transfer_requests_agreed',
      sql`${table.status} <> 'done' or (${table.fromApprovedAt} is not null and ${table.toApprovedAt} is not null)`,
    ),
    check('transfer_requests_waived', sql`not ${table.waives} or ${table.waiveReason} <> ''`),
    check('transfer_requests_places', sql`${table.enrolmentId} <> ${table.toEnrolmentId}`),
  ],
);
