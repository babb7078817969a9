import { and, arrayContains, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';

/**
 * Throws `fieldsInvalid` for every `[field, file id]` whose file is missing or is a slip; `null`
 * means no file and is fine.
 */
export async function requireFiles(
  tx: Tx,
  references: (readonly [field: string, fileId: string | null])[],
): Promise<void> {
  const fileIds = references.flatMap(([, fileId]) => fileId ?? []);
  if (fileIds.length === 0) return;
  const files = await tx
    .select({ _id: fileTable._id })
    .from(fileTable)
    .where(and(inArray(fileTable._id, fileIds), ne(fileTable.purpose, 'slip')));
  const existing = new Set(files.map(({ _id }) => _id));
  const missing = references.filter(
    ([, fileId]) => fileId !== null && !existing.has(fileId.toLowerCase()),
  );
  if (missing.length > 0)
    throw fieldsInvalid(
      Object.fromEntries(missing.map(([field]) => [field, 'fileUnknown' as const])),
    );
}

/**
 * Throws `fieldsInvalid` unless the photo exists and `user` may see it. The photo moves to the
 * branch of the record, so that its people can see it from now on.
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
    .where(and(eq(fileTable._id, photoFileId), ne(fileTable.purpose, 'slip'), visibleTo(user)));
  if (!file) throw fieldsInvalid({ [field]: 'fileUnknown' });
  if (file.branchId !== null && file.branchId !== branchId) {
    await tx.update(fileTable).set({ branchId }).where(eq(fileTable._id, photoFileId));
  }
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
  return can(user.role, 'slips:read')
    ? or(isPicture, and(eq(fileTable.purpose, 'slip'), isHere))
    : isPicture;
}

/**
 * Answers the content of a file of the kind `only`, or 304 if the browser has it already. The
 * content of an id never changes.
 */
export async function sendFile(
  db: Db,
  fileId: string | null,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
  only?: SQL,
) {
  const [file] =
    fileId === null
      ? []
      : await db
          .select()
          .from(fileTable)
          .where(and(eq(fileTable._id, fileId), only));
  if (!file) throw new ApiError('notFound');
  const etag = `"${file._id}"`;
  reply.headers({ 'cache-control': caching, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}
