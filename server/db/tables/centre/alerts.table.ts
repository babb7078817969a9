import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { alertKinds, type AlertKind } from '#contract/centre/alerts.ts';
import {
  idColumn,
  money,
  oneOf,
  signedMoneyChecks,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from './branches.table.ts';
import { userTable } from './users.table.ts';

/** Append-only; an alert is closed once, with a note. docs/money.md, "Alerts". */
export const alertTable = pgTable(
  'alerts',
  {
    _id: idColumn(),
    kind: oneOf<AlertKind>('kind').notNull(),
    /** Null for an alert about the whole centre. */
    branchId: uuid('branch_id').references(() => branchTable._id),
    /** The person whose act it is about; null if nobody acted. */
    subjectId: uuid('subject_id').references(() => userTable._id),
    /** The place or thing by which people know it: a drawer, a currency with its rates. */
    detail: text('detail').notNull().default(''),
    amountLAK: money('amount_lak'),
    at: timestampColumn('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    closedAt: timestampColumn('closed_at'),
    closedById: uuid('closed_by_id').references(() => userTable._id),
    note: text('note'),
    /** True if the only superadmin closed an alert about their own act. */
    closedByItsSubject: boolean('closed_by_its_subject'),
  },
  (table) => [
    index('alerts_open')
      .on(table.at)
      .where(sql`${table.closedAt} is null`),
    wordCheck('alerts', table.kind, alertKinds),
    ...signedMoneyChecks('alerts', [table.amountLAK]),
    check(
      'alerts_closed',
      sql`num_nulls(${table.closedAt}, ${table.closedById}, ${table.note}, ${table.closedByItsSubject}) in (0, 4)`,
    ),
  ],
);
