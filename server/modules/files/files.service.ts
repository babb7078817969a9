import { and, arrayContains, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { teacherTable } from '#server/modules/teachers/teachers.table.ts';
import { fileTable } from './files.table.ts';

/** Throws `fieldsInvalid` for every `[field, file id]` whose file is not there; `null` is no file and is fine. */
export async function requireFiles(
  tx: Tx,
  references: (readonly [field: string, fileId: string | null])[],
): Promise<void> {
  const wanted = references.flatMap(([, fileId]) => fileId ?? []);
  if (wanted.length === 0) return;
  const found = await tx.select({ _id: fileTable._id }).from(fileTable).where(inArray(fileTable._id, wanted));
  const known = new Set(found.map(({ _id }) => _id));
  const missing = references.filter(([, fileId]) => fileId !== null && !known.has(fileId.toLowerCase()));
  if (missing.length > 0)
    throw fieldsInvalid(Object.fromEntries(missing.map(([field]) => [field, 'fileUnknown' as const])));
}

/**
 * Throws `fieldsInvalid` unless the photo is there and `user` may see it. It goes with the person: their branch's people
 * see it from now on.
 */
export async function requirePhoto(
  tx: Tx,
  user: SignedInUser,
  photoFileId: string | null,
  branchId: string,
  field = 'photoFileId',
): Promise<void> {
  if (photoFileId === null) return;
  const [file] = await tx
    .select({ branchId: fileTable.branchId })
    .from(fileTable)
    .where(and(eq(fileTable._id, photoFileId), visibleTo(user)));
  if (!file) throw fieldsInvalid({ [field]: 'fileUnknown' });
  if (file.branchId !== null && file.branchId !== branchId) {
    await tx.update(fileTable).set({ branchId }).where(eq(fileTable._id, photoFileId));
  }
}

/** The photo of a teacher, who may be of several branches: each of them sees it, as long as the teacher is there. */
function isOfOwnTeacher({ branchId }: SignedInUser): SQL {
  const atBranch = and(eq(teacherTable.photoFileId, fileTable._id), arrayContains(teacherTable.branchIds, [branchId]));
  return sql`exists (select 1 from ${teacherTable} where ${atBranch})`;
}

/** What belongs to the centre is for everybody who is signed in, a photo for the people of its branch. */
export function visibleTo(user: SignedInUser): SQL | undefined {
  if (seesAllBranches(user.role)) return undefined;
  return or(isNull(fileTable.branchId), eq(fileTable.branchId, user.branchId), isOfOwnTeacher(user));
}

/** Answers the content of a file that is `only` such, or 304 when the browser has it already. A file never changes under its id. */
export async function sendFile(
  db: Db,
  fileId: string | null,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
  only?: SQL,
) {
  const [file] = fileId === null ? [] : await db.select().from(fileTable).where(and(eq(fileTable._id, fileId), only));
  if (!file) throw new ApiError('notFound');
  const etag = `"${file._id}"`;
  reply.headers({ 'cache-control': caching, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}
