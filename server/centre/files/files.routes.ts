import type { FastifyError } from 'fastify';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ApiErrorCode } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { fileQuery, MAX_FILE_BYTES, storedFile, type StoredFile } from '#contract/centre/files.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { withoutMetadata } from '#server/lib/image-metadata.ts';
import { inspectImage } from '#server/lib/image.ts';
import { writeOnce } from '#server/lib/write.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { requireUploadsLeft } from '#server/lib/quota.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { moveLater } from './file-contents.ts';
import { findFile, sendFile, visibleTo } from './files.service.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';

/** Replaces the framework's errors by messages about a picture, because its own are about JSON. */
const pictureErrors: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaTypeUnsupported',
};

/** The body is the picture itself, not JSON and not a form. */
function readPictures(api: Api): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  api.setErrorHandler<FastifyError>((error, request, reply) => {
    const code = pictureErrors[error.code];
    return sendError(code ? new ApiError(code) : error, request, reply);
  });
}

/**
 * Photos and slips belong to the branch of the person who uploads them; only people who work in all
 * branches may name another.
 */
function branchOf(
  user: SignedInUser,
  { for: purpose, branchId }: z.output<typeof fileQuery>,
): string | null {
  if (purpose === 'centre') return null;
  return seesAllBranches(user.role) ? (branchId ?? user.branchId) : user.branchId;
}

export async function fileRoutes(api: Api, { db, files }: Services): Promise<void> {
  readPictures(api);

  api.post(
    '/files',
    {
      config: { action: 'files:write' },
      bodyLimit: MAX_FILE_BYTES,
      schema: {
        querystring: fileQuery,
        consumes: ['image/png', 'image/jpeg', 'image/webp'],
        response: responses(201, storedFile),
      },
    },
    async (request, reply) => {
      const user = currentUser(request);
      if (request.query.for !== 'slip' && !can(user, 'files:write-pictures'))
        throw new ApiError('forbidden');
      if (!Buffer.isBuffer(request.body)) throw new ApiError('mediaTypeUnsupported');
      const image = inspectImage(request.body);
      const content = withoutMetadata(image.type, request.body);
      const { for: purpose } = request.query;
      const branchId = branchOf(user, request.query);
      // Not a `writeRoute`, because the body is the picture itself and is inspected before.
      const answer = await writeOnce<StoredFile>(db, request, reply, {
        status: 201,
        work: async (tx) => {
          await requireUploadsLeft(tx, user._id, content.length);
          const [added] = await tx
            .insert(fileTable)
            .values({ ...image, bytes: content.length, content, purpose, branchId })
            .returning({ _id: fileTable._id });
          const answer = { _id: String(added?._id), ...image, bytes: content.length };
          return {
            answer,
            audit: {
              action: 'create',
              entity: 'files',
              entityId: answer._id,
              after: { ...answer, purpose, branchId },
            },
          };
        },
      });
      moveLater({ db, files, log: request.log }, fileTable, answer._id);
      return answer;
    },
  );

  const schema = { params: z.object({ id }) };
  // As every answer of the API it is `no-store`: a copy in the browser would outlive the session,
  // and its rights.
  api.get('/files/:id', { config: { action: 'files:read' }, schema }, async (request, reply) => {
    const { id: fileId } = request.params;
    return sendFile(
      { db, files },
      reply,
      await findFile(db, fileId, visibleTo(currentUser(request))),
    );
  });
}
