import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { AnnouncementInput, announcements } from '#contract/centre/announcements.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { About } from '#server/lib/crud.ts';
import { requireBranches } from '#server/centre/branches/branches.service.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { isForMe, isReader, isVisibleTo } from './announcement-access.ts';
import {
  announcementFileTable as file,
  announcementReadTable as read,
  announcementTable as table,
} from '#server/db/tables/centre/announcements.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

type AboutOne = About<typeof announcements>;

const authorName = sql<string>`
  coalesce(
    (
      select trim(author.first_name || ' ' || author.last_name)
      from ${userTable} author
      where author.id = announcements.author_id
    ),
      ''
  )`;
const files = sql<unknown[]>`(
  select coalesce(
    jsonb_agg(
      jsonb_build_object('_id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes)
        order by f.id
    ),
      '[]'::jsonb
  )
  from ${file} f where f.id = any(announcements.file_ids)
)`;
const audienceCount = sql<number>`
  (select count(*)::int from ${userTable} reader where ${isReader})`;
const readCount = sql<number>`(
  select count(*)::int from ${read} seen join ${userTable} reader on reader.id = seen.user_id
  where seen.announcement_id = announcements.id and ${isReader}
)`;

/** The time at which `user` first read it. */
const readAt = ({ _id }: SignedInUser) =>
  sql<string | null>`
    (
      select seen.read_at
      from ${read} seen
      where seen.announcement_id = announcements.id and seen.user_id = ${_id}
    )`.mapWith(read.readAt);

/** The table, and the fields that each user sees of a row. */
export const source = {
  table,
  branch: isVisibleTo,
  // The last two depend on the user: `derivedFor` fills them in.
  derived: { authorName, files, audienceCount, readCount, isForMe: sql`false`, readAt: sql`null` },
  derivedFor: (user: SignedInUser) => ({ isForMe: isForMe(user), readAt: readAt(user) }),
  hidden: (user: SignedInUser) =>
    can(user, 'announcements:write') ? [] : (['audienceCount', 'readCount'] as const),
};

/** Throws unless `user` may address these branches; an admin may address only their own. */
async function checkBranches(
  tx: Tx,
  user: SignedInUser,
  { branchIds }: AnnouncementInput,
): Promise<void> {
  if (seesAllBranches(user.role)) return requireBranches(tx, 'branchIds', branchIds);
  if (branchIds.length !== 1 || branchIds[0]?.toLowerCase() !== user.branchId)
    throw fieldsInvalid({ branchIds: 'branchNotYours' });
}

/** Throws unless every class belongs to a branch that is addressed. */
async function checkClasses(tx: Tx, { classIds, branchIds }: AnnouncementInput): Promise<void> {
  if (classIds.length === 0) return;
  const matching = await tx.$count(
    classTable,
    and(
      inArray(classTable._id, classIds),
      branchIds.length > 0 ? inArray(classTable.branchId, branchIds) : undefined,
    ),
  );
  if (matching < new Set(classIds).size) throw fieldsInvalid({ classIds: 'notHere' });
}

/** Throws unless every file is attached already or was uploaded by `user`. */
async function checkFiles(
  tx: Tx,
  { fileIds }: AnnouncementInput,
  { user, before }: AboutOne,
): Promise<void> {
  if (fileIds.length === 0) return;
  const isOurs = or(
    eq(file.uploadedById, user._id),
    before && before.fileIds.length > 0 ? inArray(file._id, before.fileIds) : undefined,
  );
  if ((await tx.$count(file, and(inArray(file._id, fileIds), isOurs))) < new Set(fileIds).size)
    throw fieldsInvalid({ fileIds: 'fileUnknown' });
}

export async function check(tx: Tx, input: AnnouncementInput, about: AboutOne): Promise<void> {
  const { user, before } = about;
  // An admin can read every announcement for admins, but may change only those of their branch.
  if (before && !seesAllBranches(user.role) && before.branchId !== user.branchId)
    throw new ApiError('forbidden');
  await checkBranches(tx, user, input);
  await checkClasses(tx, input);
  await checkFiles(tx, input, about);
}

const moment = (day: string, time: string) =>
  sql`(${day}::date + ${time}::time) at time zone 'Asia/Vientiane'`;

/**
 * Sets the fields that follow from the input: the time span in which it is shown, and the author of
 * a new one. Without a first day it begins when it is published.
 */
export async function store(
  tx: Tx,
  _id: string,
  input: AnnouncementInput,
  { user, before }: AboutOne,
): Promise<AuditEntry[]> {
  const { fromDay, fromTime, untilDay, untilTime } = input;
  const wasShown = before?.state === 'published';
  const publishFrom =
    fromDay === null
      ? wasShown
        ? sql`least(${table.publishFrom}, now())`
        : sql`now()`
      : moment(fromDay, fromTime || '00:00');
  // A day ends with its last minute, so that "until 30/11" includes it.
  const publishTo =
    untilDay === null
      ? null
      : untilTime === ''
        ? moment(untilDay, '24:00')
        : moment(untilDay, untilTime);
  const author = before
    ? {}
    : { authorId: user._id, branchId: seesAllBranches(user.role) ? null : user.branchId };
  await tx
    .update(table)
    .set({ publishFrom, publishTo, ...author })
    .where(eq(table._id, _id));
  // Authors need not read their own announcement.
  await markRead(tx, user, [_id]);
  return [];
}

export async function markRead(tx: Tx, user: SignedInUser, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insert(read)
    .values(ids.map((announcementId) => ({ announcementId, userId: user._id })))
    .onConflictDoNothing();
}
