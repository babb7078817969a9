import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import {
  announcementFileTable as file,
  announcementTable as table,
} from '#server/db/tables/centre/announcements.table.ts';

// One place decides which announcements a user sees: lists, the bell, receipts and attachments all
// ask here.

/**
 * True if it addresses this branch and role; `announcements` is the table's own name in every
 * statement.
 */
const isFor = (branchId: SQL, role: SQL): SQL<boolean> =>
  sql<boolean>`
    (
      ${role} = any(announcements.roles)
        and (
          cardinality(announcements.branch_ids) = 0 or ${branchId} = any(announcements.branch_ids)
        )
    )`;

/** True if it addresses the user. */
export const isForMe = ({ branchId, role }: SignedInUser): SQL<boolean> =>
  isFor(sql`${branchId}::uuid`, sql`${role}::text`);

/** The accounts that an announcement addresses; `reader` is the alias of the table of accounts. */
export const isReader = sql<boolean>`
  reader.active and ${isFor(sql.raw('reader.branch_id'), sql.raw('reader.role'))}`;

/** Published, and its start has been reached. */
const hasBegun = and(eq(table.state, 'published'), lte(table.publishFrom, sql`now()`));

/** Announcements that the user sees now: addressed to them, begun and not over. */
export const isShownTo = (user: SignedInUser): SQL | undefined =>
  and(hasBegun, or(isNull(table.publishTo), sql`${table.publishTo} > now()`), isForMe(user));

/**
 * True if the user may change it: superadmins may change all, admins those that admins of their
 * branch wrote.
 */
export function isWrittenBy(user: SignedInUser): SQL {
  if (seesAllBranches(user.role)) return sql`true`;
  return can(user, 'announcements:write') ? eq(table.branchId, user.branchId) : sql`false`;
}

/**
 * Announcements that the user may open: those addressed to them, now or earlier, and those they may
 * change.
 */
export const isVisibleTo = (user: SignedInUser): SQL =>
  sql`(${isWrittenBy(user)} or (${hasBegun} and ${isForMe(user)}))`;

/**
 * Attachments of announcements that the user sees; uploaders also see a file that is not attached
 * yet.
 */
export const isAttachmentOf = (user: SignedInUser): SQL =>
  sql`
    (
      ${eq(file.uploadedById, user._id)}
        or exists (
          select 1
          from ${table}
          where announcement_files.id = any(announcements.file_ids) and ${isVisibleTo(user)}
        )
    )`;
