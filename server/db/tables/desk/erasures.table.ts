import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { personKinds, type PersonKind } from '#contract/people/personal-data.ts';
import { idColumn, oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Requests to erase a person, and what became of them: docs/domain.md, "A person's data". No
 * reference to the person, because the four kinds stand in four tables.
 */
export const erasureTable = pgTable(
  'erasures',
  {
    _id: idColumn(),
    kind: oneOf<PersonKind>('kind').notNull(),
    personId: uuid('person_id').notNull(),
    branchId: uuid('branch_id').references(() => branchTable._id),
    /** Emptied when the person is erased, because it may name them. */
    reason: text('reason').notNull().default(''),
    /** Null for an erasure that a restore read from the list of erased people. */
    askedById: uuid('asked_by_id').references(() => userTable._id),
    askedAt: timestampColumn('asked_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    confirmedById: uuid('confirmed_by_id').references(() => userTable._id),
    confirmedAt: timestampColumn('confirmed_at'),
    /** True if the person who asked confirmed it too, because the centre has one superadmin. */
    confirmedAlone: boolean('confirmed_alone').notNull().default(false),
    withdrawnById: uuid('withdrawn_by_id').references(() => userTable._id),
    withdrawnAt: timestampColumn('withdrawn_at'),
    doneAt: timestampColumn('done_at'),
  },
  (table) => [
    // A person has one request at a time, and is erased once.
    uniqueIndex('erasures_once')
      .on(table.personId)
      .where(sql`${table.withdrawnAt} is null`),
    index('erasures_person').on(table.personId),
    wordCheck('erasures', table.kind, personKinds),
    check(
      'erasures_confirmed',
      sql`(${table.confirmedAt} is null) = (${table.confirmedById} is null)`,
    ),
    check('erasures_one_end', sql`${table.withdrawnAt} is null or ${table.doneAt} is null`),
    check(
      'erasures_two_people',
      sql`${table.confirmedAlone} or ${table.confirmedById} is null or ${table.confirmedById} <> ${table.askedById}`,
    ),
  ],
);
