import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { grantedRoles, type GrantedRole } from '#contract/centre/staff-accounts.ts';
import { idColumn, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { branchTable } from './branches.table.ts';
import { permissionSetTable } from './permission-sets.table.ts';
import { userTable } from './users.table.ts';

/**
 * The right of an account in a branch. A trigger keeps the row of the account's own branch equal to
 * its role and branch in `users`; a superadmin has no row.
 */
export const accountGrantTable = pgTable(
  'account_grants',
  {
    _id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    role: text('role').$type<GrantedRole>().notNull(),
    /** The first day, by the centre's clock. */
    from: date('from', { mode: 'string' })
      .notNull()
      .default(sql`(now() at time zone 'Asia/Vientiane')::date`),
    /** The last day; null for no end. */
    until: date('until', { mode: 'string' }),
    /** The set that changes the role here; a trigger takes it off when the role changes. */
    permissionSetId: uuid('permission_set_id'),
    /** Null for the right that came with the account. */
    createdById: uuid('created_by_id').references(() => userTable._id),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    unique('account_grants_once').on(table.userId, table.branchId),
    index('account_grants_branch').on(table.branchId),
    index('account_grants_set').on(table.permissionSetId),
    foreignKey({
      name: 'account_grants_set_of_role',
      columns: [table.permissionSetId, table.role],
      foreignColumns: [permissionSetTable._id, permissionSetTable.role],
    }),
    wordCheck('account_grants', table.role, grantedRoles),
    check('account_grants_days', sql`${table.until} >= ${table.from}`),
  ],
);
