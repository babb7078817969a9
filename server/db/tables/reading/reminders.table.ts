import { check, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { reminderWays, type ReminderWay } from '#contract/orders/balance-ages.ts';
import {
  idColumn,
  money,
  moneyChecks,
  oneOf,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** Append-only: reminders to families of their debt in a branch. */
export const reminderTable = pgTable(
  'reminders',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    payerParentId: uuid('payer_parent_id').references(() => parentTable._id),
    payerStudentId: uuid('payer_student_id').references(() => studentTable._id),
    /** Set for a walk-in, who has no record. */
    orderId: uuid('order_id').references(() => orderTable._id),
    way: oneOf<ReminderWay>('way').notNull(),
    owedLAK: money('owed_lak').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    index('reminders_parent').on(table.payerParentId),
    index('reminders_student').on(table.payerStudentId),
    index('reminders_order').on(table.orderId),
    wordCheck('reminders', table.way, reminderWays),
    ...moneyChecks('reminders', [table.owedLAK]),
    check(
      'reminders_one_payer',
      sql`num_nonnulls(${table.payerParentId}, ${table.payerStudentId}, ${table.orderId}) = 1`,
    ),
  ],
);
