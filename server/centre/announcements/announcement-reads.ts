import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import {
  announcements,
  type Announcement,
  type AudienceCount,
  type Receipt,
} from '#contract/centre/announcements.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches, type Role } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { fieldsOf } from '#server/lib/list.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { hasRight, rightColumns, rightsOfUser } from '#server/centre/users/account-grants.ts';
import { isShownTo, isVisibleTo, isWrittenBy } from './announcement-access.ts';
import { markRead, source } from './announcements.service.ts';
import {
  announcementReadTable as read,
  announcementTable as table,
} from '#server/db/tables/centre/announcements.table.ts';

/** The bell is no archive: older ones are in the list. */
const MOST_IN_BELL = 50;

const isUnread = (user: SignedInUser) =>
  sql`
    not exists (
      select 1
      from ${read} seen
      where seen.announcement_id = announcements.id and seen.user_id = ${user._id}
    )`;

/** Announcements for `user` now: unread first, then pinned, then the newest. */
export async function readMine(db: Db, user: SignedInUser): Promise<Announcement[]> {
  const rows = await db
    .select(fieldsOf(announcements, source, user))
    .from(table)
    .where(isShownTo(user))
    .orderBy(desc(isUnread(user)), desc(table.pinned), desc(table.publishFrom), asc(table._id))
    .limit(MOST_IN_BELL);
  return rows as Announcement[];
}

/** Records that `user` has read these; ids that they may not see are skipped. */
export async function noteRead(
  tx: Tx,
  user: SignedInUser,
  ids: readonly string[],
): Promise<WriteResult<{ done: true }>> {
  const visible = await tx
    .select({ _id: table._id })
    .from(table)
    .where(and(inArray(table._id, [...ids]), isVisibleTo(user), isUnread(user)));
  const fresh = visible.map(({ _id }) => _id);
  await markRead(tx, user, fresh);
  return {
    answer: { done: true },
    audit: fresh.map((entityId) => ({ action: 'read', entity: announcements.name, entityId })),
  };
}

/** Every account that an announcement addresses, those who have not read it first. */
export async function readReceipts(db: Db, user: SignedInUser, _id: string): Promise<Receipt[]> {
  const [about] = await db
    .select({ branchIds: table.branchIds, roles: table.roles })
    .from(table)
    .where(and(eq(table._id, _id), isWrittenBy(user)));
  if (!about) throw new ApiError('notFound');
  const rows = await db
    .select({
      _id: userTable._id,
      name: sql<string>`trim(${userTable.firstName} || ' ' || ${userTable.lastName})`,
      role: rightColumns.role,
      branchName: sql<string>`${branchTable.code}`,
      readAt: read.readAt,
      lastSeenAt: userTable.lastSignInAt,
    })
    .from(userTable)
    .leftJoin(accountGrantTable, rightsOfUser)
    .innerJoin(branchTable, eq(branchTable._id, rightColumns.branchId))
    .leftJoin(read, and(eq(read.userId, userTable._id), eq(read.announcementId, _id)))
    .where(
      and(
        eq(userTable.active, true),
        hasRight,
        inArray(rightColumns.role, about.roles as Role[]),
        about.branchIds.length > 0 ? inArray(rightColumns.branchId, about.branchIds) : undefined,
      ),
    )
    .orderBy(sql`${read.readAt} desc nulls first`, userTable.firstName, userTable.lastName);
  // Somebody who works in several of the branches reads it once.
  return rows.filter(({ _id }, at) => rows.findIndex((row) => row._id === _id) === at);
}

/** Counts the active accounts per branch and role, in the branches that `user` may address. */
export async function readAudience(db: Db, user: SignedInUser): Promise<AudienceCount[]> {
  const { role, branchId } = rightColumns;
  const own = seesAllBranches(user.role) ? undefined : eq(branchId, user.branchId);
  return db
    .select({
      branchId,
      role,
      count: sql<number>`count(*)::int`,
    })
    .from(userTable)
    .leftJoin(accountGrantTable, rightsOfUser)
    .where(and(eq(userTable.active, true), hasRight, own))
    .groupBy(branchId, role);
}
