import type { FastifyError } from 'fastify';
import * as z from 'zod/mini';
import type { ApiErrorCode } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { MAX_FILE_BYTES, storedFile, type StoredFile } from '#contract/files.ts';
import { answers } from '#server/lib/answers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { inspectImage } from '#server/lib/image.ts';
import { writeOnce } from '#server/lib/write.ts';
import { sendError } from '#server/plugins/errors.ts';
import { sendFile } from './files.service.ts';
import { fileTable } from './files.table.ts';

const CACHE_FOR_EVER = 'private, max-age=31536000, immutable';

/** Here the framework's errors are about a picture, not about JSON. */
const pictureErrors: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaTypeUnsupported',
};

/** The body is the picture itself, not JSON and not a form. */
function readPictures(api: Api): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  api.setErrorHandler<FastifyError>((error, request, reply) => {
    const code = pictureErrors[error.code];
    return sendError(code ? new ApiError(code) : error, request, reply);
  });
}

export async function fileRoutes(api: Api, { db }: Services): Promise<void> {
  readPictures(api);

  api.post(
    '/files',
    {
      config: { action: 'files:write' },
      bodyLimit: MAX_FILE_BYTES,
      schema: { consumes: ['image/png', 'image/jpeg', 'image/webp'], response: answers(201, storedFile) },
    },
    (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError('mediaTypeUnsupported');
      const content = request.body;
      const image = inspectImage(content);
      return writeOnce<StoredFile>(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const [added] = await tx
            .insert(fileTable)
            .values({ ...image, bytes: content.length, content })
            .returning({ _id: fileTable._id });
          const answer = { _id: String(added?._id), ...image, bytes: content.length };
          return { answer, audit: { action: 'create', entity: 'files', entityId: answer._id, after: answer } };
        },
      });
    },
  );

  const schema = { params: z.object({ id }) };
  api.get('/files/:id', { config: { action: 'files:read' }, schema }, (request, reply) =>
    sendFile(db, request.params.id, CACHE_FOR_EVER, request, reply),
  );
}
