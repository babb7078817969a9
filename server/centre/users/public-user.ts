import type { SignedInUser } from '#contract/centre/auth.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { RightsChange } from '#contract/roles.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * What the permission set of a right changes, as one value; `right` names the row of
 * `account_grants`. Null without a set.
 */
const changeOf = (right: string) =>
  `select jsonb_build_object('name', permission_sets.name, 'adds', permission_sets.adds,
    'removes', permission_sets.removes,
    'discountLimitPercent', permission_sets.discount_limit_percent)
  from permission_sets where permission_sets.id = ${right}.permission_set_id`;

/** The same of the right that a query has joined. */
export const changeOfGrant = sql<RightsChange | null>`(${sql.raw(changeOf('account_grants'))})`;

/** The same of the right in the account's own branch. */
const changeAtHome = sql<RightsChange | null>`(
  select (${sql.raw(changeOf('home'))}) from account_grants home
  where home.user_id = "users"."id" and home.branch_id = "users"."branch_id")`;

/** The columns of an account that its owner may see: not the password hash. */
export const publicUser = {
  _id: userTable._id,
  email: userTable.email,
  firstName: userTable.firstName,
  lastName: userTable.lastName,
  role: userTable.role,
  profileImage: userTable.profileImage,
  branchId: userTable.branchId,
  permissionSet: changeAtHome,
} satisfies Record<keyof SignedInUser, PgColumn | SQL>;
