import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import {
  announcementFileTable as file,
  announcementTable as table,
} from '#server/db/tables/centre/announcements.table.ts';

// One place decides who sees an announcement: lists, the bell, receipts and attachments all ask
// here.

/**
 * Whether it is for somebody of this branch and role; `announcements` is the table's own name in
 * every statement.
 */
const isFor = (branchId: SQL, role: SQL): SQL<boolean> =>
  sql<boolean>`(${role} = any(announcements.roles) and (cardinality(announcements.branch_ids) = 0 or ${branchId} = any(announcements.branch_ids)))`;

/** Whether the person is among those it is for. */
export const isForMe = ({ branchId, role }: SignedInUser): SQL<boolean> =>
  isFor(sql`${branchId}::uuid`, sql`${role}::text`);

/** The accounts that an announcement is for; `reader` is the name of the table of accounts. */
export const isReader = sql<boolean>`reader.active and ${isFor(sql.raw('reader.branch_id'), sql.raw('reader.role'))}`;

/** Published, and its first moment is there. */
const hasBegun = and(eq(table.state, 'published'), lte(table.publishFrom, sql`now()`));

/** What is shown to the person now: for them, begun and not over. */
export const isShownTo = (user: SignedInUser): SQL | undefined =>
  and(hasBegun, or(isNull(table.publishTo), sql`${table.publishTo} > now()`), isForMe(user));

/**
 * Whether the person may change it: a superadmin every one, an admin those that the own branch's
 * admins wrote.
 */
export function isWrittenBy(user: SignedInUser): SQL {
  if (seesAllBranches(user.role)) return sql`true`;
  return can(user.role, 'announcements:write') ? eq(table.branchId, user.branchId) : sql`false`;
}

/** What the person may see: what is or was for them, and what they look after. */
export const isVisibleTo = (user: SignedInUser): SQL =>
  sql`(${isWrittenBy(user)} or (${hasBegun} and ${isForMe(user)}))`;

/** Attachments of what the person sees; who uploaded one sees it before it hangs on anything. */
export const isAttachmentOf = (user: SignedInUser): SQL =>
  sql`(${eq(file.uploadedById, user._id)} or exists (select 1 from ${table} where announcement_files.id = any(announcements.file_ids) and ${isVisibleTo(user)}))`;
