import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { enrolmentTable } from './enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Certificates that were given to somebody on paper. Append-only, except that one may be revoked.
 */
export const certificateTable = pgTable(
  'certificates',
  {
    _id: idColumn(),
    number: text('number').notNull().unique(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolmentTable._id),
    /** JSON as it was hashed. */
    content: text('content').notNull(),
    hash: text('hash').notNull(),
    issuedById: uuid('issued_by_id').references(() => userTable._id),
    issuedAt: timestampColumn('issued_at').notNull(),
    revokedById: uuid('revoked_by_id').references(() => userTable._id),
    revokedAt: timestampColumn('revoked_at'),
    revokeReason: text('revoke_reason').notNull().default(''),
  },
  (table) => [
    uniqueIndex('certificates_once')
      .on(table.enrolmentId)
      .where(sql`${table.revokedAt} is null`),
    index('certificates_branch').on(table.branchId, table.issuedAt),
    check('certificates_revoked', sql`(${table.revokedAt} is null) = (${table.revokeReason} = '')`),
  ],
);
