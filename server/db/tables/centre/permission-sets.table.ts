import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { grantedRoles, type GrantedRole } from '#contract/centre/staff-accounts.ts';
import type { Action } from '#contract/roles.ts';
import { changeColumns, idColumn, wordCheck } from '#server/db/columns.ts';

/** Sets of rights that a superadmin adds to, or takes from, a role. */
export const permissionSetTable = pgTable(
  'permission_sets',
  {
    _id: idColumn(),
    name: text('name').notNull().unique(),
    role: text('role').$type<GrantedRole>().notNull(),
    adds: jsonb('adds').$type<Action[]>().notNull(),
    removes: jsonb('removes').$type<Action[]>().notNull(),
    discountLimitPercent: integer('discount_limit_percent'),
    ...changeColumns(),
  },
  (table) => [
    // A right refers to both, so that it never carries the set of another role.
    unique('permission_sets_role').on(table._id, table.role),
    wordCheck('permission_sets', table.role, grantedRoles),
    check('permission_sets_limit', sql`${table.discountLimitPercent} between 0 and 100`),
  ],
);
