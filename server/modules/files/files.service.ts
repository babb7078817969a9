import { eq, inArray } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
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

/** Answers the content of a file, or 304 when the browser has it already. A file never changes under its id. */
export async function sendFile(
  db: Db,
  fileId: string | null,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [file] = fileId === null ? [] : await db.select().from(fileTable).where(eq(fileTable._id, fileId));
  if (!file) throw new ApiError('notFound');
  const etag = `"${file._id}"`;
  reply.headers({ 'cache-control': caching, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}
