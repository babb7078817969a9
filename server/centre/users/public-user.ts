import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** The columns of an account that its owner may see: not the password hash. */
export const publicUser = {
  _id: userTable._id,
  email: userTable.email,
  firstName: userTable.firstName,
  lastName: userTable.lastName,
  role: userTable.role,
  profileImage: userTable.profileImage,
  branchId: userTable.branchId,
} satisfies Record<keyof SignedInUser, PgColumn>;
