import { and, arrayContains, eq, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FilePurpose } from '#contract/centre/files.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Services } from '#server/lib/api.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { isGone, readContent } from './file-contents.ts';

/** A file id in a body: its field, and what the file has to be. */
type Reference = {
  field: string;
  fileId: string | null;
  purpose: FilePurpose;
  /** The branch of the record or of the payment; null for pictures of the centre. */
  branchId: string | null;
};

/**
 * True for a file that `user` may give to a thing of this purpose. A slip needs the branch of its
 * payment. An admin may give one without the right to look at it, because an admin takes payments
 * too.
 */
function mayBeGiven(user: SignedInUser, { purpose, branchId }: Reference): SQL | undefined {
  const isMeantForIt = eq(fileTable.purpose, purpose);
  if (purpose !== 'slip') return and(isMeantForIt, visibleTo(user));
  const isHere = seesAllBranches(user.role) ? undefined : eq(fileTable.branchId, user.branchId);
  return and(isMeantForIt, isHere, eq(fileTable.branchId, branchId ?? user.branchId));
}

/** True if the file is accepted. */
async function isAccepted(tx: Tx, user: SignedInUser, reference: Reference): Promise<boolean> {
  const { fileId, purpose, branchId } = reference;
  if (fileId === null) return true;
  const [file] = await tx
    .select({ branchId: fileTable.branchId })
    .from(fileTable)
    .where(and(eq(fileTable._id, fileId), mayBeGiven(user, reference)));
  if (file && purpose === 'photo' && file.branchId !== branchId)
    await tx.update(fileTable).set({ branchId }).where(eq(fileTable._id, fileId));
  return file !== undefined;
}

/**
 * Throws `fieldsInvalid` for every file that may not be given to the thing that names it; `null`
 * means no file and is fine. Every file id of a body goes through here: docs/roles.md, "Files". A
 * photo moves to the branch of its record, so that its people can see it from now on.
 */
export async function requireFile(
  tx: Tx,
  user: SignedInUser,
  ...references: Reference[]
): Promise<void> {
  const wrong: Record<string, 'fileUnknown'> = {};
  for (const reference of references)
    if (!(await isAccepted(tx, user, reference))) wrong[reference.field] = 'fileUnknown';
  if (Object.keys(wrong).length > 0) throw fieldsInvalid(wrong);
}

/**
 * The photo of a teacher, who may belong to several branches: each sees it as long as the teacher
 * belongs to it.
 */
function isOfOwnTeacher({ branchId }: SignedInUser): SQL {
  const atBranch = and(
    eq(teacherTable.photoFileId, fileTable._id),
    arrayContains(teacherTable.branchIds, [branchId]),
  );
  return sql`exists (select 1 from ${teacherTable} where ${atBranch})`;
}

/**
 * Every signed-in user sees the centre's pictures, the people of a branch see its photos, and only
 * those who may see a branch's payments see its slips.
 */
export function visibleTo(user: SignedInUser): SQL | undefined {
  if (seesAllBranches(user.role)) return undefined;
  const isHere = eq(fileTable.branchId, user.branchId);
  const isPicture = and(
    ne(fileTable.purpose, 'slip'),
    or(isNull(fileTable.branchId), isHere, isOfOwnTeacher(user)),
  );
  return can(user, 'slips:read')
    ? or(isPicture, and(eq(fileTable.purpose, 'slip'), isHere))
    : isPicture;
}

/** A picture of the centre, which everybody may see. */
export const isOfCentre = eq(fileTable.purpose, 'centre');

/** Finds a file of the kind `only`; throws if there is none. */
export async function findFile(db: Db, fileId: string | null, only: SQL | undefined) {
  if (fileId === null) throw new ApiError('notFound');
  const [file] = await db
    .select()
    .from(fileTable)
    .where(and(eq(fileTable._id, fileId), only, not(isGone)));
  if (!file) throw new ApiError('notFound');
  return file;
}

/** Answers the content of a file, under its id if somebody saves it. */
export async function sendFile(
  { db, files }: Pick<Services, 'db' | 'files'>,
  reply: FastifyReply,
  file: typeof fileTable.$inferSelect,
): Promise<FastifyReply> {
  const content = await readContent({ db, files, log: reply.log }, fileTable, file);
  const ending = file.type.replace('image/', '');
  reply.header('content-disposition', `inline; filename="${file._id}.${ending}"`);
  return reply.type(file.type).send(content);
}
