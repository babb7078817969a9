import type { FastifyError } from 'fastify';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  attachment,
  attachmentQuery,
  MAX_ATTACHMENT_BYTES,
  type Attachment,
} from '#contract/centre/announcements.ts';
import { id } from '#contract/fields.ts';
import { clean } from '#contract/words/normalise.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { withoutMetadata } from '#server/lib/image-metadata.ts';
import { inspectImage } from '#server/lib/image.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { requireUploadsLeft } from '#server/lib/quota.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readContent, moveLater } from '#server/centre/files/file-contents.ts';
import { isAttachmentOf } from './announcement-access.ts';
import { announcementFileTable as table } from '#server/db/tables/centre/announcements.table.ts';

const PDF = /^%PDF-\d\.\d/;

/**
 * The type and content of a file as it is stored; metadata that a phone wrote into a picture is
 * removed.
 */
function inspect(content: Buffer): { type: Attachment['type']; content: Buffer } {
  if (PDF.test(content.toString('latin1', 0, 16))) return { type: 'application/pdf', content };
  try {
    const { type } = inspectImage(content);
    return { type, content: withoutMetadata(type, content) };
  } catch (error) {
    // The usual message is about pictures only and would not say that a PDF is accepted too.
    throw error instanceof ApiError && error.code === 'mediaTypeUnsupported'
      ? new ApiError('attachmentUnsupported')
      : error;
  }
}

/** The body is the file itself. */
function readFiles(api: Api): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    /^(image\/|application\/pdf)/,
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  api.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return sendError(new ApiError('tooLarge'), request, reply);
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return sendError(new ApiError('attachmentUnsupported'), request, reply);
    return sendError(error, request, reply);
  });
}

const endings: Record<Attachment['type'], readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
};

/**
 * The file's original name, without a path and without characters that a header cannot hold. It
 * ends as its content does, because a computer opens what is saved by its ending.
 */
function nameOf(fileName: string, type: Attachment['type']): string {
  const name = clean(fileName.replaceAll(/[\p{Cc}"\\/]/gu, ' ')) || 'file';
  const [usual, ...others] = endings[type];
  const isRight = [usual, ...others].some((ending) => name.toLowerCase().endsWith(ending));
  return isRight ? name : `${name}${usual}`;
}

/** The attachments of announcements. */
export async function announcementFileRoutes(api: Api, { db, files }: Services): Promise<void> {
  readFiles(api);

  const schema = {
    querystring: attachmentQuery,
    consumes: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
    response: responses(201, attachment),
  };
  api.post(
    '/announcement-files',
    { config: { action: 'announcements:write' }, bodyLimit: MAX_ATTACHMENT_BYTES, schema },
    async (request, reply) => {
      const user = currentUser(request);
      if (!Buffer.isBuffer(request.body)) throw new ApiError('attachmentUnsupported');
      const file = inspect(request.body);
      const about = {
        name: nameOf(request.query.name, file.type),
        type: file.type,
        bytes: file.content.length,
      };
      // Not a `writeRoute`, because the body is the file itself and is inspected before.
      const answer = await writeOnce<Attachment>(db, request, reply, {
        status: 201,
        work: async (tx) => {
          await requireUploadsLeft(tx, user._id, about.bytes);
          const [added] = await tx
            .insert(table)
            .values({ ...about, content: file.content, uploadedById: user._id })
            .returning({ _id: table._id });
          const answer = { _id: String(added?._id), ...about };
          return {
            answer,
            audit: {
              action: 'create',
              entity: 'announcement-files',
              entityId: answer._id,
              after: answer,
            },
          };
        },
      });
      moveLater({ db, files, log: request.log }, table, answer._id);
      return answer;
    },
  );

  api.get(
    '/announcement-files/:id',
    { config: { action: 'announcements:read' }, schema: { params: z.object({ id }) } },
    async (request, reply) => {
      const [file] = await db
        .select()
        .from(table)
        .where(and(eq(table._id, request.params.id), isAttachmentOf(currentUser(request))));
      if (!file) throw new ApiError('notFound');
      const content = await readContent({ db, files, log: request.log }, table, file);
      // A document from another person must never run here.
      reply.header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      );
      return reply.type(file.type).send(content);
    },
  );
}
